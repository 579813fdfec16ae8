import { onAbort } from "@dnstools/concurrency/abortable";
import type { DnsClient } from "../dns/client.ts";
import { encodeQuery } from "../dns/message.ts";
import { randomId } from "../dns/random-id.ts";
import type { DnsServer } from "../dns/server.ts";
import { sendUdp } from "../dns/transport.ts";
import type { FacetResult } from "./facets.ts";

/** Number of sockets that are opened for the trial, and how many of them may stay without an answer. */
const SOCKETS = 6;
const LOST_MAX = 1;

/**
 * Tests whether the router in front of this host has room for new flows: our resolver answers over a socket that is
 * already open, and not over new ones. Returns null if the resolver does not answer at all.
 */
export async function tryFlows(
  dns: Pick<DnsClient, "ask">,
  resolver: DnsServer | undefined,
  signal: AbortSignal,
): Promise<FacetResult | null> {
  if (resolver === undefined) return null;
  const [{ evidence }, ...answers] = await Promise.all([
    dns.ask(resolver, { name: "", type: "NS" }, signal),
    ...Array.from({ length: SOCKETS }, () => answersOnNewSocket(resolver, signal)),
  ]);
  const lost = answers.filter((isAnswered) => !isAnswered).length;
  if (evidence.rcode === null && lost > LOST_MAX) return null;
  return { verdict: lost > LOST_MAX ? "full" : "ok", evidence: { ...evidence, reason: null } };
}

function answersOnNewSocket(resolver: DnsServer, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const query = encodeQuery({ name: "", type: "NS" }, { id: randomId(), recursion: true, edns: true });
  if (query === null) return Promise.resolve(false);
  const take = () => {
    resolve(true);
    return true;
  };
  const sent = sendUdp(resolver, query, { take, fail: () => resolve(false) });
  const stop = onAbort(signal, () => resolve(false));
  return promise.finally(() => {
    stop();
    sent.cancel();
  });
}
