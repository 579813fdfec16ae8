import type { Socket } from "node:net";

/** Maximum milliseconds that the server may take to close the connection after a farewell. */
const FAREWELL_MS = 500;

/**
 * Closes a connection in the regular way. Resolves when the connection is closed. If the server does not close it in
 * time, it is closed forcibly.
 * @param farewell the last line to send; empty if it was already sent.
 */
export function leave(connection: Socket, farewell: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const drop = () => {
    clearTimeout(timer);
    connection.destroy();
    resolve();
  };
  const timer = setTimeout(drop, FAREWELL_MS);
  connection.once("close", drop);
  // Received data must be read, otherwise the connection would not close.
  connection.resume();
  if (farewell === "") connection.destroySoon();
  else connection.end(`${farewell}\r\n`);
  return promise;
}
