import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";

/** Returns the records of a type at the name itself, without aliases. */
type RecordsOf = (type: ShownType) => readonly DnsRecord[];

/** Returns findings about the records themselves, whichever server returned them. */
export function recordFindings(of: RecordsOf, name: string): Finding[] {
  const mx = (of("MX") as readonly DnsRecord<"MX">[]).map(({ data }) => data);
  const exchanges = mx.map(({ exchange }) => exchange);
  const [only] = mx;
  const odd = mx.length === 1 && only?.exchange === "." && only.preference !== 0;
  const spf = (of("TXT") as readonly DnsRecord<"TXT">[]).filter(({ data }) =>
    /^v=spf1( |$)/i.test(data.text),
  );
  return [
    ...(exchanges.includes(".") && exchanges.length > 1 ? [findingOf("dns.null_mx_with_others", name)] : []),
    ...(odd ? [findingOf("dns.null_mx_preference", name)] : []),
    ...exchanges
      .filter(isIp)
      .map((address) =>
        findingOf("dns.mx_is_address", { subject: `${name} (${address})`, subjects: [name, address] }),
      ),
    ...(spf.length > 1 ? [findingOf("dns.several_spf", name)] : []),
  ];
}

const WITH_TTL = ["A", "AAAA", "CNAME", "MX", "NS", "TXT", "CAA", "DNSKEY"] as const;

/** Returns findings about the TTLs at the zone's own servers. A resolver's TTLs count down and show nothing. */
export function ttlFindings(of: RecordsOf, name: string): Finding[] {
  return WITH_TTL.flatMap((type) => {
    const ttls = new Set(of(type).map(({ ttl }) => ttl));
    return [
      ...(ttls.has(0)
        ? [findingOf("dns.ttl_zero", { subject: `${name} ${type}`, subjects: [name, type] })]
        : []),
      ...(ttls.size > 1
        ? [findingOf("dns.ttl_differs", { subject: `${name} ${type}`, subjects: [name, type] })]
        : []),
    ];
  });
}
