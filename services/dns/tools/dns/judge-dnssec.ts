import { type Finding, finding } from "@dnstools/core/finding";
import { ALGORITHMS } from "@dnstools/core/protocol/dns/dnssec";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { answerName } from "@dnstools/core/protocol/names";
import type { DnsData } from "./data.ts";
import { FINDINGS } from "./findings.ts";
import { recordsAt } from "./judge-servers.ts";
import type { DnsSeen } from "./seen.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/**
 * The zone's own signatures in what its servers gave; a denial has them beside its SOA (RFC 4035 3.1.3). A server that
 * holds the zone of an alias's target, too, gives that one's: they are not this zone's.
 */
function signaturesOf(seen: DnsSeen): readonly DnsRecord<"RRSIG">[] {
  const apex = seen.zone?.kind === "present" ? seen.zone.value.apex : null;
  return seen.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ said }) => said)
    .flatMap(({ outcome: it }) =>
      it.kind === "present" ? [...it.value.answers, ...it.value.authorities] : [],
    )
    .filter((record): record is DnsRecord<"RRSIG"> => record.type === "RRSIG")
    .filter(({ data }) => answerName(data.signer) === apex);
}

/** What is known of a zone's DNSSEC. */
export function dnssecOf(seen: DnsSeen): DnsData["dnssec"] {
  if (seen.validation === null) return null;
  const signatures = signaturesOf(seen);
  const answered = seen.types.some(({ said }) => said.some(({ outcome }) => outcome.kind === "present"));
  const ds = seen.types.find(({ type, source }) => type === "DS" && source !== "authoritative");
  const expirations = signatures.map(({ data }) => data.expiration);
  const signed = answered ? signatures.length > 0 : null;
  const hasDs =
    ds?.outcome.kind === "present" ? ds.outcome.value.answers.some(({ type }) => type === "DS") : null;
  return {
    // Of a zone it is the DS that counts; where that is not known, nothing is claimed.
    status: statusOf(seen.validation, ds === undefined ? signed : hasDs),
    signed,
    ds: hasDs,
    signaturesExpire: expirations.length === 0 ? null : isoTime(Math.min(...expirations)),
  };
}

/**
 * @param claimed whether there is something to check: a DS, or signatures. Then a resolver that does not say that it
 * checked may be one that never checks.
 */
function statusOf(
  { outcome, unchecked }: NonNullable<DnsSeen["validation"]>,
  claimed: boolean | null,
): "secure" | "insecure" | "bogus" | "unknown" {
  if (outcome.kind !== "present")
    // Without a DS there is nothing that could be bogus: its servers may fail at one time and not at another.
    return unchecked?.kind === "present" && claimed !== false ? "bogus" : "unknown";
  if (outcome.value.flags.includes("ad")) return "secure";
  return claimed === false ? "insecure" : "unknown";
}

/** Signatures that are about to end are late when less than this share of their life is left, and days. */
const LATE_SHARE = 0.15;
const LATE_S = 3 * 86_400;

/** RFC 9904 to 9906: what must not be used for signing any more. */
const DEPRECATED = [1, 3, 5, 6, 7, 12];
const DEPRECATED_DIGESTS: Readonly<Record<number, string>> = { 1: "SHA-1", 3: "GOST R 34.11-94" };

/** What is wrong with a zone's DNSSEC: with what exactly, or where nothing is found, that it does not verify. */
export function dnssecFindings(seen: DnsSeen, name: string): Finding[] {
  const apex = seen.delegation?.apex ?? "";
  const keys = seen.types.find(({ type }) => type === "DNSKEY")?.outcome;
  const keyless = keys?.kind === "present" && recordsAt(seen, apex, "DNSKEY").length === 0;
  const without = name === apex && keyless && recordsAt(seen, apex, "DS").length > 0;
  const own = [...(without ? [say("dns.ds_without_key", name)] : []), ...keyFindings(seen, name)];
  const explained = own.some(({ code }) => EXPLAIN.includes(code));
  const bogus = dnssecOf(seen)?.status === "bogus" && !explained;
  return bogus ? [say("dns.dnssec_bogus", name), ...own] : own;
}

/** What makes signatures not verify. */
const EXPLAIN = ["dns.ds_without_key", "dns.ds_mismatch", "dns.signature_expired"];

function keyFindings(seen: DnsSeen, name: string): Finding[] {
  const ended = new Set<string>();
  const late = new Set<string>();
  for (const record of signaturesOf(seen)) {
    const { covered, expiration, inception } = record.data;
    const left = expiration - seen.at;
    const what = `${record.name} ${covered} (${isoTime(expiration)})`;
    if (left <= 0) ended.add(what);
    else if (left < LATE_S && left < LATE_SHARE * (expiration - inception)) late.add(what);
  }
  const keys = recordsAt(seen, name, "DNSKEY") as readonly DnsRecord<"DNSKEY">[];
  const ds = recordsAt(seen, name, "DS") as readonly DnsRecord<"DS">[];
  const orphaned =
    keys.length > 0 && ds.length > 0 && !ds.some((one) => keys.some((key) => vouches(one.data, key.data)));
  const old = [...keys, ...ds]
    .map(({ data }) => data.algorithm)
    .filter((algorithm) => DEPRECATED.includes(algorithm))
    .map((algorithm) => `algorithm ${ALGORITHMS[algorithm]} (${algorithm})`);
  const digests = ds
    .map(({ data }) => data.digestType)
    .flatMap((type) =>
      DEPRECATED_DIGESTS[type] === undefined ? [] : [`${DEPRECATED_DIGESTS[type]} (${type})`],
    );
  const first = (all: Iterable<string>) => [...all].slice(0, 1);
  return [
    ...first(ended).map((what) => say("dns.signature_expired", what)),
    ...first(late).map((what) => say("dns.signature_ends_soon", what)),
    ...(orphaned ? [say("dns.ds_mismatch", name)] : []),
    ...[...new Set(old)].map((what) => say("dns.algorithm_deprecated", what)),
    ...[...new Set(digests)].map((what) => say("dns.digest_deprecated", what)),
  ];
}

/** Whether a DS may be a key's: the digest is for validators to check (RFC 4034 5.1). */
function vouches(ds: DnsRecord<"DS">["data"], key: DnsRecord<"DNSKEY">["data"]): boolean {
  return ds.keyTag === key.keyTag && ds.algorithm === key.algorithm;
}

/**
 * Whether an answer comes once signatures are not checked; null where that was not tried, or not found out. A resolver
 * that gives another reason (RFC 8914) is believed: servers fail at one time and not at another.
 */
export function isBogus({ unchecked, evidence }: DnsSeen): boolean | null {
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  const reasons = evidence.flatMap(({ errors }) => errors.map(({ code }) => code));
  const other = reasons.length > 0 && !reasons.some((code) => DNSSEC_ERRORS.includes(code));
  return unchecked.kind === "present" && !other;
}

/** Extended errors that are about DNSSEC. Source: IANA Extended DNS Error Codes, as of 2026-11-20. */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];
