/** What came back on a raw connection, whole. */
export type RawAnswer = { readonly status: number; readonly head: string; readonly body: string };

/** Sends bytes as they are, for requests that no well-behaved client makes. Resolves when the server closes. */
export async function rawHttp(url: string, text: string): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  let got = "";
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) => void socket.write(text),
      data(_socket, bytes) {
        got += bytes.toString();
      },
      close: () => resolve(got),
      error: () => resolve(got),
    },
  });
  const answer = await promise;
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2);
  return { status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}
