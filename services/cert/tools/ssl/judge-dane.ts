import { matchesTlsa, type Tlsa, unusableBecause } from "@dnstools/core/protocol/dane";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { buildPaths, UNSURE } from "@dnstools/core/protocol/x509/path";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { ServerData } from "./data.ts";
import type { TlsaObservation } from "./observations.ts";

type Dane = ServerData["dane"];

/** What a connection showed, for TLSA records to be compared with. */
export type Shown = {
  readonly leaf: Certificate;
  readonly others: readonly Certificate[];
  /** Those above it on the way to a trust anchor, the anchor too, which need not be sent. */
  readonly linked: readonly Certificate[];
  /** Whether it passes without DANE: trusted, null where that is unknown; and for this host. */
  readonly trusted: boolean | null;
  readonly forHost: boolean;
  /** Whether it is for one of the names by which DANE knows the server (RFC 7672 3.2.2, RFC 7671 5.2). */
  readonly forAny: boolean;
  readonly at: number;
};

/** What DANE says of a server. */
type Asked = {
  readonly tlsa: readonly TlsaObservation[];
  /** Between mail servers: the rules of RFC 7672. */
  readonly smtp: boolean;
  /** Whether DNSSEC proves all that leads to the server: MX and addresses. */
  readonly waySecure: boolean;
  /** Null where TLS did not come about. */
  readonly shown: Shown | null;
};

/** @param asked the records by the name that goes first (RFC 7671 7). */
export function judgeDane({ tlsa, smtp, waySecure, shown }: Asked): Dane {
  // What could not be found out at the name that goes first is not made up for by the next.
  const found = tlsa.find(
    ({ name, outcome }) => outcome.kind === "unknown" || recordsOf(outcome, name).length > 0,
  );
  if (found === undefined || found.outcome.kind === "unknown") return withoutRecords(tlsa);
  const { name } = found;
  const secure = found.outcome.kind === "present" && found.outcome.value.flags.includes("ad");
  const records = recordsOf(found.outcome, name).map((record) => {
    const unusable = unusableBecause(record, smtp);
    return {
      usage: record.usage,
      selector: record.selector,
      matchingType: record.matchingType,
      data: record.certificate,
      matches: shown === null ? null : fits(record, shown),
      unusable,
    };
  });
  const say = (status: Dane["status"], reason: string | null, detail: string): Dane => ({
    status,
    reason,
    detail,
    name,
    records,
  });
  if (!secure)
    return say(
      "insecure",
      "tlsa",
      "DNSSEC does not prove the records, as far as our resolver tells, so nobody goes by them.",
    );
  if (smtp && !waySecure)
    return say(
      "insecure",
      "way",
      "DNSSEC does not prove the MX or the addresses, as far as our resolver tells (RFC 7672 2.2).",
    );
  const usable = records.filter(({ unusable }) => unusable === null);
  if (usable.length === 0)
    return say("unusable", records[0]?.unusable ?? null, "No record is one that anybody goes by.");
  if (shown === null) return say("unknown", "no_tls", "There was no certificate to compare with.");
  if (usable.some(({ matches }) => matches === true))
    return say("pass", null, "A record fits what the server shows.");
  if (usable.some(({ matches }) => matches === null))
    return say("unknown", "unchecked", "Whether a record fits takes what cannot be checked here.");
  return say("fail", "mismatch", "No record fits what the server shows.");
}

function withoutRecords(tlsa: readonly TlsaObservation[]): Dane {
  const nothing = { name: tlsa.at(-1)?.name ?? null, records: [] };
  const unknown = tlsa.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  if (unknown?.kind === "unknown")
    return {
      status: "unknown",
      reason: unknown.reason,
      detail: "The records could not be asked for.",
      ...nothing,
    };
  const detail = tlsa.length === 0 ? "An address has no such records." : "There are no TLSA records.";
  return { status: "absent", reason: null, detail, ...nothing };
}

/** Records that are read; each costs a comparison with every certificate. */
const RECORDS_MAX = 20;

function recordsOf(outcome: Outcome<DnsReply>, name: string): readonly Tlsa[] {
  if (outcome.kind !== "present") return [];
  const records = walkChain(outcome.value.answers, name, "TLSA").records as readonly DnsRecord<"TLSA">[];
  return records.slice(0, RECORDS_MAX).map(({ data }) => data);
}

/** Whether what a server shows is what a record allows (RFC 6698 2.1.1, RFC 7671 5); null where that cannot be checked. */
function fits(record: Tlsa, { leaf, others, linked, trusted, forHost, forAny, at }: Shown): boolean | null {
  const authority = others.filter((one) => matchesTlsa(record, one));
  switch (record.usage) {
    case 0:
      return linked.some((one) => matchesTlsa(record, one)) && forHost && trusted;
    case 1:
      return matchesTlsa(record, leaf) && forHost && trusted;
    case 2: {
      // The certificate that fits is the trust anchor, whoever it is.
      const [best] = buildPaths(leaf, others, authority, at);
      if (authority.length === 0 || !forAny || best === undefined) return false;
      if (best.end !== "anchor") return best.end === "given_up" ? null : false;
      const problems = best.links.flatMap((link) => link.problems.map(({ code }) => code));
      if (problems.length === 0) return true;
      return problems.every((code) => UNSURE.includes(code)) ? null : false;
    }
    // Neither names nor dates count (RFC 7671 5.1).
    case 3:
      return matchesTlsa(record, leaf);
    default:
      return false;
  }
}
