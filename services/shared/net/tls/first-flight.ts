import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { onAbort } from "@dnstools/concurrency/abortable";
import { createFlightReader, type Flight } from "@dnstools/core/protocol/tls/flight";
import { CLOSE_NOTIFY, clientHello, type Hello } from "@dnstools/core/protocol/tls/hello";
import type { TlsSession } from "@dnstools/core/tls";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { alertOutcome, CHAIN_MAX, type Shaken } from "./handshake.ts";

/**
 * Sends a hand-written ClientHello over a connected socket and reads the server's first flight, which is unencrypted
 * up to TLS 1.2; then closes the socket. Never rejects: resolves when the signal fires at the latest.
 * @param name the server name to send; null for none.
 */
export function readFirstFlight(
  socket: Socket,
  { hello, name, alpn }: { hello: Hello; name: string | null; alpn: readonly string[] },
  signal: AbortSignal,
): Promise<Shaken> {
  const { promise, resolve } = Promise.withResolvers<Shaken>();
  const start = performance.now();
  const take = createFlightReader();
  let settled = false;
  const settle = (outcome: Outcome<TlsSession>, detail = "") => {
    if (settled) return;
    settled = true;
    for (const event of ["data", "end", "close"] as const) socket.removeAllListeners(event);
    if (outcome.kind === "present") socket.write(CLOSE_NOTIFY);
    socket.destroySoon();
    resolve({ outcome, detail, closed: Promise.resolve() });
  };
  const late = () => {
    settle(unknown("timeout"));
    socket.destroy();
  };
  const gone = () => settle(unknown("reset"));
  socket.on("data", (chunk: Buffer) => {
    const move = take(chunk);
    if (move.kind === "alert")
      settle(
        move.name === "protocol_version" ? unknown("protocol_too_old") : alertOutcome(move.name),
        move.name,
      );
    else if (move.kind === "flight" && move.flight.chain.length === 0) settle(unknown("no_common_tls"));
    else if (move.kind === "flight")
      settle(present({ ...sessionOf(move.flight), handshakeMs: Math.round(performance.now() - start) }));
    else if (move.kind !== "more") settle(unknown(move.kind));
  });
  socket.on("end", gone);
  socket.on("close", gone);
  const stopListening = onAbort(signal, late);
  if (!settled) {
    socket.resume();
    socket.write(clientHello(hello, { name, alpn, random: randomBytes(32) }));
  }
  return promise.finally(stopListening);
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

function sessionOf(flight: Flight): Omit<TlsSession, "handshakeMs"> {
  const { version, cipher, group, alpn, chain, ocsp, scts, asksCertificate } = flight;
  return {
    ...{ version, cipher, group, alpn },
    chain: chain.slice(0, CHAIN_MAX).map(base64),
    chainTotal: chain.length,
    flight: { ocsp: ocsp === null ? null : base64(ocsp), scts, asksCertificate },
  };
}
