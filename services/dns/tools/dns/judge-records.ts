import { type Finding, finding } from "@dnstools/core/finding";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import { FINDINGS } from "./findings.ts";

const say = (code: keyof typeof FINDINGS, subject: string) => finding(FINDINGS, code, subject);

/**
 * What the records themselves give to say, whoever said them.
 * @param of a type's records at the name, aliases left out.
 * @param own whether the zone's own servers gave them: a resolver's TTLs run down.
 */
export function recordFindings(
  of: (type: ShownType) => readonly DnsRecord[],
  name: string,
  own: boolean,
): Finding[] {
  const mx = (of("MX") as readonly DnsRecord<"MX">[]).map(({ data }) => data);
  const exchanges = mx.map(({ exchange }) => exchange);
  const [only] = mx;
  const odd = mx.length === 1 && only?.exchange === "." && only.preference !== 0;
  const spf = (of("TXT") as readonly DnsRecord<"TXT">[]).filter(({ data }) =>
    /^v=spf1( |$)/i.test(data.text),
  );
  const all = (["A", "AAAA", "CNAME", "MX", "NS", "TXT", "CAA", "DNSKEY"] as const).map((type) => ({
    type,
    records: own ? of(type) : [],
  }));
  const ttls = (records: readonly DnsRecord[]) => new Set(records.map(({ ttl }) => ttl));
  return [
    ...(exchanges.includes(".") && exchanges.length > 1 ? [say("dns.null_mx_with_others", name)] : []),
    ...(odd ? [say("dns.null_mx_preference", name)] : []),
    ...exchanges.filter(isIp).map((address) => say("dns.mx_is_address", `${name} (${address})`)),
    ...(spf.length > 1 ? [say("dns.several_spf", name)] : []),
    ...all
      .filter(({ records }) => ttls(records).has(0))
      .map(({ type }) => say("dns.ttl_zero", `${name} ${type}`)),
    ...all
      .filter(({ records }) => ttls(records).size > 1)
      .map(({ type }) => say("dns.ttl_differs", `${name} ${type}`)),
  ];
}
