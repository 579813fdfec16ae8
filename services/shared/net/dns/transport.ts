import { connect } from "node:net";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/outcome";

/** Where a question goes: a literal address and its port. */
export type Endpoint = { readonly address: string; readonly port: number };

/** Reads a datagram; null when it is not the answer waited for. Must not throw. */
export type Read<T> = (bytes: Uint8Array) => T | null;

/** One question on its way. `result` settles at an answer or an error, and never by itself after `cancel`. */
export type Attempt<T> = { readonly result: Promise<Outcome<T>>; readonly cancel: () => void };

/** Datagrams that are not the answer are passed over, but not without end. */
const STRAY_MAX = 64;

/** Bytes of a datagram that is looked at. */
const DATAGRAM_MAX = 4096;

/** What to do with a datagram: its answer, or null to go on waiting. Counts the strays of one question. */
export function listener<T>(read: Read<T>): (bytes: Uint8Array) => Outcome<T> | null {
  let stray = 0;
  return (bytes) => {
    // We asked for 1232 at most; what is far beyond was made to cost.
    if (bytes.length > DATAGRAM_MAX) return unknown("too_large");
    const answer = read(bytes);
    if (answer !== null) return present(answer);
    return ++stray > STRAY_MAX ? unknown("malformed") : null;
  };
}

/**
 * One question over UDP from a fresh socket (a fresh random port), connected, so that the kernel drops
 * what comes from another address or port.
 */
export function sendUdp<T>(to: Endpoint, query: Uint8Array, read: Read<T>): Attempt<T> {
  const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
  const listen = listener(read);
  let socket: Bun.udp.ConnectedSocket<"buffer"> | undefined;
  let ended = false;
  const end = (outcome?: Outcome<T>) => {
    if (ended) return;
    ended = true;
    socket?.close();
    if (outcome !== undefined) resolve(outcome);
  };
  Bun.udpSocket({
    hostname: anyAddress(to),
    connect: { hostname: to.address, port: to.port },
    socket: {
      data(_socket, bytes) {
        const outcome = listen(bytes);
        if (outcome !== null) end(outcome);
      },
      // Bun 1.4 hands the error over as the only argument, its types say the second.
      error: (...args: unknown[]) => end(unknown(reasonOf(args.at(-1), to))),
    },
  }).then(
    (opened) => {
      if (ended) return opened.close();
      socket = opened;
      try {
        opened.send(query);
      } catch (error) {
        end(unknown(reasonOf(error, to)));
      }
    },
    (error) => end(unknown(reasonOf(error, to))),
  );
  return { result: promise, cancel: () => end() };
}

/** The unspecified address of an endpoint's family: Bun opens IPv4 otherwise. */
export function anyAddress(to: Endpoint): string {
  return to.address.includes(":") ? "::" : "0.0.0.0";
}

/**
 * One question over TCP (RFC 7766): the length, the message, and as many bytes back as the length says,
 * at most 64 KiB.
 */
export function sendTcp(to: Endpoint, query: Uint8Array): Attempt<Uint8Array> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Uint8Array>>();
  const socket = connect({ host: to.address, port: to.port });
  const end = (outcome?: Outcome<Uint8Array>) => {
    socket.destroy();
    if (outcome !== undefined) resolve(outcome);
  };
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on("connect", () => socket.write(framed(query)));
  socket.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size < 2) return;
    if ((chunks[0]?.length ?? 0) < 2) chunks.splice(0, chunks.length, Buffer.concat(chunks));
    const length = chunks[0]?.readUInt16BE(0) ?? 0;
    if (size >= 2 + length) end(present(new Uint8Array(Buffer.concat(chunks).subarray(2, 2 + length))));
  });
  socket.on("error", (error) => end(unknown(reasonOf(error, to))));
  socket.on("close", () => end(unknown("malformed")));
  return { result: promise, cancel: () => end() };
}

function framed(query: Uint8Array): Uint8Array {
  const message = new Uint8Array(query.length + 2);
  message.set([query.length >> 8, query.length & 0xff]);
  message.set(query, 2);
  return message;
}

/** Errors that the network or the server's host gave for this address. All others are about this host. */
const THEIRS = ["ECONNREFUSED", "ECONNRESET", "EHOSTUNREACH", "ETIMEDOUT", "EPIPE"];
const NO_ROUTE = ["ENETUNREACH", "EADDRNOTAVAIL", "EAFNOSUPPORT"];

/** What a socket's error says. What is missing on this host is never held against the server. */
export function reasonOf(error: unknown, to: Endpoint): Reason {
  const code = (error as { code?: string } | null)?.code ?? "";
  if (THEIRS.includes(code)) return "unreachable";
  return NO_ROUTE.includes(code) && to.address.includes(":") ? "no_ipv6_here" : "service_unavailable";
}
