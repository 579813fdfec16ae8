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

type Signature = DnsRecord<"RRSIG">;

/**
 * The zone's own signatures in what its servers gave, by server and RRset: a denial has them beside its SOA (RFC 4035
 * 3.1.3). A server that holds the zone of an alias's target, too, gives that one's: they are not this zone's.
 */
function signaturesOf(seen: DnsSeen): readonly (readonly Signature[])[] {
  const apex = seen.zone?.kind === "present" ? seen.zone.value.apex : null;
  return seen.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ said }) => said)
    .flatMap(({ outcome: it }) => {
      const records = it.kind === "present" ? [...it.value.answers, ...it.value.authorities] : [];
      const own = records.filter(
        (record): record is Signature => record.type === "RRSIG" && signerOf(record as Signature) === apex,
      );
      return [...Map.groupBy(own, ({ name, data }) => `${name} ${data.covered}`).values()];
    });
}

function signerOf({ data }: Signature): string {
  return answerName(data.signer);
}

/** What is known of a zone's DNSSEC. */
export function dnssecOf(seen: DnsSeen): DnsData["dnssec"] {
  if (seen.validation === null) return null;
  const signatures = signaturesOf(seen);
  const answered = seen.types.some(({ said }) => said.some(({ outcome }) => outcome.kind === "present"));
  const ds = seen.types.find(({ type, source }) => type === "DS" && source !== "authoritative");
  const expirations = signatures.flat().map(({ data }) => data.expiration);
  const signed = answered ? signatures.length > 0 : null;
  const hasDs =
    ds?.outcome.kind === "present" ? ds.outcome.value.answers.some(({ type }) => type === "DS") : null;
  return {
    // Of a zone it is the DS that counts; where that is not known, nothing is claimed.
    status: statusOf(seen, seen.validation, ds === undefined ? signed : hasDs),
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
  { evidence, zone }: DnsSeen,
  { outcome, unchecked }: NonNullable<DnsSeen["validation"]>,
  claimed: boolean | null,
): "secure" | "insecure" | "bogus" | "unknown" {
  if (outcome.kind !== "present") {
    const apex = zone?.kind === "present" ? zone.value.apex : "";
    const other = failedFor(evidence, `${apex}. IN SOA`) === "other";
    // Without a DS there is nothing that could be bogus: its servers may fail at one time and not at another.
    return unchecked?.kind === "present" && claimed !== false && !other ? "bogus" : "unknown";
  }
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
  // Nobody checks what the parent does not vouch for.
  const checked = dnssecOf(seen)?.ds !== false;
  for (const group of checked ? signaturesOf(seen) : []) {
    // One that holds is enough (RFC 4035 5.3.3).
    const [last] = group.toSorted((a, b) => b.data.expiration - a.data.expiration);
    if (last === undefined) continue;
    const { covered, expiration, inception } = last.data;
    const left = expiration - seen.at;
    const what = `${last.name} ${covered} (${isoTime(expiration)})`;
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
 * With type, whether an answer comes once signatures are not checked; null where that was not tried, not found out, or
 * where the resolver has another reason for its failure: servers fail at one time and not at another.
 */
export function isBogus(seen: DnsSeen, name: string): boolean | null {
  const { unchecked, evidence, types } = seen;
  if (unchecked === null || (unchecked.kind === "unknown" && unchecked.reason !== "servfail")) return null;
  if (unchecked.kind !== "present") return false;
  return failedFor(evidence, `${name}. IN ${types[0]?.type}`) === "other" ? null : true;
}

/** What the resolver gave as the reason of its SERVFAIL for a question (RFC 8914); null where it gave none that says. */
function failedFor(evidence: DnsSeen["evidence"], question: string): "dnssec" | "other" | null {
  const codes = evidence
    .filter((one) => one.question === question && one.server === "resolver" && one.rcode === "SERVFAIL")
    .flatMap(({ errors }) => errors.map(({ code }) => code));
  if (codes.some((code) => DNSSEC_ERRORS.includes(code))) return "dnssec";
  return codes.some((code) => OTHER_ERRORS.includes(code)) ? "other" : null;
}

/**
 * Extended errors that are about DNSSEC, and those that name another cause: not ready, prohibited, not authoritative, no
 * reachable authority, network error, invalid data. Source: IANA Extended DNS Error Codes, as of 2026-11-20.
 */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];
const OTHER_ERRORS = [14, 18, 20, 22, 23, 24];
