import { readCaa } from "@dnstools/core/protocol/caa";
import type { DnsRecord, ShownType } from "@dnstools/core/protocol/dns/record";
import { isIp } from "@dnstools/core/protocol/ip";
import { answerName } from "@dnstools/core/protocol/names";
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
  const hasAddress = of("A").length > 0 || of("AAAA").length > 0;
  const aliases = (of("HTTPS") as readonly DnsRecord<"HTTPS">[])
    .filter(({ data }) => data.priority === 0)
    .map(({ data }) => data.target);
  return [
    ...(exchanges.includes(".") && exchanges.length > 1 ? [findingOf("dns.null_mx_with_others", name)] : []),
    ...(odd ? [findingOf("dns.null_mx_preference", name)] : []),
    ...exchanges
      .filter(isIp)
      .map((address) =>
        findingOf("dns.mx_is_address", { subject: `${name} (${address})`, subjects: [name, address] }),
      ),
    ...(spf.length > 1 ? [findingOf("dns.several_spf", name)] : []),
    ...(hasAddress && aliases.some((target) => target === "." || answerName(target) === name)
      ? [findingOf("dns.https_alias_useless", name)]
      : []),
    ...((of("SOA") as readonly DnsRecord<"SOA">[]).some(({ data }) => data.mname === ".")
      ? [findingOf("dns.soa_no_primary", name)]
      : []),
    ...caaFindings(of("CAA") as readonly DnsRecord<"CAA">[], name),
  ];
}

/** Returns a finding for each fault of the CAA records and each tag that has it. */
function caaFindings(records: readonly DnsRecord<"CAA">[], name: string): Finding[] {
  const { faults } = readCaa(records);
  const each = new Map(faults.map((one) => [`${one.fault} ${one.tag}`, one]));
  return [...each.values()].map(({ fault, tag, meant }) => {
    const shown = meant === null ? tag : `${tag} instead of ${meant}`;
    return findingOf(`dns.caa_${fault}`, { subject: `${name} (${shown})`, subjects: [name, tag] });
  });
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
