import type { Socket } from "node:net";
import { onAbort } from "@dnstools/concurrency/abortable";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { Waits } from "@dnstools/core/waits";
import { type Endpoint, openUdp, reasonOf } from "../dns/transport.ts";
import { isOutOfFiles, type Sockets } from "../sockets.ts";

/**
 * Opens a TCP connection. Never rejects: resolves when the signal fires at the latest. The caller must close the
 * socket, and must hold a permit that covers the socket and any further attempt after a refusal.
 */
export function dial(
  to: Endpoint,
  sockets: Sockets,
  signal: AbortSignal,
  waits: Waits,
): Promise<Outcome<Socket>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Socket>>();
  const start = performance.now();
  const socket = sockets.connect(to);
  const settle = (outcome: Outcome<Socket>) => {
    clearTimeout(timer);
    socket.removeAllListeners("connect");
    socket.removeAllListeners("error");
    // Later errors do not matter, but Node throws an error event without a listener.
    socket.on("error", () => {});
    if (outcome.kind !== "present") socket.destroy();
    resolve(outcome);
  };
  const late = () => settle(unknown("timeout"));
  const timer = setTimeout(late, waits.connectMs);
  socket.once("connect", () => settle(present(socket)));
  socket.once("error", async (error) => {
    const reason = reasonOf(error, to);
    const refused = (error as { code?: string }).code === "ECONNREFUSED";
    settle(
      unknown(
        refused ? await whyRefused(to, waits.secondRefusalMs + 2 * (performance.now() - start)) : reason,
      ),
    );
  });
  return promise.finally(onAbort(signal, late));
}

/**
 * Determines the true reason for a refused connection. Bun 1.4.5 reports every failure to connect as a refusal, except
 * in fetch, which distinguishes a missing route from a closed port. Therefore fetch attempts the connection once more;
 * the request itself is normally never sent.
 */
async function whyRefused({ address, port }: Endpoint, waitMs: number): Promise<Reason> {
  const literal = address.includes(":") ? `[${address}]` : address;
  try {
    const signal = AbortSignal.timeout(waitMs);
    await fetch(`http://${literal}:${port}/`, {
      method: "HEAD",
      redirect: "manual",
      keepalive: false,
      signal,
    });
    return "connection_refused";
  } catch (error) {
    const code = String((error as { code?: unknown }).code ?? "");
    if (isOutOfFiles(error)) return "service_unavailable";
    if (/CONNREFUSED|ConnectionRefused/.test(code)) return "connection_refused";
    return ownWay({ address, port });
  }
}

/**
 * Tests whether this host has a route to the address. Opening a connected UDP socket fails if there is none, and sends
 * nothing.
 */
async function ownWay(to: Endpoint): Promise<Reason> {
  try {
    const socket = await openUdp(
      to,
      () => {},
      () => {},
    );
    socket.close();
    return "unreachable";
  } catch (error) {
    return reasonOf(error, to);
  }
}
