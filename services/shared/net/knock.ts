import type { Endpoint } from "./dns/transport.ts";
import type { Sockets } from "./sockets.ts";

/** A second connection to a server that has not responded, to find out whether it accepts connections at all. */
export type Knock = {
  /** Fires if the server accepted no connection in time. */
  readonly gone: AbortSignal;
  /** Ends the attempt. Must be called when the response has arrived or is not needed any longer. */
  readonly end: () => void;
};

/**
 * Detects a server that accepts no connections. Bun's fetch does not report when it is connected, so a dead host
 * would be waited for as long as a slow one. If there is no response after half of `connectMs`, a second connection
 * is attempted for the other half. A server that accepts it gets the full time that the caller allows. No
 * connection is attempted if no permit for a socket is free.
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
    // The request itself reports connection errors.
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
