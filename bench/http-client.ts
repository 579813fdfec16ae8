import type { Socket } from "bun";

/** What came back: status 0 when the connection ended first. */
export type Answer = { readonly status: number; readonly headers: string };

/** Speaks HTTP/1.1 over a bounded number of connections that stay open, at little cost: fetch would be what is measured. */
export type HttpClient = Disposable & {
  /** Waits for a connection where all are busy. @param headers lines, each with its end */
  readonly get: (path: string, headers?: string) => Promise<Answer>;
};

type Line = { socket: Socket<undefined> | null; take: (answer: Answer) => void; head: string; left: number };
type Waiting = { readonly text: string; readonly take: (answer: Answer) => void };

const HEAD_END = "\r\n\r\n";

/** @param url http://host:port; @param most connections */
export function openClient(url: string, most: number): HttpClient {
  const { hostname, port, host } = new URL(url);
  const idle: Line[] = [];
  const waiting: Waiting[] = [];
  const open = new Set<Line>();
  let ended = false;

  function begin(line: Line, { text, take }: Waiting): void {
    line.take = take;
    line.head = "";
    line.left = -1;
    line.socket?.write(text);
  }

  function free(line: Line): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else begin(line, next);
  }

  function finish(line: Line): void {
    const { take, head } = line;
    line.take = nobody;
    const status = Number(head.slice(9, 12));
    // nginx ends a connection after so many requests, and says so before.
    if (/\r\nconnection: close/i.test(head)) retire(line);
    else free(line);
    take({ status, headers: head });
  }

  function data(line: Line, chunk: Buffer): void {
    if (line.left >= 0) line.left -= chunk.length;
    else {
      line.head += chunk.toString("latin1");
      const end = line.head.indexOf(HEAD_END);
      if (end === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(line.head)?.[1];
      if (length === undefined) throw new Error(`an answer without its length: ${line.head.slice(0, 500)}`);
      line.left = Number(length) - (line.head.length - end - HEAD_END.length);
      line.head = line.head.slice(0, end);
    }
    if (line.left <= 0) finish(line);
  }

  function gone(line: Line): void {
    const at = idle.indexOf(line);
    if (at !== -1) idle.splice(at, 1);
    const { take } = line;
    line.take = nobody;
    if (retire(line)) take({ status: 0, headers: "" });
  }

  /** Lets a connection go, and opens another for who waits. @returns whether it was still counted as open. */
  function retire(line: Line): boolean {
    if (!open.delete(line)) return false;
    line.socket?.end();
    const next = ended ? undefined : waiting.shift();
    if (next !== undefined) connect(next);
    return true;
  }

  function connect(first: Waiting): void {
    const line: Line = { socket: null, take: first.take, head: "", left: -1 };
    open.add(line);
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          line.socket = socket;
          begin(line, first);
        },
        data: (_, chunk) => data(line, chunk),
        close: () => gone(line),
        error: () => gone(line),
        connectError: () => gone(line),
      },
    }).catch(() => gone(line));
  }

  return {
    get(path, headers = "") {
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const one = { text: `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`, take: resolve };
      const line = idle.pop();
      if (line !== undefined) begin(line, one);
      else if (open.size < most) connect(one);
      else waiting.push(one);
      return promise;
    },
    [Symbol.dispose]() {
      ended = true;
      for (const { socket } of open) socket?.end();
    },
  };
}

function nobody(): void {}
