import { connect, createServer, type Server } from "node:net";
import { pipeline } from "node:stream";

/** Where to listen or to connect: an address and a port, or a Unix socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Listens at one place, and forwards each connection to another place. Connections wait until that place is known.
 * @returns null if the place to listen at is in use.
 */
export async function forward(from: Place, to: Place | Promise<Place>): Promise<Server | null> {
  const server = createServer(async (client) => {
    // Either side may disconnect at any time; then the other connection is closed.
    client.on("error", () => {});
    const upstream = connect({ ...(await to) });
    pipeline(client, upstream, client, () => {
      client.destroy();
      upstream.destroy();
    });
  });
  const { promise, resolve } = Promise.withResolvers<Server | null>();
  server.once("listening", () => resolve(server));
  server.once("error", () => resolve(null));
  server.listen({ ...from });
  return promise;
}
