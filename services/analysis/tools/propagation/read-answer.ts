import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { ComparedType } from "./observations.ts";

/** A reply as it is compared: what it has of a type, after aliases. */
export type Answer = {
  readonly status: "answer" | "nodata" | "nxdomain";
  /** Each once and sorted: addresses, `preference exchange` in lower case, joined strings. */
  readonly values: readonly string[];
  /** The same for the same set, in whatever order and case it came. */
  readonly key: string;
  /** Where aliases lead; null where there are none. */
  readonly alias: string | null;
  /** Lowest TTL of the records, of the aliases to them; of a denial that of its SOA. Null where there are none. */
  readonly ttl: { readonly records: number | null; readonly aliases: number | null };
  /** Of a denial the SOA's zone, and the seconds it may be kept (RFC 2308 5). */
  readonly soa: { readonly zone: string; readonly ttl: number; readonly keptS: number } | null;
};

/**
 * Reads what a reply has of a name's type; null where its aliases lead in a circle, or where what it has
 * is of other names alone: that is no answer, and no denial either.
 * @param zone aliases are followed within it alone: a server may only speak for its own.
 */
export function readAnswer(reply: DnsReply, name: string, type: ComparedType, zone = ""): Answer | null {
  const { aliases, records, end, loop } = walkChain(reply.answers, name, type, zone);
  if (loop && records.length === 0) return null;
  // Where aliases leave the zone, what a server has beyond is not looked at.
  const own = [...aliases.map((alias) => answerName(alias.name)), end];
  if (records.length === 0 && isWithin(end, zone) && isForeign(reply, own, type)) return null;
  const values = [...new Set(records.map((record) => comparable(record, type)))].sort();
  // Behind an alias NXDOMAIN speaks of its target (RFC 6604 3): the name itself is there.
  const denied = reply.rcode === "NXDOMAIN" && aliases.length === 0;
  const status = values.length > 0 ? "answer" : denied ? "nxdomain" : "nodata";
  return {
    status,
    values,
    key: JSON.stringify([status, ...values]),
    alias: aliases.length === 0 ? null : end,
    ttl: { records: lowest(records), aliases: lowest(aliases) },
    soa: values.length > 0 ? null : soaOf(reply, end),
  };
}

/** Whether an answer section has the type at other names alone, or nothing at all of the names that were followed. */
function isForeign({ answers }: DnsReply, names: readonly string[], type: ComparedType): boolean {
  const others = answers.filter(({ name }) => !names.includes(answerName(name)));
  return (
    others.some((record) => record.type === type) || (answers.length > 0 && others.length === answers.length)
  );
}

function comparable(record: DnsRecord, type: ComparedType): string {
  if (type === "MX") {
    const { preference, exchange } = (record as DnsRecord<"MX">).data;
    return `${preference} ${answerName(exchange) || "."}`;
  }
  return type === "TXT" ? (record as DnsRecord<"TXT">).data.text : record.value;
}

function lowest(records: readonly DnsRecord[]): number | null {
  return records.length === 0 ? null : records.reduce((low, { ttl }) => Math.min(low, ttl), Infinity);
}

/** Whether aliases lead to where a server's own reply has no word of it: out of its zone, or to a name that it did not show. */
export function leavesZone({ alias, values, soa }: Answer, apex: string): boolean {
  return alias !== null && values.length === 0 && !(isWithin(alias, apex) && soa !== null);
}

/** The SOA of a denial, where its zone may hold the name; the root and others vouch for nothing. */
function soaOf(reply: DnsReply, name: string): Answer["soa"] {
  const soa = reply.authorities.find((record): record is DnsRecord<"SOA"> => record.type === "SOA");
  if (soa === undefined) return null;
  const zone = answerName(soa.name);
  if (zone === "" || !isWithin(name, zone)) return null;
  return { zone, ttl: soa.ttl, keptS: Math.min(soa.ttl, soa.data.minimum) };
}
