import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { ComparedType } from "./observations.ts";

/** A reply in the form in which replies are compared: its records of one type, after following aliases. */
export type ComparableAnswer = {
  readonly status: "answer" | "nodata" | "nxdomain";
  /**
   * The values of the records, unique and sorted: addresses for A, `preference exchange` in lower case for MX, joined
   * strings for TXT.
   */
  readonly values: readonly string[];
  /** Key that is equal for equal answers, whatever the order and letter case of the records. */
  readonly key: string;
  /** Name at which the CNAME chain ends; null if there are no aliases. */
  readonly alias: string | null;
  /**
   * Lowest TTL of the records, and lowest TTL of the aliases that point to them, in seconds; null if there are none.
   */
  readonly ttl: { readonly records: number | null; readonly aliases: number | null };
  /**
   * SOA record of a negative answer, with the number of seconds for which the answer may be cached (RFC 2308 5); null
   * if there is no SOA record.
   */
  readonly soa: { readonly zone: string; readonly ttl: number; readonly cacheTtlS: number } | null;
};

/**
 * Reads a reply's answer for a name and type. Returns null if the aliases form a loop, or if all records are for other
 * names: such a reply is neither an answer nor a denial.
 * @param zone the server's zone; aliases are followed only within it, because the server has authority for no other
 * zone.
 */
export function readAnswer(
  reply: DnsReply,
  name: string,
  type: ComparedType,
  zone = "",
): ComparableAnswer | null {
  const { aliases, records, end, loop } = walkChain(reply.answers, name, type, zone);
  if (loop && records.length === 0) return null;
  // A server's records for a CNAME target outside its zone are ignored.
  const own = [...aliases.map((alias) => answerName(alias.name)), end];
  if (records.length === 0 && isWithin(end, zone) && isForeign(reply, own, type)) return null;
  const values = [...new Set(records.map((record) => comparable(record, type)))].sort();
  // If the name is an alias, NXDOMAIN applies to the target (RFC 6604 3); the name itself exists.
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

/**
 * Returns true if an answer section contains records of the type for names that were not followed, or contains only
 * records for such names.
 */
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

/**
 * Returns true if a server's reply has no answer for the name at the end of its CNAME chain, because that name is
 * outside the zone or missing in the reply.
 */
export function leavesZone({ alias, values, soa }: ComparableAnswer, apex: string): boolean {
  return alias !== null && values.length === 0 && !(isWithin(alias, apex) && soa !== null);
}

/**
 * Returns the SOA record of a denial if the record's zone may contain the name. SOA records of the root or of other
 * zones prove nothing.
 */
function soaOf(reply: DnsReply, name: string): ComparableAnswer["soa"] {
  const soa = reply.authorities.find((record): record is DnsRecord<"SOA"> => record.type === "SOA");
  if (soa === undefined) return null;
  const zone = answerName(soa.name);
  if (zone === "" || !isWithin(name, zone)) return null;
  return { zone, ttl: soa.ttl, cacheTtlS: Math.min(soa.ttl, soa.data.minimum) };
}
