import { connect, type Socket } from "node:net";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/outcome";
import { type Endpoint, openUdp, reasonOf } from "../dns/transport.ts";

/** Milliseconds to connect in: the kernel sends again after one and three seconds. */
const CONNECT_MS = 3500;

/** Connects over TCP. Total: resolves when the signal fires at the latest. The caller closes the socket. */
export function dial(to: Endpoint, signal: AbortSignal): Promise<Outcome<Socket>> {
  const { promise, resolve } = Promise.withResolvers<Outcome<Socket>>();
  const start = performance.now();
  const socket = connect({ host: to.address, port: to.port });
  const settle = (outcome: Outcome<Socket>) => {
    clearTimeout(timer);
    signal.removeEventListener("abort", late);
    socket.removeAllListeners("connect");
    socket.removeAllListeners("error");
    // What comes later is of no interest, and must not be nobody's.
    socket.on("error", () => {});
    if (outcome.kind !== "present") socket.destroy();
    resolve(outcome);
  };
  const late = () => settle(unknown("timeout"));
  const timer = setTimeout(late, CONNECT_MS);
  signal.addEventListener("abort", late, { once: true });
  socket.once("connect", () => settle(present(socket)));
  socket.once("error", async (error) => {
    const reason = reasonOf(error, to);
    const refused = (error as { code?: string }).code === "ECONNREFUSED";
    settle(unknown(refused ? await whyRefused(to, performance.now() - start) : reason));
  });
  return promise;
}

/** Milliseconds that a network is given beyond the time in which it refused before. */
const MORE_MS = 100;
const WHY_MS_MAX = 1500;

/**
 * Bun says "refused" of every failure to connect (1.4.5). A datagram to the same place tells a network that does not
 * lead there from a host where nothing listens.
 */
function whyRefused(to: Endpoint, tookMs: number): Promise<Reason> {
  const { promise, resolve } = Promise.withResolvers<Reason>();
  let close = () => {};
  const settle = (reason: Reason) => {
    clearTimeout(timer);
    close();
    resolve(reason);
  };
  const timer = setTimeout(() => settle("connection_refused"), Math.min(WHY_MS_MAX, 1.5 * tookMs + MORE_MS));
  const told = (error: unknown) => {
    const code = (error as { code?: string } | null)?.code ?? "";
    settle(/^E(HOST|NET)(UNREACH|DOWN)$/.test(code) ? "unreachable" : "connection_refused");
  };
  openUdp(to, () => {}, told).then(
    (socket) => {
      close = () => socket.close();
      try {
        socket.send(new Uint8Array(0));
      } catch (error) {
        told(error);
      }
    },
    // No packet left: it is this host that has no way there.
    (error) => settle(reasonOf(error, to)),
  );
  return promise;
}
