import { dnssecOf, failedFor, signaturesOf } from "@dnstools/core/domain/dnssec";
import { type Finding, finding } from "@dnstools/core/finding";
import { ALGORITHMS } from "@dnstools/core/protocol/dns/dnssec";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { FINDINGS } from "./findings.ts";
import { recordsAt } from "./judge-servers.ts";
import type { DnsSeen } from "./seen.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

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
