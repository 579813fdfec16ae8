import type { RegistryOutcome } from "@dnstools/core/net-event";
import type { Network, NetworkFound, RegistrySource } from "@dnstools/core/network";
import { parseIp } from "@dnstools/core/protocol/ip";
import { type Rir, readNetwork, stubOf, stubSigns } from "@dnstools/core/protocol/rdap/network";
import { isSmaller, networkOf, smallestBlock } from "@dnstools/core/protocol/whois/network";
import { isLimited } from "@dnstools/core/protocol/whois/phrases";
import { lastReferral } from "@dnstools/core/protocol/whois/referral";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { rdapGet } from "../registry/rdap.ts";
import { charsetOf } from "../registry/registries.ts";
import { decoded } from "../registry/whois-text.ts";
import type { NetSession, WhoisServer } from "../session.ts";

/**
 * RDAP base URL (IANA, 2026-11), whois server and query format of each regional registry (their documentation, as of
 * 2026-11-20).
 */
const RIR_SERVERS: Readonly<Record<Rir, { rdap: string; whois: string; line: (ip: string) => string }>> = {
  arin: { rdap: "https://rdap.arin.net/registry/", whois: "whois.arin.net", line: (ip) => `n + ${ip}` },
  ripe: { rdap: "https://rdap.db.ripe.net/", whois: "whois.ripe.net", line: (ip) => `-r ${ip}` },
  apnic: { rdap: "https://rdap.apnic.net/", whois: "whois.apnic.net", line: (ip) => `-r ${ip}` },
  lacnic: { rdap: "https://rdap.lacnic.net/rdap/", whois: "whois.lacnic.net", line: (ip) => ip },
  afrinic: { rdap: "https://rdap.afrinic.net/rdap/", whois: "whois.afrinic.net", line: (ip) => `-r ${ip}` },
};
const IANA = "whois.iana.org";
/** The query line for each whois server. Without `/e`, JPNIC answers in Japanese. */
const LINES: Readonly<Record<string, (ip: string) => string>> = {
  "whois.nic.ad.jp": (ip) => `${ip}/e`,
  ...Object.fromEntries(Object.values(RIR_SERVERS).map(({ whois, line }) => [whois, line])),
};

/**
 * Maximum number of referrals from one registry to another that are followed over RDAP; HOPS_MAX is the maximum number
 * of whois servers that are queried.
 */
const STUBS_MAX = 2;
const HOPS_MAX = 5;
const REFERRALS = /^(refer|whois|ReferralServer)$/i;

/**
 * Finds the registered block of an IP address over RDAP, or over whois if RDAP fails.
 * @param rdapMs total milliseconds allowed for RDAP.
 */
export async function findNetwork(session: NetSession, ip: string, rdapMs: number): Promise<NetworkFound> {
  const start = performance.now();
  const sources: RegistrySource[] = [];
  const done = (outcome: Outcome<Network>): NetworkFound => ({
    outcome,
    sources,
    elapsedMs: Math.round(performance.now() - start),
  });
  const base = await session.rdapBase(ip.includes(":") ? "ipv6" : "ipv4", ip);
  if (base.kind === "unknown") sources.push(failed("rdap", "https://data.iana.org/rdap/", base.reason));
  // A block without an entry in IANA's list has no registry (RFC 9224 5).
  if (base.kind === "absent") return done(absent("not_offered"));
  const said =
    base.kind === "present"
      ? await overRdap(session, ip, base.value, sources, AbortSignal.timeout(rdapMs))
      : null;
  if (said !== null && said.outcome.kind !== "unknown") return done(said.outcome);
  const over = await atPort43(session, ip, said?.registry ?? null, sources);
  if (over.kind !== "unknown" || said === null) return done(over);
  return done(said.outcome);
}

type RdapResult = { readonly outcome: Outcome<Network>; readonly registry: Rir | null };

async function overRdap(
  session: NetSession,
  ip: string,
  base: string,
  sources: RegistrySource[],
  until: AbortSignal,
): Promise<RdapResult> {
  let registry = rirAt(base);
  let url = base;
  for (let hop = 0; ; hop++) {
    const outcome = await rdapGet(session, new URL(`ip/${ip}`, url), until);
    if (outcome.kind !== "present") {
      const reason = outcome.kind === "unknown" ? outcome.reason : "malformed";
      sources.push(failed("rdap", url, reason));
      return { outcome: unknown(reason), registry };
    }
    const { object, url: from } = outcome.value;
    const server = new URL(from).hostname;
    if (object === null) {
      sources.push({ kind: "rdap", server: from, status: "absent", says: null, reason: null });
      // "Not found" proves nothing unless it comes from the block's own registry.
      const proved = server === new URL(base).hostname;
      return { outcome: proved ? absent("nxdomain") : unknown("not_authoritative"), registry };
    }
    const network = readNetwork(object, ip, server);
    const stub = network === null ? null : stubOf(stubSigns(object), server);
    if (stub === null) {
      sources.push(network === null ? failed("rdap", from, "malformed") : ok("rdap", from));
      return { outcome: network === null ? unknown("malformed") : present(network), registry };
    }
    sources.push({ kind: "rdap", server: from, status: "absent", says: null, reason: null });
    if (stub === "elsewhere" || hop >= STUBS_MAX)
      return { outcome: unknown("not_authoritative"), registry: null };
    registry = stub;
    url = RIR_SERVERS[stub].rdap;
  }
}

