import type { Reason } from "@dnstools/core/tool/outcome";
import type { Sockets } from "../sockets.ts";

/** The destination of a query: a literal IP address and a port. */
export type Endpoint = { readonly address: string; readonly port: number };

/**
 * Callbacks of a query that waits for messages. The callbacks must not throw. They are not called after the query has
 * ended or was cancelled.
 */
export type Waiting = {
  /** Handles a received message. Returns true if the message was the last one expected. */
  readonly take: (bytes: Uint8Array) => boolean;
  /** Called if the exchange fails before the last message arrives. */
  readonly fail: (reason: Reason) => void;
  /** Called when the TCP connection is established. */
  readonly connected?: () => void;
};

/** Something to undo when a query ends, such as an open socket. After `cancel`, no message reaches the query. */
export type Cancellable = { readonly cancel: () => void };

/**
 * Sends one query over UDP from a new socket, and so as a new flow. The socket is connected, so the kernel drops
 * datagrams from other addresses and ports. Queries of tools share sockets instead (SocketPool).
 */
export function sendUdp(to: Endpoint, query: Uint8Array, waiting: Waiting): Cancellable {
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
  return { cancel: end };
}

/**
 * Opens a connected UDP socket on a random port. The function is async because Bun 1.4 throws some errors instead
 * of rejecting.
 */
export async function openUdp(
  to: Endpoint,
  data: (bytes: Uint8Array) => void,
  fail: (error: unknown) => void,
): Promise<Bun.udp.ConnectedSocket<"buffer">> {
  return await Bun.udpSocket({
    // The address family must be set because Bun opens an IPv4 socket by default.
    hostname: to.address.includes(":") ? "::" : "0.0.0.0",
    connect: { hostname: to.address, port: to.port },
    socket: {
      data: (_socket, bytes) => data(bytes),
      // Bun 1.4 passes the error as the only argument, although its types declare it as the second.
      error: (...args: unknown[]) => fail(args.at(-1)),
    },
  });
}

/**
 * Sends one query over TCP (RFC 7766) and passes messages to `waiting` until it has taken the last one. Each message
 * has a length prefix and at most 64 KiB. Only an incomplete message is buffered. The caller must hold a permit for
 * the socket.
 */
export function sendTcp(
  to: Endpoint,
  query: Uint8Array,
  waiting: Waiting,
  sockets: Pick<Sockets, "connect">,
): Cancellable {
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
  // FIN and RST are handled alike: the server's kernel determines which of them is sent.
  socket.on("error", (error) =>
    fail(connected && BROKEN.includes(codeOf(error)) ? "reset" : reasonOf(error, to)),
  );
  socket.on("close", () => fail(heard ? "malformed" : "reset"));
  return { cancel: end };
}

/**
 * Creates a function that splits a stream into messages. The function takes the next chunk and returns the messages
 * that the chunk completes.
 */
function unframed(): (chunk: Buffer) => Uint8Array[] {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = 2;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const messages: Uint8Array[] = [];
    // Chunks are joined only when together they complete a length prefix or a message.
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

/**
 * Codes of errors that are caused by the network or the server's host and reported over ICMP or TCP. All other errors
 * are caused by this host.
 */
const THEIRS = [
  ...["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE"],
  ...["EACCES", "EPROTO", "ENOPROTOOPT", "EHOSTDOWN", "ENONET"],
];
/** Error codes that show that the server's host closed an established connection. */
const BROKEN = ["ECONNRESET", "EPIPE"];
const NO_ROUTE = ["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"];

/** Returns the reason for an error that was reported after a query had been sent. */
export function reasonFrom(error: unknown): Reason {
  const code = codeOf(error);
  return THEIRS.includes(code) || code === "ENETUNREACH" ? "unreachable" : "service_unavailable";
}

function codeOf(error: unknown): string {
  return (error as { code?: string } | null)?.code ?? "";
}

/**
 * Returns the reason for an error that occurred while opening a socket or sending. If this host lacks a resource or a
 * route, the error is never attributed to the server.
 */
export function reasonOf(error: unknown, to: Endpoint): Reason {
  const code = codeOf(error);
  if (THEIRS.includes(code)) return "unreachable";
  // Only this host's own firewall rejects a packet before it is sent.
  if (code === "EPERM") return "local_firewall";
  if (!NO_ROUTE.includes(code)) return "service_unavailable";
  return to.address.includes(":") ? "no_ipv6_here" : "no_ipv4_here";
}
