import { matchesTlsa, type Tlsa, unusableBecause } from "@dnstools/core/protocol/dane";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { buildPaths, UNSURE } from "@dnstools/core/protocol/x509/path";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { ServerData } from "../data.ts";
import type { TlsaObservation } from "../observations.ts";

type Dane = ServerData["dane"];

/** The certificates of a connection, with which TLSA records are compared. */
export type Shown = {
  readonly leaf: Certificate;
  readonly others: readonly Certificate[];
  /** Certificates above the leaf on the path to a trust anchor, including the anchor, which need not be sent. */
  readonly linked: readonly Certificate[];
  /** True if clients without DANE trust the certificate; null if the trust is unknown. */
  readonly trusted: boolean | null;
  readonly forHost: boolean;
  /**
   * True if the certificate is for one of the names by which DANE knows the server (RFC 7672 3.2.2, RFC 7671
   * 5.2).
   */
  readonly forAny: boolean;
  readonly at: number;
};

/** The data from which DANE is judged for a server. */
type DaneQuestion = {
  readonly tlsa: readonly TlsaObservation[];
  /** True for delivery between mail servers, where the rules of RFC 7672 apply. */
  readonly smtp: boolean;
  /** True if DNSSEC secures all records that lead to the server: MX and addresses. */
  readonly waySecure: boolean;
  /** True if our resolver validates DNSSEC; null if this is not known. */
  readonly resolverValidates: boolean | null;
  /** Data of the connection; null if TLS was not established. */
  readonly shown: Shown | null;
};

/**
 * Judges a server's certificate by the TLSA records in `tlsa`, which are ordered by the precedence of their names (RFC
 * 7671 7).
 */
export function judgeDane({ tlsa, smtp, waySecure, resolverValidates, shown }: DaneQuestion): Dane {
  // If the answer for a name is unknown, a name with lower precedence must not be used in its place.
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
  if (!secure && resolverValidates === false)
    return say(
      "unknown",
      "resolver_no_dnssec",
      "Whether DNSSEC secures the records is not known, because our resolver does not validate.",
    );
  if (!secure)
    return say(
      "insecure",
      "tlsa",
      "According to our resolver, DNSSEC does not secure the records, so clients ignore them.",
    );
  if (smtp && !waySecure)
    return say(
      "insecure",
      "way",
      "According to our resolver, DNSSEC does not secure the MX or the addresses (RFC 7672 2.2).",
    );
  const usable = records.filter(({ unusable }) => unusable === null);
  if (usable.length === 0)
    return say("unusable", records[0]?.unusable ?? null, "Clients cannot use any of the records.");
  if (shown === null) return say("unknown", "no_tls", "There was no certificate to compare with.");
  if (usable.some(({ matches }) => matches === true))
    return say("pass", null, "A record matches the certificates that the server sends.");
  if (usable.some(({ matches }) => matches === null))
    return say(
      "unknown",
      "unchecked",
      "Whether a record matches depends on a check that this API cannot make.",
    );
  return say("fail", "mismatch", "No record matches the certificates that the server sends.");
}

function withoutRecords(tlsa: readonly TlsaObservation[]): Dane {
  const nothing = { name: tlsa.at(-1)?.name ?? null, records: [] };
  const unknown = tlsa.find(({ outcome }) => outcome.kind === "unknown")?.outcome;
  if (unknown?.kind === "unknown")
    return {
      status: "unknown",
      reason: unknown.reason,
      detail: "The records could not be queried.",
      ...nothing,
    };
  const detail = tlsa.length === 0 ? "An address has no such records." : "There are no TLSA records.";
  return { status: "absent", reason: null, detail, ...nothing };
}

/** Maximum number of TLSA records that are read; each is compared with every certificate. */
const RECORDS_MAX = 20;

function recordsOf(outcome: Outcome<DnsReply>, name: string): readonly Tlsa[] {
  if (outcome.kind !== "present") return [];
  const records = walkChain(outcome.value.answers, name, "TLSA").records as readonly DnsRecord<"TLSA">[];
  return records.slice(0, RECORDS_MAX).map(({ data }) => data);
}

/**
 * Returns true if a TLSA record matches the server's certificates (RFC 6698 2.1.1, RFC 7671 5); null if this cannot be
 * checked.
 */
function fits(record: Tlsa, { leaf, others, linked, trusted, forHost, forAny, at }: Shown): boolean | null {
  const authority = others.filter((one) => matchesTlsa(record, one));
  switch (record.usage) {
    case 0:
      return linked.some((one) => matchesTlsa(record, one)) && forHost && trusted;
    case 1:
      return matchesTlsa(record, leaf) && forHost && trusted;
    case 2: {
      // The certificate that matches the record is the trust anchor, even if no trust store has it.
      const [best] = buildPaths(leaf, others, authority, at);
      if (authority.length === 0 || !forAny || best === undefined) return false;
      if (best.end !== "anchor") return best.end === "given_up" ? null : false;
      const problems = best.links.flatMap((link) => link.problems.map(({ code }) => code));
      if (problems.length === 0) return true;
      return problems.every((code) => UNSURE.includes(code)) ? null : false;
    }
    // With usage 3, the certificate's names and dates do not count (RFC 7671 5.1).
    case 3:
      return matchesTlsa(record, leaf);
    default:
      return false;
  }
}
