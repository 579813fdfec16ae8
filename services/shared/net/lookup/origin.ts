import { type OriginRow, parseAsName, parseOriginRow } from "@dnstools/core/protocol/cymru";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { parseIp, reversed } from "@dnstools/core/protocol/ip";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "../session.ts";

/** An autonomous system that announces a prefix, with the system's name. */
export type Origin = { readonly asn: number; readonly prefix: string; readonly name: Outcome<string> };

/** The autonomous systems that announce the prefix of an address. */
export type OriginsFound = {
  readonly outcome: Outcome<readonly Origin[]>;
  /** The country in which the prefix is registered; null if unknown. */
  readonly countryCode: string | null;
};

/**
 * Finds the origins of an address through Team Cymru's DNS service: first the prefix with its AS numbers, then the
 * name of each AS.
 */
export async function findOrigins(session: NetSession, ip: string): Promise<OriginsFound> {
  const best = await findOriginRows(session, ip);
  if (best.kind !== "present") return { outcome: best, countryCode: null };
  const rows = best.value;
  const pairs = rows.flatMap((row) => row.asns.map((asn) => ({ asn, prefix: row.prefix })));
  const asns = [...new Set(pairs.map(({ asn }) => asn))];
  const names = new Map(
    await Promise.all(asns.map(async (asn) => [asn, await nameOf(session, asn)] as const)),
  );
  const outcome = present(pairs.map((pair) => ({ ...pair, name: names.get(pair.asn) ?? unknown("budget") })));
  return { outcome, countryCode: rows.find((row) => row.countryCode !== null)?.countryCode ?? null };
}

/**
 * Finds the most specific prefix of an address and its AS numbers through Team Cymru; absent if no AS announces the
 * address.
 */
export async function findOriginRows(
  session: NetSession,
  ip: string,
): Promise<Outcome<readonly OriginRow[]>> {
  const zone = ip.includes(":") ? "origin6" : "origin";
  const address = parseIp(ip) ?? [];
  const texts = await textsAt(session, `${reversed(address)}.${zone}.asn.cymru.com`);
  if (texts.kind !== "present") return texts;
  const read = texts.value.map((row) => parseOriginRow(row, address)).filter((row) => row !== null);
  const best = mostSpecific(read);
  return best.length === 0 ? unknown("malformed") : present(best);
}

async function nameOf(session: NetSession, asn: number): Promise<Outcome<string>> {
  const texts = await textsAt(session, `AS${asn}.asn.cymru.com`);
  if (texts.kind !== "present") return texts;
  const name = texts.value.map(parseAsName).find((one) => one !== null);
  return name === undefined || name === null ? unknown("malformed") : present(name);
}

/** Returns the rows with the longest prefix, which routers prefer if several prefixes contain an address. */
function mostSpecific(rows: readonly OriginRow[]): readonly OriginRow[] {
  const bits = (row: OriginRow) => Number(row.prefix.split("/")[1]);
  const most = Math.max(...rows.map(bits));
  return rows.filter((row) => bits(row) === most);
}

const CYMRU = "cymru.com";

async function textsAt(session: NetSession, name: string): Promise<Outcome<readonly string[]>> {
  const { outcome } = await session.resolve({ name, type: "TXT" });
  if (outcome.kind !== "present") return outcome;
  const reply: DnsReply = outcome.value;
  const records = walkChain(reply.answers, answerName(name), "TXT").records as readonly DnsRecord<"TXT">[];
  if (records.length > 0) return present(records.map(({ data }) => data.text));
  // Only a denial from Team Cymru's own zone means "not announced"; a denial of that zone itself does not.
  const denier = reply.authorities.find(({ type }) => type === "SOA");
  if (denier === undefined || !isWithin(answerName(denier.name), CYMRU)) return unknown("not_authoritative");
  return absent(reply.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
}
