import type { Socket } from "bun";

/**
 * Why there is no status: the connection was refused, it closed before the answer was complete, or the client's
 * timeout passed.
 */
export type Failure = "refused" | "closed" | "silent";

/** The response to a request. */
export type Answer = {
  /** HTTP status; 0 if no complete response arrived, for the reason in `failure`. */
  readonly status: number;
  readonly headers: string;
  /** The body of the response. The body of a 200 is present only if the client keeps bodies. */
  readonly body: string;
  readonly failure: Failure | null;
  /** The local port of the connection; 0 if the connection was never open. */
  readonly port: number;
};

/**
 * Speaks HTTP/1.1 over a bounded number of persistent connections at little cost. With fetch, the bench would mostly
 * measure the client.
 */
export type HttpClient = Disposable & {
  /**
   * Sends a GET request, after waiting for a connection if all are busy.
   * @param headers header lines, each with its line end.
   */
  readonly get: (path: string, headers?: string) => Promise<Answer>;
};

export type ClientOptions = {
  /** Opens a new connection for each request. */
  readonly fresh?: boolean;
  /** Keeps the bodies of 200 responses too. */
  readonly bodies?: boolean;
  /** Milliseconds after the first sent byte until the client gives up a request. Default: one minute. */
  readonly patienceMs?: number;
};

type Line = {
  socket: Socket<undefined> | null;
  /** Stored here, because a closed socket does not know its port. */
  port: number;
  take: (answer: Answer) => void;
  head: string;
  left: number;
  body: Buffer[];
  timer: ReturnType<typeof setTimeout> | null;
};
type Waiting = { readonly text: string; readonly take: (answer: Answer) => void };

const HEAD_END = "\r\n\r\n";
const PATIENCE_MS = 60_000;

/** Opens a client. @param url `http://host:port`. @param most maximum number of connections. */
export function openClient(url: string, most: number, options: ClientOptions = {}): HttpClient {
  const { hostname, port, host } = new URL(url);
  const { fresh = false, bodies = false, patienceMs = PATIENCE_MS } = options;
  const idle: Line[] = [];
  const waiting: Waiting[] = [];
  const open = new Set<Line>();
  let ended = false;

  function begin(line: Line, { text, take }: Waiting): void {
    Object.assign(line, { take, head: "", left: -1, body: [] });
    line.timer = setTimeout(() => gone(line, "silent"), patienceMs);
    line.socket?.write(text);
  }

  function free(line: Line): void {
    if (fresh || /\r\nconnection: close/i.test(line.head)) {
      line.take = nobody;
      gone(line, "closed");
      return;
    }
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else begin(line, next);
  }

  function finish(line: Line): void {
    const { take, head, body, port } = line;
    if (line.timer !== null) clearTimeout(line.timer);
    line.take = nobody;
    const status = Number(head.slice(9, 12));
    // nginx ends a connection after a number of requests, and announces it in the last response.
    if (/\r\nconnection: close/i.test(head)) retire(line);
    else free(line);
    take({ status, headers: head, body: Buffer.concat(body).toString(), failure: null, port });
  }

  function data(line: Line, chunk: Buffer): void {
    let rest = chunk;
    if (line.left < 0) {
      const before = line.head.length;
      line.head += chunk.toString("latin1");
      const end = line.head.indexOf(HEAD_END);
      if (end === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(line.head)?.[1];
      if (length === undefined) throw new Error(`an answer without its length: ${line.head.slice(0, 500)}`);
      rest = chunk.subarray(end + HEAD_END.length - before);
      line.left = Number(length);
      line.head = line.head.slice(0, end);
    }
    line.left -= rest.length;
    // The bytes are copied, because the buffer is reused after this call.
    if (bodies || line.head.slice(9, 12) !== "200") line.body.push(Buffer.from(rest));
    if (line.left <= 0) finish(line);
  }

  function gone(line: Line, failure: Failure): void {
    const at = idle.indexOf(line);
    if (at !== -1) idle.splice(at, 1);
    if (line.timer !== null) clearTimeout(line.timer);
    const { take, socket, port } = line;
    line.take = nobody;
    if (retire(line)) take({ status: 0, headers: "", body: "", failure, port });
    socket?.end();
  }

  /**
   * Removes a connection, and opens another one for a waiting request.
   * @returns true if the connection still counted as open
   */
  function retire(line: Line): boolean {
    if (!open.delete(line)) return false;
    line.socket?.end();
    const next = ended ? undefined : waiting.shift();
    if (next !== undefined) connect(next);
    return true;
  }

  function connect(first: Waiting): void {
    const line: Line = { socket: null, port: 0, take: first.take, head: "", left: -1, body: [], timer: null };
    line.timer = setTimeout(() => gone(line, "silent"), patienceMs);
    open.add(line);
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          line.socket = socket;
          line.port = socket.localPort;
          if (line.timer !== null) clearTimeout(line.timer);
          // The request may have timed out before the connection was open.
          if (open.has(line)) begin(line, first);
          else socket.end();
        },
        data: (_, chunk) => data(line, chunk),
        close: () => gone(line, "closed"),
        error: () => gone(line, "closed"),
        connectError: () => gone(line, "refused"),
      },
    }).catch(() => gone(line, "refused"));
  }

  return {
    get(path, headers = "") {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const last = fresh ? "Connection: close\r\n" : "";
      const one = { text: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}${last}\r\n`, take: resolve };
      const line = idle.pop();
      if (line !== undefined) begin(line, one);
      else if (open.size < most) connect(one);
      else waiting.push(one);
      return promise;
    },
    [Symbol.dispose]() {
      ended = true;
      for (const line of [...open]) gone(line, "closed");
    },
  };
}

function nobody(): void {}
