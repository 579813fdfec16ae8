import type { Socket } from "node:net";

/** Milliseconds that the server has to close the connection after a farewell. */
const FAREWELL_MS = 500;

/**
 * Closes a connection in the regular way. Resolves when it is closed; if the server does not close it in time, it
 * is cut.
 * @param farewell a last line to send; empty if it was already sent.
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
  // Unread data would keep the connection from closing.
  connection.resume();
  if (farewell === "") connection.destroySoon();
  else connection.end(`${farewell}\r\n`);
  return promise;
}
