import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainObservation, HostCheck, WishReply } from "@dnstools/core/domain/observations";
import { isWithin } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, type Reason } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { NetSession } from "../session.ts";
import { withoutValidation } from "./validation.ts";
import { askEach, type BarredAddresses, serversOf } from "./zone.ts";

/** Fields for further observations of a zone's servers. */
type Closer = Pick<DomainObservation, "wishes" | "tcp" | "hostCheck">;

/**
 * Observes a zone's servers more closely with three further queries. The first requests the DS records that the zone
 * asks its parent to publish (CDS). The second tests whether a server accepts TCP connections. The third requests the
 * address of an unverified name server (`hostToCheck`) or, if there is none, the CDNSKEY records.
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
  // A refused connection is reported about as quickly as a query is answered. A firewall that drops packets is not
  // worth a longer wait.
  const patienceMs = performance.now() - start + session.waits.nextServerMs / 5;
  const tcp = await orAborted(connected, AbortSignal.timeout(Math.ceil(patienceMs)));
  return { wishes: [...cds, ...cdnskey], tcp, hostCheck };
}

/**
 * Tests whether a server accepts a TCP connection. The answer to the query is not awaited because it would take
 * another round trip.
 */
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
 * Returns the name server to check: one that our resolver could not find, otherwise one outside the zone whose glue at
 * the parent has not been verified.
 */
function hostToCheck(zone: Zone, delegation: Delegation | null): string | null {
  const outside = (name: string) => !isWithin(name, zone.apex);
  const unfound = zone.nameServers.find(({ name, reason }) => reason === "servfail" && outside(name));
  const withGlue = delegation?.nameServers.find(({ name, glue }) => glue.length > 0 && outside(name));
  return (unfound ?? withGlue)?.name ?? null;
}

/** Resolves a name server's address through our resolver, after SERVFAIL also without validation. */
export async function checkHost(session: NetSession, name: string): Promise<HostCheck> {
  const question = { name, type: "A" } as const;
  const { outcome } = await session.resolve(question, { decisive: ["failure"] });
  return { name, outcome, unchecked: await withoutValidation(session, question, outcome) };
}
