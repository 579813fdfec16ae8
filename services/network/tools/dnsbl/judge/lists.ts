import type { Outcome, Reason } from "@dnstools/core/tool/outcome";
import type { Blocklist } from "../blocklist.ts";
import type { DnsblData, ListData, ResultData } from "../data.ts";
import { BLACKLISTS, INFORMATIONAL } from "../lists.ts";
import type { AskedObservation, DnsblObservation, ListHealth } from "../observations.ts";
import { type Decoded, decode, kindOf, uncounted } from "./codes.ts";
import { collectProofs, type Proofs } from "./proofs.ts";

/** Judges each list, in the order of the table. */
export function judgeLists(
  observed: DnsblObservation,
  mx: DnsblData["mx"],
): Pick<DnsblData, "lists" | "informational" | "proofs"> {
  const proofs = collectProofs();
  const byZone = Map.groupBy(observed.asked, ({ zone }) => zone);
  const judge = (list: Blocklist) =>
    judgeList(list, byZone.get(list.zone) ?? [], unasked(list, observed, mx), proofs);
  const lists = BLACKLISTS.map(judge);
  return { lists, informational: INFORMATIONAL.map(judge), proofs: proofs.all() };
}

/** Returns why a list could not be queried; null if the call contains nothing that the list covers. */
function unasked(list: Blocklist, observed: DnsblObservation, mx: DnsblData["mx"]): Reason | null {
  if (observed.withoutKey.includes(list.zone)) return "no_key";
  // A list of addresses might contain the mail server, whose address could not be determined.
  const wantsIp = list.takes.includes("ipv4") || list.takes.includes("ipv6");
  return mx?.status === "unknown" && wantsIp ? mx.reason : null;
}

function judgeList(
  list: Blocklist,
  asked: readonly AskedObservation[],
  without: Reason | null,
  proofs: Proofs,
): ListData {
  const results = asked.map((one) => judgeOne(list, one, proofs.idOf(one)));
  const listed = results.filter((result) => result.status === "listed");
  const unknown = results.find((result) => result.status === "unknown");
  const failed = unknown?.reason ?? without;
  const status =
    listed.length > 0
      ? "listed"
      : failed !== null
        ? "unknown"
        : results.length > 0
          ? "not_listed"
          : "not_applicable";
  const { zone, operator, weight, delistUrl } = list;
  return {
    zone,
    operator: status === "listed" || status === "unknown" ? operator : null,
    status,
    reason: status === "unknown" ? failed : null,
    results,
    kind: listed.length === 0 ? list.kind : (kindOf(listed.flatMap(({ codes }) => codes)) ?? list.kind),
    weight,
    delistUrl: status === "listed" ? delistUrl : null,
  };
}

function isInformational({ kind }: Blocklist): boolean {
  return kind === "white" || kind === "info";
}

function judgeOne(list: Blocklist, observed: AskedObservation, proof: string | null): ResultData {
  const decoded = believed(observed.health, decodeAnswer(list, observed.addresses));
  return {
    subject: observed.subject,
    status: decoded.status,
    reason: decoded.status === "unknown" ? decoded.reason : null,
    codes: decoded.codes.map((code) => ({ ...code, counts: code.counts && !isInformational(list) })),
    text:
      observed.text?.kind === "present" && observed.text.value.length > 0
        ? printable(observed.text.value)
        : null,
    proof,
  };
}

function decodeAnswer(list: Blocklist, addresses: Outcome<readonly string[]>): Decoded {
  if (addresses.kind === "unknown") return { status: "unknown", reason: addresses.reason, codes: [] };
  return decode(list, addresses.kind === "present" ? addresses.value : []);
}

/**
 * Ignores the answer of a list that does not pass its own test points: such an answer shows neither a listing nor its
 * absence.
 */
function believed(health: ListHealth | null, decoded: Decoded): Decoded {
  if (decoded.status === "unknown" || health?.state === "healthy") return decoded;
  return {
    status: "unknown",
    reason: health === null ? "budget" : (health.reason ?? "list_unhealthy"),
    codes: decoded.codes.map(uncounted),
  };
}

const TEXT_MAX = 500;

/** Makes a list's explanation safe to show, and cuts it at TEXT_MAX characters. */
function printable(texts: readonly string[]): string {
  return texts
    .join(" | ")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "?")
    .slice(0, TEXT_MAX);
}
