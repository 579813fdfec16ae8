import type { Endpoint } from "./dns/transport.ts";
import type { Sockets } from "./sockets.ts";

/**
 * A second connection to a server that has not responded, which shows whether the server accepts connections at all.
 */
export type Knock = {
  /** Fires if the server did not accept the connection in time. */
  readonly gone: AbortSignal;
  /** Closes the second connection. Must be called when the response has arrived or is no longer needed. */
  readonly end: () => void;
};

/**
 * Detects a server that accepts no connections. Bun's fetch does not report when it is connected, so without this
 * check the caller would wait for a dead host as long as for a slow one. If there is no response after half of
 * `connectMs`, a second connection is attempted during the other half. A server that accepts this connection gets the
 * full time that the caller allows. No connection is attempted if no socket permit is free.
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
    // Connection errors are ignored here because the request itself reports them.
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
