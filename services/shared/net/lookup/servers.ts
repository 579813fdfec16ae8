import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainObservation, HostCheck, WishSaid } from "@dnstools/core/domain/observations";
import { isWithin } from "@dnstools/core/protocol/names";
import type { Delegation, Zone } from "@dnstools/core/protocol/zone";
import { type Outcome, present, type Reason } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import type { Look } from "../look.ts";
import { askEach, type BarredAddresses, serversOf } from "./zone.ts";

/** What more is seen of a zone's servers. */
type Closer = Pick<DomainObservation, "wishes" | "tcp" | "hostCheck">;

/**
 * Looks at a zone's servers more closely, with three questions more: what DS the zone wants its parent to have (CDS), whether a server
 * takes TCP connections, and the address of a server that is not known by itself (`hostToCheck`), or else CDNSKEY.
 */
export async function lookCloser(
  look: Look,
  zone: Zone,
  delegation: Delegation | null,
  barred: BarredAddresses,
): Promise<Closer> {
  const servers = serversOf(zone);
  const [first] = servers;
  if (first === undefined) return { wishes: [], tcp: null, hostCheck: null };
  const second = servers.find(({ name }) => name !== first.name) ?? first;
  const host = hostToCheck(zone, delegation);
  const wish = async (type: WishSaid["type"], server: DnsServer) => {
    const said = await askEach(look, zone, [server], { name: zone.apex, type }, barred);
    return said.map((one) => ({ ...one, type }));
  };
  const start = performance.now();
  const connected = tryTcp(look, zone, first, barred);
  const [cds, cdnskey, hostCheck] = await Promise.all([
    wish("CDS", first),
    host === null ? wish("CDNSKEY", second) : [],
    host === null ? null : checkHost(look, host),
  ]);
  // A refusal takes as long as an answer; a silent firewall is not worth a caller's time.
  const patienceMs = performance.now() - start + look.waits.nextServerMs / 5;
  const tcp = await orAborted(connected, AbortSignal.timeout(Math.ceil(patienceMs)));
  return { wishes: [...cds, ...cdnskey], tcp, hostCheck };
}

/** Whether a server takes a TCP connection: what it answers takes another round trip, and is not waited for. */
async function tryTcp(
  look: Look,
  zone: Zone,
  server: DnsServer,
  barred: BarredAddresses,
): Promise<DomainObservation["tcp"]> {
  const { name, address } = server;
  const failed = (reason: Reason | null) => ({ server: { name, address }, reason });
  const reason = barred.get(address);
  if (reason !== undefined) return failed(reason);
  const { promise, resolve } = Promise.withResolvers<Outcome<unknown>>();
  const options = { tcp: true, onConnected: () => resolve(present(null)) };
  void look.ask(server, { name: zone.apex, type: "SOA" }, options).then(resolve);
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
  const glued = delegation?.nameServers.find(({ name, glue }) => glue.length > 0 && outside(name));
  return (unfound ?? glued)?.name ?? null;
}

/** A name server's address as our resolver gives it: SERVFAIL with and an answer without its check is bogus (RFC 4035 5.5). */
async function checkHost(look: Look, name: string): Promise<HostCheck> {
  const question = { name, type: "A" } as const;
  const { outcome } = await look.resolve(question);
  const servfail = outcome.kind === "unknown" && outcome.reason === "servfail";
  const unchecked = servfail ? (await look.resolve(question, { unchecked: true })).outcome : null;
  return { name, outcome, unchecked };
}
