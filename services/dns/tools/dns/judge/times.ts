import type { TypeObservation } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { shownBy, shownByEach } from "./shown-by.ts";

const DAY_S = 86_400;

/** Returns findings about the SOA's timers, and about TTLs that differ between servers. */
export function timeFindings(observed: DnsObservation, name: string): Finding[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  const soas = soasOf(observed, apex);
  const [soa] = soas;
  const odd = soa === undefined ? [] : oddTimers(soa.data);
  // Servers with different versions of a zone may have different TTLs; the different versions have a finding of their
  // own.
  const oneVersion = new Set(soas.map(({ data }) => data.serial)).size <= 1;
  const differ = oneVersion ? observed.types.flatMap((type) => ttlsOf(type, name)) : [];
  return [
    ...(odd.length > 0
      ? [
          findingOf("dns.soa_timers", {
            subject: `${apex} (${odd.join("; ")})`,
            subjects: [apex ?? "", ...odd],
            evidence: shownBy(observed, { names: [apex ?? ""], types: ["SOA"] }, { types: ["SOA"] }),
          }),
        ]
      : []),
    ...(differ.length > 0
      ? [
          findingOf("dns.ttl_differs_by_server", {
            subject: `${name} ${differ.map(({ type, shown }) => `${type}: ${shown}`).join("; ")}`,
            subjects: [name, ...differ.map(({ type }) => type)],
            evidence: shownByEach(
              observed,
              differ.flatMap(({ type, at }) =>
                at.map((one) => ({ names: [name], types: [type], at: [one] })),
              ),
            ),
          }),
        ]
      : []),
  ];
}

/**
 * Returns the zone's SOA records from the answers of its servers; for a name below the apex, from the authority
 * section (RFC 2308 2).
 */
function soasOf({ types }: DnsObservation, apex: string | null): DnsRecord<"SOA">[] {
  const replies = types.find(({ type }) => type === "SOA")?.replies ?? [];
  return replies.flatMap(({ outcome }) => {
    const all = outcome.kind === "present" ? [...outcome.value.answers, ...outcome.value.authorities] : [];
    return all.filter((one): one is DnsRecord<"SOA"> => one.type === "SOA" && answerName(one.name) === apex);
  });
}

/**
 * Describes timers that contradict each other, or are far from the values of RFC 1912 2.2, RIPE-203 and RFC
 * 2308 5.
 */
function oddTimers({ refresh, retry, expire, minimum }: DnsRecord<"SOA">["data"]): string[] {
  const zero = Object.entries({ refresh, retry, expire }).filter(([, seconds]) => seconds === 0);
  if (zero.length > 0) return zero.map(([timer]) => `${timer} is 0`);
  return [
    ...(retry > refresh ? [`retry ${retry} is above refresh ${refresh}`] : []),
    ...(expire < refresh + retry ? [`expire ${expire} is below refresh and retry, ${refresh + retry}`] : []),
    ...(refresh > DAY_S ? [`refresh ${refresh} is more than a day`] : []),
    ...(minimum > DAY_S ? [`minimum ${minimum} is more than a day`] : []),
  ];
}

/**
 * A type whose records have different TTLs at different servers. `shown` is each TTL with a server, and `at` the
 * addresses of these servers.
 */
type TtlDifference = { readonly type: string; readonly shown: string; readonly at: readonly string[] };

/** Returns the different TTLs with which servers return the same records of the name. */
function ttlsOf({ type, source, replies }: TypeObservation, name: string): TtlDifference[] {
  if (source !== "authoritative") return [];
  const given = replies.flatMap(({ server, outcome }) => {
    const answers = outcome.kind === "present" ? outcome.value.answers : [];
    const own = answers.filter((record) => record.type === type && answerName(record.name) === name);
    const values = own
      .map(({ value }) => value)
      .sort()
      .join("\n");
    return own.length === 0 ? [] : [{ server, values, ttl: Math.min(...own.map(({ ttl }) => ttl)) }];
  });
  if (new Set(given.map(({ values }) => values)).size > 1) return [];
  const byTtl = Map.groupBy(given, ({ ttl }) => ttl);
  if (byTtl.size < 2) return [];
  const shown = [...byTtl].map(([ttl, [one]]) => `${ttl} at ${one?.server.name} (${one?.server.address})`);
  const at = [...byTtl.values()].flatMap((some) => some.slice(0, 1).map(({ server }) => server.address));
  return [{ type, shown: shown.join(", "), at }];
}
