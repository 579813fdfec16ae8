import type { Endpoint } from "./dns/transport.ts";
import type { Sockets } from "./sockets.ts";

/** A second connection to a server that has not answered, to learn whether it takes connections at all. */
export type Knock = {
  /** Fires where the server took no connection in time. */
  readonly gone: AbortSignal;
  /** To be called when the answer came, or nothing waits for it any more. */
  readonly end: () => void;
};

/**
 * Bun's fetch does not say when it is connected, so that a dead host is waited for as long as a slow one. After half of the time
 * without an answer another connection is tried for the other half; a server that takes it has all the time that its caller gives.
 * No connection is tried where no permit for a socket is free.
 */
export function knock(to: Endpoint, sockets: Sockets, connectMs: number): Knock {
  const gone = new AbortController();
  let close = () => {};
  const start = () => {
    const permit = sockets.tryAcquire(to.address);
    if (permit === null) return;
    const socket = sockets.connect(to);
    const timer = setTimeout(() => {
      close();
      gone.abort();
    }, connectMs / 2);
    close = () => {
      clearTimeout(timer);
      socket.destroy();
      permit.release();
      close = () => {};
    };
    socket.once("connect", () => close());
    // What is wrong with the connection the request itself is told.
    socket.on("error", () => close());
  };
  const timer = setTimeout(start, connectMs / 2);
  return {
    gone: gone.signal,
    end() {
      clearTimeout(timer);
      close();
    },
  };
}
