import { giveUp, keep } from "../support/run.ts";
import type { Server } from "./server.ts";

/** Maximum time for a server to answer after its start, in milliseconds. */
const READY_MS = 10_000;

/**
 * Starts all servers in parallel in the namespace of the lab's Internet, and waits until each of them answers.
 * @param inside wraps a command so that it runs in that namespace
 * @param folder receives one log file per server
 */
export async function startServers(
  servers: readonly Server[],
  inside: (command: readonly string[]) => string[],
  folder: string,
): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const log = `${folder}/${server.name}.log`;
      keep(server.name, inside(server.command), log);
      await answering(server, log);
    }),
  );
}

/** The query `. IN NS` with RD set and ID 1. */
const PING = new Uint8Array([0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
/** Time between attempts, in milliseconds. */
const TRY_MS = 10;

/** Resolves when a server answers. A resolver counts as ready only when it answers without error. */
async function answering(server: Server, log: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { ready } = server;
  const knock =
    "dns" in ready
      ? await askDns(ready.dns, ["unbound", "recursor", "laggard"].includes(server.name), resolve)
      : () =>
          void Bun.connect({
            hostname: ready.tcp,
            port: ready.port,
            socket: {
              open(socket) {
                socket.end();
                resolve();
              },
              data() {},
            },
          }).catch(() => {});
  knock();
  const tries = setInterval(knock, TRY_MS);
  const late = setTimeout(
    async () => giveUp(`${server.name} does not answer\n${(await Bun.file(log).text()).trim()}`),
    READY_MS,
  );
  await promise;
  clearInterval(tries);
  clearTimeout(late);
}

async function askDns(address: string, resolves: boolean, answered: () => void): Promise<() => void> {
  const socket = await Bun.udpSocket({
    hostname: address.includes(":") ? "::" : "0.0.0.0",
    socket: {
      data(socket, bytes) {
        if (resolves && ((bytes[3] ?? 0) & 0xf) !== 0) return;
        answered();
        socket.close();
      },
      error() {},
    },
  });
  return () => {
    try {
      if (!socket.closed) socket.send(PING, 53, address);
    } catch {
      // The kernel reports here that an earlier query was refused, because the server did not listen yet.
    }
  };
}
