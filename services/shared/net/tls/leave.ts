import type { Socket } from "node:net";

/** Milliseconds that the other side has to close after a farewell. */
const FAREWELL_MS = 500;

/**
 * Ends a connection as a client does that is done. Resolves when it is closed; who does not let go is left.
 * @param farewell a last line; empty where it was said already.
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
  // What is not read keeps it from closing.
  connection.resume();
  if (farewell === "") connection.destroySoon();
  else connection.end(`${farewell}\r\n`);
  return promise;
}
