import { connect, createServer, type Server } from "node:net";
import { pipeline } from "node:stream";

/** Where to listen or to connect to: an address, or a unix socket. */
export type Place = { readonly host: string; readonly port: number } | { readonly path: string };

/**
 * Listens, and joins each connection to one to another place; those that come before that place is known wait.
 * @returns null where the place is taken.
 */
export async function forward(from: Place, to: Place | Promise<Place>): Promise<Server | null> {
  const server = createServer(async (client) => {
    // Either side may leave at any time, and the other one is closed then.
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
