import type { Permit } from "@dnstools/concurrency/fair-semaphore";
import type { Sockets } from "../sockets.ts";
import { ResolverSockets } from "./resolver-sockets.ts";
import type { DnsServer } from "./server.ts";
import { ServerSockets } from "./server-sockets.ts";
import type { QuerySocket } from "./shared-socket.ts";

/** The UDP sockets of a DNS client, which the queries to a server share. */
export type SocketPool = {
  /** Returns a socket for a query to a server, or null if the query needs a permit. Our own resolvers need none. */
  readonly join: (server: DnsServer) => QuerySocket | null;
  /** Returns a socket for a query that has a permit, which the pool releases. */
  readonly take: (server: DnsServer, permit: Permit) => QuerySocket;
};

/** Creates a pool that opens its sockets when they are first needed. */
export function createSocketPool(limit: Sockets): SocketPool {
  const servers = new ServerSockets(limit);
  const resolvers = new Map<string, ResolverSockets>();
  const resolverAt = ({ address, port }: DnsServer) => {
    const key = `${address}#${port}`;
    let resolver = resolvers.get(key);
    if (resolver === undefined) {
      resolver = new ResolverSockets({ address, port }, limit);
      resolvers.set(key, resolver);
    }
    return resolver;
  };
  return {
    join: (server) => (server.upstream === "recursor" ? resolverAt(server).join() : servers.join(server)),
    take: (server, permit) => servers.take(server, permit),
  };
}
