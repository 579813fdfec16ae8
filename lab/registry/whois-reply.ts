import type { Socket } from "bun";
import type { Network } from "../plan/network-shapes.ts";

/** A query on port 43, and the connection that waits for its answer. */
export type Asked = { readonly question: string; readonly socket: Socket<unknown> };

/** Writes the answer of an address registry about a network, or about an address that is in no network. */
export type Telling = (address: string, network: Network | null, question: string) => string;

/** Milliseconds to wait before sending more to a slow reader. */
const FULL_MS = 5;

/**
 * Sends a text and closes the connection, as every server does (RFC 3912 section 2). Lines end in CRLF in every
 * charset.
 */
export function reply({ socket }: Asked, text: string, charset: "utf-8" | "latin1" = "utf-8"): void {
  const lines = text.replace(/^\n/, "").replaceAll("\n", "\r\n");
  void send(socket, Buffer.from(lines, charset)).then(() => socket.end());
}

/** Sends bytes as fast as the client reads. @returns true if the client is still connected. */
export async function send(socket: Socket<unknown>, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length; ) {
    const sent = socket.write(bytes.subarray(at));
    if (sent < 0) return false;
    at += sent;
    if (at < bytes.length) await Bun.sleep(FULL_MS);
  }
  return socket.readyState > 0;
}
