import type { Reason } from "@dnstools/core/tool/outcome";
import type { Sockets } from "../sockets.ts";

/** Where a question goes: a literal address and its port. */
export type Endpoint = { readonly address: string; readonly port: number };

/** One who asked and waits. Neither must throw, and neither is called any more after an end or a cancel. */
export type Waiting = {
  /** Looks at a message that came; whether it was the last one waited for. */
  readonly take: (bytes: Uint8Array) => boolean;
  /** Told instead of the last message. */
  readonly fail: (reason: Reason) => void;
  /** Told when TCP has its connection. */
  readonly connected?: () => void;
};

/** Gives up a question: its socket is closed, what comes later is not looked at. */
export type Cancel = () => void;

/**
 * One question over UDP from a fresh socket (a fresh random port), connected, so that the kernel drops
 * what comes from another address or port. Whoever calls has a permit for it.
 */
export function sendUdp(to: Endpoint, query: Uint8Array, waiting: Waiting): Cancel {
  let socket: Bun.udp.ConnectedSocket<"buffer"> | undefined;
  let ended = false;
  const end = () => {
    ended = true;
    socket?.close();
  };
  const failed = (reason: Reason) => {
    if (ended) return;
    end();
    waiting.fail(reason);
  };
  const fail = (error: unknown) => failed(reasonOf(error, to));
  const data = (bytes: Uint8Array) => {
    if (!ended && waiting.take(bytes)) end();
  };
  openUdp(to, data, (error) => failed(reasonFrom(error))).then((opened) => {
    if (ended) return opened.close();
    socket = opened;
    try {
      opened.send(query);
    } catch (error) {
      fail(error);
    }
  }, fail);
  return end;
}

/** A connected socket on a random port. Async, since Bun 1.4 throws some errors instead of rejecting. */
export async function openUdp(
  to: Endpoint,
  data: (bytes: Uint8Array) => void,
  fail: (error: unknown) => void,
): Promise<Bun.udp.ConnectedSocket<"buffer">> {
  return await Bun.udpSocket({
    // Bun opens IPv4 otherwise.
    hostname: to.address.includes(":") ? "::" : "0.0.0.0",
    connect: { hostname: to.address, port: to.port },
    socket: {
      data: (_socket, bytes) => data(bytes),
      // Bun 1.4 hands the error over as the only argument, its types say the second.
      error: (...args: unknown[]) => fail(args.at(-1)),
    },
  });
}

/**
 * One question over TCP (RFC 7766), and as many messages back as are waited for: each a length and so many bytes,
 * 64 KiB at most, which is all that is kept. Whoever calls has a permit for its socket.
 */
export function sendTcp(
  to: Endpoint,
  query: Uint8Array,
  waiting: Waiting,
  sockets: Pick<Sockets, "connect">,
): Cancel {
  const socket = sockets.connect(to);
  let ended = false;
  const end = () => {
    ended = true;
    socket.destroy();
  };
  const fail = (reason: Reason) => {
    if (ended) return;
    end();
    waiting.fail(reason);
  };
  const messages = unframed();
  let connected = false;
  let heard = false;
  socket.on("connect", () => {
    connected = true;
    waiting.connected?.();
    socket.write(framed(query));
  });
  socket.on("data", (chunk: Buffer) => {
    heard = true;
    for (const message of messages(chunk)) if (!ended && waiting.take(message)) end();
  });
  // Whether the server ends with FIN or with RST is up to its kernel, and says the same.
  socket.on("error", (error) =>
    fail(connected && BROKEN.includes(codeOf(error)) ? "reset" : reasonOf(error, to)),
  );
  socket.on("close", () => fail(heard ? "malformed" : "reset"));
  return end;
}

/** Cuts a stream into messages; gives those that a chunk completes. */
function unframed(): (chunk: Buffer) => Uint8Array[] {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = 2;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const messages: Uint8Array[] = [];
    // What has come is joined only when it completes a length or a message.
    while (size >= wanted) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
      const end = 2 + bytes.readUInt16BE(0);
      const whole = size >= end;
      if (whole) messages.push(new Uint8Array(bytes.subarray(2, end)));
      chunks = [whole ? bytes.subarray(end) : bytes];
      size -= whole ? end : 0;
      wanted = whole ? 2 : end;
    }
    return messages;
  };
}

function framed(query: Uint8Array): Uint8Array {
  const message = new Uint8Array(query.length + 2);
  message.set([query.length >> 8, query.length & 0xff]);
  message.set(query, 2);
  return message;
}

/** Errors that the network or the server's host gave for this address, by ICMP or TCP. All others are about this host. */
const THEIRS = [
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE"],
  ...["EACCES", "EPROTO", "ENOPROTOOPT", "EHOSTDOWN", "ENONET"],
];
/** Errors of a connection that there was: the server's host ended it. */
const BROKEN = ["ECONNRESET", "EPIPE"];
const NO_ROUTE = ["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"];

/** What an error says that came back for a question that was sent. */
export function reasonFrom(error: unknown): Reason {
  const code = codeOf(error);
  return THEIRS.includes(code) || code === "ENETUNREACH" ? "unreachable" : "service_unavailable";
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? "";
}

/** What an error says of opening a socket or of sending. What is missing on this host is never held against the server. */
export function reasonOf(error: unknown, to: Endpoint): Reason {
  const code = codeOf(error);
  if (THEIRS.includes(code)) return "unreachable";
  return NO_ROUTE.includes(code) && to.address.includes(":") ? "no_ipv6_here" : "service_unavailable";
}
