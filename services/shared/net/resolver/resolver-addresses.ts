import { lookup } from "node:dns/promises";
import { isIp, isLinkLocalWithZone } from "@dnstools/core/protocol/ip";
import { WAITS, type Waits } from "@dnstools/core/waits";
import type { Endpoint } from "../dns/transport.ts";

/** Maximum number of addresses that are used for one resolver name. */
const ADDRESSES_MAX = 8;

/**
 * Returns the addresses of configured resolvers. Names are looked up through the system (/etc/hosts, then DNS); a name
 * that cannot be resolved is skipped. Names are looked up only once, so their addresses must be stable, like those of
 * a service in a cluster.
 */
export async function resolverAddresses(
  places: readonly { readonly host: string; readonly port: number }[],
  { systemLookupMs }: Waits = WAITS,
): Promise<readonly Endpoint[]> {
  const found = await Promise.all(
    places.map(async ({ host, port }) =>
      (await addressesOf(host, systemLookupMs)).map((address) => ({ address, port })),
    ),
  );
  return found.flat();
}

async function addressesOf(host: string, waitMs: number): Promise<readonly string[]> {
  if (isIp(host) || isLinkLocalWithZone(host)) return [host];
  const late = Promise.withResolvers<readonly string[]>();
  const timer = setTimeout(() => late.resolve([]), waitMs);
  const found = lookup(host, { all: true }).then(
    (answers) => [...new Set(answers.map(({ address }) => address))].slice(0, ADDRESSES_MAX),
    () => [],
  );
  const addresses = await Promise.race([found, late.promise]);
  clearTimeout(timer);
  return addresses;
}
