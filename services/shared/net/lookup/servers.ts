import type { HostCheck, TcpSaid } from "@dnstools/core/domain/seen";
import { unknown } from "@dnstools/core/outcome";
import { isWithin } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import type { Look } from "../look.ts";
import { type Known, serversOf } from "./zone.ts";

/** Questions for all of this, in a call. */
const QUESTIONS_MAX = 3;
/** What is asked over TCP, in turn. */
const TCP_TYPES = ["CDS", "CDNSKEY", "CDS"] as const;

/**
 * Asks some servers of a zone over TCP what DS the zone wants its parent to have: whether they have TCP is seen by the way. Each is
 * asked once; a zone's only server twice.
 * @param spent questions that were spent on other things.
 */
export function askOverTcp(look: Look, zone: Zone, known: Known, spent: number): Promise<readonly TcpSaid[]> {
  const first = new Map(
    serversOf(zone)
      .toReversed()
      .map((server) => [server.name, server]),
  );
  // IPv4 goes first: without IPv6 here nothing is known of the others.
  const servers = [...first.values()].toReversed();
  const most = Math.min(QUESTIONS_MAX - spent, Math.max(2, servers.length));
  return Promise.all(
    TCP_TYPES.slice(0, most).flatMap((type, i) => {
      const server = servers[i % servers.length];
      return server === undefined ? [] : [askOne(look, zone, server, type, known)];
    }),
  );
}

async function askOne(
  look: Look,
  zone: Zone,
  server: ReturnType<typeof serversOf>[number],
  type: TcpSaid["type"],
  known: Known,
): Promise<TcpSaid> {
  const barred = known.get(server.address);
  const outcome = barred
    ? unknown(barred)
    : await look.ask(server, { name: zone.apex, type }, { dnssec: true, tcp: true });
  return { type, server: { name: server.name, address: server.address }, outcome };
}

/**
 * The name server whose address is to be checked: one that our resolver did not find, else one outside of the zone whose address the
 * parent gave, which nobody has looked up.
 */
export function hostToCheck(zone: Zone, delegation: Delegation | null): string | null {
  const outside = (name: string) => !isWithin(name, zone.apex);
  const unfound = zone.nameServers.find(({ name, reason }) => reason === "servfail" && outside(name));
  const glued = delegation?.nameServers.find(({ name, glue }) => glue.length > 0 && outside(name));
  return (unfound ?? glued)?.name ?? null;
}

/** A name server's address as our resolver gives it: SERVFAIL with and an answer without its check is bogus (RFC 4035 5.5). */
export async function checkHost(look: Look, name: string): Promise<HostCheck> {
  const question = { name, type: "A" } as const;
  const { outcome } = await look.resolve(question);
  const servfail = outcome.kind === "unknown" && outcome.reason === "servfail";
  const unchecked = servfail ? (await look.resolve(question, { unchecked: true })).outcome : null;
  return { name, outcome, unchecked };
}
