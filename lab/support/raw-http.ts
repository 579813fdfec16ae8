import { connect } from "node:net";

/** A complete response on a raw connection. */
export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

/**
 * Sends a text unchanged, for requests that no well-behaved client sends. Resolves when the server closes the
 * connection.
 * @param from source address, if it matters
 */
export async function rawHttp(url: string, text: string, from?: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<void>();
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(port), ...(from === undefined ? {} : { localAddress: from }) });
  let got = "";
  socket.on("connect", () => socket.write(text));
  socket.on("data", (bytes: Buffer) => {
    got += bytes.toString();
  });
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());
  await promise;
  const [head = "", body = ""] = got.split("\r\n\r\n", 2);
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}
