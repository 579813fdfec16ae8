import { connect } from "node:net";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/outcome";

/** Where a question goes: a literal address and its port. */
export type Endpoint = { readonly address: string; readonly port: number };

/** Reads a datagram; null when it is not the answer waited for. Must not throw. */
export type Read<T> = (bytes: Uint8Array) => T | null;

/** Datagrams that are not the answer are passed over, but not without end. */
const STRAY_MAX = 64;

/** Bytes of a datagram that is looked at. */
const DATAGRAM_MAX = 4096;

/**
 * One question over UDP from a fresh socket (a fresh random port), connected, so that the kernel drops
 * what comes from another address or port. Resolves at the answer, at an error or at the signal.
 */
export async function exchangeUdp<T>(
  to: Endpoint,
  query: Uint8Array,
  read: Read<T>,
  signal: AbortSignal,
): Promise<Outcome<T>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<T>>();
  const onAbort = () => resolve(unknown("timeout"));
  if (signal.aborted) return unknown("timeout");
  signal.addEventListener("abort", onAbort, { once: true });
  let stray = 0;
  let socket: Bun.udp.ConnectedSocket<"buffer"> | undefined;
  try {
    socket = await Bun.udpSocket({
      hostname: to.address.includes(":") ? "::" : "0.0.0.0",
      connect: { hostname: to.address, port: to.port },
      socket: {
        data(_socket, bytes) {
          // We asked for 1232 at most; what is far beyond was made to cost.
          if (bytes.length > DATAGRAM_MAX) {
            resolve(unknown("too_large"));
            return;
          }
          const answer = read(bytes);
          if (answer !== null) resolve(present(answer));
          else if (++stray > STRAY_MAX) resolve(unknown("malformed"));
        },
        // Bun 1.4 hands the error over as the only argument, its types say the second.
        error: (...args: unknown[]) => resolve(unknown(reasonOf(args.at(-1), to))),
      },
    });
    socket.send(query);
    return await promise;
  } catch (error) {
    return unknown(reasonOf(error, to));
  } finally {
    signal.removeEventListener("abort", onAbort);
    socket?.close();
  }
}

/**
 * One question over TCP (RFC 7766): the length, the message, and as many bytes back as the length says,
 * at most 64 KiB. Resolves at the answer, at an error or at the signal.
 */
export function exchangeTcp(
  to: Endpoint,
  query: Uint8Array,
  signal: AbortSignal,
): Promise<Outcome<Uint8Array>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Uint8Array>>();
  if (signal.aborted) return Promise.resolve(unknown("timeout"));
  const socket = connect({ host: to.address, port: to.port });
  const end = (outcome: Outcome<Uint8Array>) => {
    signal.removeEventListener("abort", onAbort);
    socket.destroy();
    resolve(outcome);
  };
  const onAbort = () => end(unknown("timeout"));
  signal.addEventListener("abort", onAbort, { once: true });
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
  return promise;
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
function reasonOf(error: unknown, to: Endpoint): Reason {
  const code = (error as { code?: string } | null)?.code ?? "";
  if (THEIRS.includes(code)) return "unreachable";
  return NO_ROUTE.includes(code) && to.address.includes(":") ? "no_ipv6_here" : "service_unavailable";
}
