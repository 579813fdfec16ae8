import { createServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import { addressesOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";

/** Milliseconds until an idle connection is closed. */
const IDLE_MS = 60_000;

/**
 * Accepts connections at a host's addresses. A connection ends when its client disconnects, or is silent for a
 * minute.
 */
export function listen(host: Host, port: number, converse: (socket: Socket) => void | Promise<void>): void {
  for (const address of addressesOf(host)) {
    createServer((socket) => {
      socket.setTimeout(IDLE_MS, () => socket.destroy());
      socket.on("error", () => {});
      Promise.resolve(converse(socket)).catch(() => socket.destroy());
    }).listen(port, address);
  }
}

/** Writes as fast as the client reads, until the client disconnects. */
export async function writeForEver(socket: Socket, bytes: Uint8Array): Promise<void> {
  while (!socket.destroyed) {
    if (!socket.write(bytes)) await taken(socket);
    // Lets the event loop serve other connections, however fast this client reads.
    await setImmediate();
  }
}

/** Resolves when the client has read what was written, or has disconnected. */
function taken(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const event of ["drain", "close"] as const) socket.once(event, () => resolve());
  return promise;
}

/** Writes one byte at a time, until the client disconnects. */
export async function drip(socket: Socket, bytes: Uint8Array, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Uint8Array.of(byte));
    await setTimeout(everyMs);
  }
}
