import { absent, type Outcome, present, unknown } from "@dnstools/core/outcome";
import type { InputOf } from "@dnstools/core/params";
import { type OriginRow, parseAsName, parseOriginRow } from "@dnstools/core/protocol/cymru";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reversed, reverseName } from "@dnstools/core/protocol/ip";
import { answerName, isHostName, isWithin } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import type { Look } from "@dnstools/net";
import { findNetwork } from "@dnstools/net/lookup/network";
import type { NetworkIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import { namesIn } from "./judge-names.ts";
import type { OriginsSeen, ReverseSeen } from "./seen.ts";

/** Milliseconds for the block over RDAP, so that time is left to ask at port 43. */
const RDAP_MS = 3000;

/** All sources side by side: each has the whole time, and none waits for another. */
export async function probe(
  input: InputOf<typeof contract.params>,
  io: NetworkIo,
  signal: AbortSignal,
): Promise<ReverseSeen> {
  const look = io.look(signal);
  const bytes = parseIp(input.ip) ?? [];
  const name = reverseName(bytes);
  const [names, origins, network] = await Promise.all([
    namesOf(look, name, bytes.length === 4 ? "A" : "AAAA"),
    originsOf(look, io, input.ip),
    findNetwork(look, input.ip, RDAP_MS),
  ]);
  const silent =
    names.ptr.kind === "unknown" && origins.outcome.kind === "unknown" && network.outcome.kind === "unknown";
  const resolverAlive = silent ? await look.resolverAlive() : null;
  return { reverseName: name, ...names, origins, network, resolverAlive, evidence: look.evidence };
}

type Names = Pick<ReverseSeen, "ptr" | "ptrMs" | "names" | "namesMs">;

async function namesOf(look: Look, name: string, type: "A" | "AAAA"): Promise<Names> {
  const start = performance.now();
  const { outcome: ptr } = await look.resolve({ name, type: "PTR" });
  const ptrMs = sinceMs(start);
  const names = await Promise.all(
    namesIn(ptr, name).map(async (one): Promise<PtrName> => {
      return { name: one, forward: isHostName(one) ? await addressesOf(look, one, type) : null };
    }),
  );
  return { ptr, ptrMs, names, namesMs: sinceMs(start) };
}

async function addressesOf(
  look: Look,
  name: string,
  type: "A" | "AAAA",
): Promise<Outcome<readonly string[]>> {
  const { outcome } = await look.resolve({ name, type });
  if (outcome.kind !== "present") return outcome;
  const addresses = walkChain(outcome.value.answers, name, type).records.map((record) => record.value);
  if (addresses.length > 0) return present(addresses);
  return absent(outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
}

async function originsOf(look: Look, { asDatabase }: NetworkIo, ip: string): Promise<OriginsSeen> {
  const start = performance.now();
  if (asDatabase === null) return { ...(await askCymru(look, ip)), elapsedMs: sinceMs(start) };
  const origin = asDatabase.originOf(ip);
  const outcome = origin.kind === "present" ? present([origin.value]) : origin;
  return { source: "as_database", outcome, countryCode: null, elapsedMs: sinceMs(start) };
}

/** Team Cymru's origins over DNS: a prefix with its ASes, then each AS's name. */
async function askCymru(look: Look, ip: string): Promise<Omit<OriginsSeen, "elapsedMs">> {
  const zone = ip.includes(":") ? "origin6" : "origin";
  const source = "team_cymru" as const;
  const rows = await textsAt(look, `${reversed(parseIp(ip) ?? [])}.${zone}.asn.cymru.com`);
  if (rows.kind !== "present") return { source, outcome: rows, countryCode: null };
  const address = parseIp(ip) ?? [];
  const read = rows.value.map((row) => parseOriginRow(row, address)).filter((row) => row !== null);
  const best = mostSpecific(read);
  if (best.length === 0) return { source, outcome: unknown("malformed"), countryCode: null };
  const pairs = best.flatMap((row) => row.asns.map((asn) => ({ asn, prefix: row.prefix })));
  const asns = [...new Set(pairs.map(({ asn }) => asn))];
  const names = new Map(await Promise.all(asns.map(async (asn) => [asn, await nameOf(look, asn)] as const)));
  const outcome = present(pairs.map((pair) => ({ ...pair, name: names.get(pair.asn) ?? unknown("budget") })));
  return { source, outcome, countryCode: best.find((row) => row.countryCode !== null)?.countryCode ?? null };
}

async function nameOf(look: Look, asn: number): Promise<Outcome<string>> {
  const texts = await textsAt(look, `AS${asn}.asn.cymru.com`);
  if (texts.kind !== "present") return texts;
  const name = texts.value.map(parseAsName).find((one) => one !== null);
  return name === undefined || name === null ? unknown("malformed") : present(name);
}

/** Where several prefixes hold an address, it is the longest by which packets find it. */
function mostSpecific(rows: readonly OriginRow[]): readonly OriginRow[] {
  const bits = (row: OriginRow) => Number(row.prefix.split("/")[1]);
  const most = Math.max(...rows.map(bits));
  return rows.filter((row) => bits(row) === most);
}

const CYMRU = "cymru.com";

async function textsAt(look: Look, name: string): Promise<Outcome<readonly string[]>> {
  const { outcome } = await look.resolve({ name, type: "TXT" });
  if (outcome.kind !== "present") return outcome;
  const reply: DnsReply = outcome.value;
  const records = walkChain(reply.answers, answerName(name), "TXT").records as readonly DnsRecord<"TXT">[];
  if (records.length > 0) return present(records.map(({ data }) => data.text));
  // "Not announced" is the word of Team Cymru's own zone; that there is no such zone is none.
  const denier = reply.authorities.find(({ type }) => type === "SOA");
  if (denier === undefined || !isWithin(answerName(denier.name), CYMRU)) return unknown("not_authoritative");
  return absent(reply.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
}

function sinceMs(start: number): number {
  return Math.round(performance.now() - start);
}