/**
 * Queries whois servers, starting with that of the block's registry (or IANA's if the registry is not known), and
 * follows referrals.
 */
async function atPort43(
  session: NetSession,
  ip: string,
  registry: Rir | null,
  sources: RegistrySource[],
): Promise<Outcome<Network>> {
  const visited = new Set<string>();
  let best: Outcome<Network> = unknown("no_servers");
  let next: WhoisServer | null = { host: registry === null ? IANA : RIR_SERVERS[registry].whois, port: 43 };
  for (let hop = 0; hop < HOPS_MAX && next !== null; hop++) {
    const server: WhoisServer = next;
    next = null;
    visited.add(server.host);
    const turn = await session.turn(server.host, null);
    const line = LINES[server.host]?.(ip) ?? ip;
    let read = readAnswer("", ip, server.host);
    const outcome =
      turn === "go"
        ? await session.whois(server, line, AbortSignal.timeout(session.waits.whoisMs), (bytes) => {
            read = readAnswer(decoded(bytes, charsetOf(server.host)), ip, server.host);
            return wordOf(read);
          })
        : unknown(turn);
    if (outcome.kind !== "present") {
      const reason = outcome.kind === "unknown" ? outcome.reason : "malformed";
      sources.push(failed("whois", server.host, reason));
      // If the block's own regional registry fails, the block in an earlier server's answer is only a placeholder.
      return best.kind === "present" && !isRir(server.host) ? best : unknown(reason);
    }
    // IANA's answer only describes a whole /8, so it never replaces a block that is already known.
    if (server.host !== IANA && read.outcome.kind === "present") best = smaller(best, read.outcome);
    else if (best.kind !== "present") best = read.outcome;
    if (read.outcome.kind === "unknown" && read.outcome.reason === "rate_limited")
      session.backOff(server.host, null);
    sources.push(
      read.outcome.kind === "unknown" && server.host !== IANA
        ? failed("whois", server.host, read.outcome.reason)
        : ok("whois", server.host),
    );
    if (read.next !== null && !visited.has(read.next.host)) next = read.next;
  }
  return best;
}

/**
 * Returns the smaller of two blocks. A server to which a registry refers may return any block, so its answer must not
 * replace a more specific one.
 */
function smaller(
  known: Outcome<Network>,
  found: { readonly kind: "present"; readonly value: Network },
): Outcome<Network> {
  if (known.kind !== "present") return found;
  const ends = ({ startAddress, endAddress }: Network) => ({
    start: parseIp(startAddress) ?? [],
    end: parseIp(endAddress) ?? [],
  });
  return isSmaller(ends(found.value), ends(known.value)) ? found : known;
}

type PortResult = { readonly outcome: Outcome<Network>; readonly next: WhoisServer | null };

/** Returns the metrics label for a whois answer. */
function wordOf({ outcome, next }: PortResult): RegistryOutcome {
  if (outcome.kind !== "unknown" || next !== null || outcome.reason === "not_authoritative") return "ok";
  return outcome.reason === "rate_limited" ? "rate_limited" : "unparsable";
}

function readAnswer(text: string, ip: string, server: string): PortResult {
  const referral = lastReferral(text, REFERRALS);
  const block = smallestBlock(text, ip);
  if (block === null) {
    const limited = referral === null && isLimited(text);
    return { outcome: unknown(limited ? "rate_limited" : "not_recognised"), next: referral };
  }
  const network = networkOf(block, text, server);
  // `stubOf` treats `block.text` as remarks, because this text includes the registry's comments around the block.
  const { name, countryCode } = network;
  const zz = /^country:\s*ZZ\b/im.test(block.text);
  const stub = stubOf({ name, country: zz ? "ZZ" : countryCode, remarks: block.text }, server);
  if (stub === null) return { outcome: present(network), next: referral };
  const at = stub === "elsewhere" ? referral : { host: RIR_SERVERS[stub].whois, port: 43 };
  return { outcome: unknown("not_authoritative"), next: at };
}

function isRir(host: string): boolean {
  return Object.values(RIR_SERVERS).some(({ whois }) => whois === host);
}

function rirAt(base: string): Rir | null {
  const found = Object.entries(RIR_SERVERS).find(
    ([, { rdap }]) => new URL(rdap).hostname === new URL(base).hostname,
  );
  return (found?.[0] as Rir | undefined) ?? null;
}

function ok(kind: RegistrySource["kind"], server: string): RegistrySource {
  return { kind, server, status: "ok", says: null, reason: null };
}

function failed(kind: RegistrySource["kind"], server: string, reason: Reason): RegistrySource {
  return { kind, server, status: "unknown", says: null, reason };
}
