import { printable } from "@dnstools/core/harmless";
import { isDmarc, parseDmarc, standingOf, weakened } from "@dnstools/core/protocol/dmarc/record";
import { applicable, type Found, organizationalDomain } from "@dnstools/core/protocol/dmarc/tree-walk";
import { parseDkimKey } from "@dnstools/core/protocol/mail/dkim";
import { selectRecords } from "@dnstools/core/protocol/mail/versioned-record";
import { isSpf, parseSpf } from "@dnstools/core/protocol/spf/record";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { EmailData } from "../data.ts";
import type { EmailObservation, HostsObservation, ScoutObservation, Texts } from "../observations.ts";
import { headOf } from "../section.ts";

/** Maximum number of characters of a record that the data contains. */
const RECORD_MAX = 2000;

type Published = EmailData["mtaSts"];

/** Builds the section on mail; null if it was not requested. */
export function emailData({ email, hosts, efforts }: ScoutObservation, domain: string): EmailData | null {
  if (email === null) return null;
  const parts = [email.mx, email.txt, email.mtaSts, email.tlsRpt, email.bimi, email.random];
  const walked = email.dmarc.map(({ texts }) => texts);
  const exchanges = email.mx.kind === "present" ? email.mx.value.map(({ exchange }) => exchange) : [];
  const outcomes = [
    ...exchanges.filter((name) => name !== "").map((name) => hosts.get(name)?.addresses ?? UNASKED),
    ...parts,
    ...(walked.length > 0 ? walked : [UNASKED]),
    ...email.dkim.map(({ texts }) => texts),
  ];
  const failed: Reason[] = outcomes.flatMap((one) => (one.kind === "unknown" ? [one.reason] : []));
  return {
    ...headOf(efforts.email, {
      wanted: outcomes.length,
      known: outcomes.length - failed.length,
      reason: failed[0] ?? null,
    }),
    mx: mxData(email.mx, hosts),
    spf: spfData(email.txt),
    dmarc: dmarcData(email.dmarc, domain),
    dkim: dkimData(email),
    mtaSts: publishedAt(email.mtaSts, "STSv1"),
    tlsRpt: publishedAt(email.tlsRpt, "TLSRPTv1"),
    bimi: publishedAt(email.bimi, "BIMI1"),
  };
}

const UNASKED = { kind: "unknown", reason: "budget" } as const;

function mxData(mx: EmailObservation["mx"], hosts: HostsObservation): EmailData["mx"] {
  if (mx.kind === "unknown") return null;
  return (mx.kind === "present" ? mx.value : []).map(({ preference, exchange }) => {
    const host = hosts.get(exchange)?.addresses;
    return {
      preference,
      exchange: exchange === "" ? "." : exchange,
      addresses:
        host?.kind === "present" ? [...host.value] : host?.kind === "absent" || exchange === "" ? [] : null,
    };
  });
}

const shown = (text: string) => printable(text, RECORD_MAX);
const part = (
  status: Published["status"],
  record: string | null = null,
  reason: Reason | null = null,
): Published => ({
  status,
  reason,
  record: record === null ? null : shown(record),
});

function spfData(txt: Texts): EmailData["spf"] {
  const nothing = { all: null, includes: [] };
  if (txt.kind === "unknown") return { ...part("unknown", null, txt.reason), ...nothing };
  const [record, second] = txt.kind === "present" ? txt.value.filter(isSpf) : [];
  if (record === undefined) return { ...part("absent"), ...nothing };
  if (second !== undefined) return { ...part("invalid"), ...nothing };
  const { terms, problems } = parseSpf(record);
  const mechanisms = terms.filter((term) => term.kind === "mechanism");
  const all = mechanisms.find(({ name }) => name === "all");
  return {
    ...part(problems.length === 0 ? "valid" : "invalid", record),
    all: all === undefined ? null : `${all.qualifier}all`,
    includes: mechanisms
      .filter(({ name }) => name === "include")
      .map(({ domain }) => shown(domain?.text ?? ""))
      .slice(0, 20),
  };
}

/**
 * Returns the DMARC record that applies: the domain's own record, or that of its organizational domain (RFC 9989
 * 4.10).
 */
function dmarcData(walk: EmailObservation["dmarc"], domain: string): EmailData["dmarc"] {
  const nothing = { domain: null, policy: null };
  const found = walk.flatMap(({ name, texts }): Found[] => {
    const [record, second] = texts.kind === "present" ? texts.value.filter(isDmarc) : [];
    return record === undefined || second !== undefined ? [] : [{ name, record: parseDmarc(record) }];
  });
  const own = found.find(({ name }) => name === domain);
  const open =
    walk.length === 0 ? UNASKED : walk.map(({ texts }) => texts).find(({ kind }) => kind === "unknown");
  if (own === undefined && open?.kind === "unknown")
    return { ...part("unknown", null, open.reason), ...nothing };
  const applies = own ?? applicable(domain, organizationalDomain(domain, found), found);
  if (applies === null) {
    const several = walk.some(
      ({ name, texts }) =>
        name === domain && texts.kind === "present" && texts.value.filter(isDmarc).length > 1,
    );
    return { ...part(several ? "invalid" : "absent"), ...nothing };
  }
  const { record, name } = applies;
  const standing = standingOf(record);
  const policy = name === domain ? record.p : (record.sp ?? record.p);
  const meant = standing === "none" ? "none" : policy;
  return {
    ...part(standing === "void" ? "invalid" : "valid", record.text),
    domain: name,
    policy: standing === "void" || meant === null ? null : record.test ? weakened(meant) : meant,
  };
}

function dkimData({ random, dkim }: EmailObservation): EmailData["dkim"] {
  const keys = dkim.flatMap(({ selector, provider, texts }) => {
    if (texts.kind !== "present") return [];
    const read = texts.value.map(parseDkimKey).filter((key) => key !== null);
    return read.slice(0, 1).map((key): EmailData["dkim"]["keys"][number] => ({
      selector,
      provider,
      status: key.revoked
        ? "revoked"
        : key.problems.some((one) => one === "key" || one === "no_key")
          ? "invalid"
          : "valid",
      type: shown(key.type),
      bits: key.bits,
    }));
  });
  const failed =
    dkim.find(({ texts }) => texts.kind === "unknown")?.texts ?? (random.kind === "unknown" ? random : null);
  const reason = keys.length === 0 && failed?.kind === "unknown" ? failed.reason : null;
  const status = keys.some((key) => key.status !== "invalid")
    ? "valid"
    : keys.length > 0
      ? "invalid"
      : "not_found_in_tried";
  return {
    // If a wildcard answers for every selector, the answer for a guessed selector proves nothing.
    status: reason !== null || (keys.length === 0 && random.kind === "present") ? "unknown" : status,
    reason,
    wildcard: random.kind === "unknown" ? null : random.kind === "present",
    tried: dkim.length,
    keys,
  };
}

function publishedAt(texts: Texts, version: string): Published {
  if (texts.kind === "unknown") return part("unknown", null, texts.reason);
  const all = texts.kind === "present" ? texts.value : [];
  const { records, nearMisses } = selectRecords(all, version);
  const [record, second] = records;
  if (record === undefined) return part(nearMisses.length > 0 ? "invalid" : "absent");
  return second === undefined ? part("valid", record) : part("invalid");
}
