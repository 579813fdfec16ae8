import { type AddressInfo, createServer, type Socket } from "node:net";

/** A request as the gateway receives it. */
export type Seen = {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connection: number;
};

/**
 * A fake gateway on raw sockets that records its requests and can misbehave.
 * `await using` stops it.
 */
export type OddGateway = Disposable & {
  readonly host: string;
  /** The requests received so far, except requests for the state of the rate limit. */
  readonly seen: readonly Seen[];
  /** Returns the number of requests for the state of the rate limit. */
  readonly limitsAsked: () => number;
};

/**
 * Handles a request. Returns the text to send, or null to send no response. The function may also close the
 * connection.
 */
export type Answering = (seen: Seen, socket: Socket) => string | null;

export const OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

/** Starts a fake gateway. Requests to it have no body, because nginx does not forward bodies. */
export async function oddGateway(answer: Answering = () => OK): Promise<OddGateway> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let limits = 0;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    const connection = connections;
    sockets.add(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (bytes: Buffer) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n\r\n"); end !== -1; end = text.indexOf("\r\n\r\n")) {
        const [line = "", ...lines] = text.slice(0, end).split("\r\n");
        text = text.slice(end + 4);
        const headers = Object.fromEntries(
          lines.map((one) => [one.slice(0, one.indexOf(":")).toLowerCase(), one.slice(one.indexOf(":") + 2)]),
        );
        const request = { line, headers, connection };
        if (line.startsWith("GET /api/v1/limits ")) limits += 1;
        else seen.push(request);
        const said = answer(request, socket);
        if (said !== null) socket.write(said, "latin1");
      }
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    seen,
    limitsAsked: () => limits,
    [Symbol.dispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
