import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainObservation, HostCheck, WishReply } from "@dnstools/core/domain/observations";
import { isWithin } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, type Reason } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { NetSession } from "../session.ts";
import { askEach, type BarredAddresses, serversOf } from "./zone.ts";

/** What more is seen of a zone's servers. */
type Closer = Pick<DomainObservation, "wishes" | "tcp" | "hostCheck">;

/**
 * Looks at a zone's servers more closely, with three questions more: what DS the zone wants its parent to have (CDS), whether a server
 * takes TCP connections, and the address of a server that is not known by itself (`hostToCheck`), or else CDNSKEY.
 */
export async function lookCloser(
  session: NetSession,
  zone: Zone,
  delegation: Delegation | null,
  barredAddresses: BarredAddresses,
): Promise<Closer> {
  const servers = serversOf(zone);
  const [first] = servers;
  if (first === undefined) return { wishes: [], tcp: null, hostCheck: null };
  const second = servers.find(({ name }) => name !== first.name) ?? first;
  const host = hostToCheck(zone, delegation);
  const wish = async (type: WishReply["type"], server: DnsServer) => {
    const replies = await askEach(session, zone, [server], { name: zone.apex, type }, barredAddresses);
    return replies.map((one) => ({ ...one, type }));
  };
  const start = performance.now();
  const connected = tryTcp(session, zone, first, barredAddresses);
  const [cds, cdnskey, hostCheck] = await Promise.all([
    wish("CDS", first),
    host === null ? wish("CDNSKEY", second) : [],
    host === null ? null : checkHost(session, host),
  ]);
  // A refusal takes as long as an answer; a silent firewall is not worth a caller's time.
  const patienceMs = performance.now() - start + session.waits.nextServerMs / 5;
  const tcp = await orAborted(connected, AbortSignal.timeout(Math.ceil(patienceMs)));
  return { wishes: [...cds, ...cdnskey], tcp, hostCheck };
}

/** Whether a server takes a TCP connection: what it answers takes another round trip, and is not waited for. */
async function tryTcp(
  session: NetSession,
  zone: Zone,
  server: DnsServer,
  barredAddresses: BarredAddresses,
): Promise<DomainObservation["tcp"]> {
  const { name, address } = server;
  const failed = (reason: Reason | null) => ({ server: { name, address }, reason });
  const barred = barredAddresses.get(address);
  if (barred !== undefined) return failed(barred);
  const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
  const options = { tcp: true, onConnected: () => resolve(present(null)) };
  void session.ask(server, { name: zone.apex, type: "SOA" }, options).then(resolve);
  const outcome = await promise;
  return failed(outcome.kind === "unknown" ? outcome.reason : null);
}

/**
 * The name server whose address is to be checked: one that our resolver did not find, else one outside of the zone whose address the
 * parent gave, which nobody has looked up.
 */
function hostToCheck(zone: Zone, delegation: Delegation | null): string | null {
  const outside = (name: string) => !isWithin(name, zone.apex);
  const unfound = zone.nameServers.find(({ name, reason }) => reason === "servfail" && outside(name));
  const withGlue = delegation?.nameServers.find(({ name, glue }) => glue.length > 0 && outside(name));
  return (unfound ?? withGlue)?.name ?? null;
}

/** A name server's address as our resolver gives it: SERVFAIL with and an answer without its check is bogus (RFC 4035 5.5). */
async function checkHost(session: NetSession, name: string): Promise<HostCheck> {
  const question = { name, type: "A" } as const;
  const { outcome } = await session.resolve(question);
  const servfail = outcome.kind === "unknown" && outcome.reason === "servfail";
  const unchecked = servfail ? (await session.resolve(question, { unchecked: true })).outcome : null;
  return { name, outcome, unchecked };
}
