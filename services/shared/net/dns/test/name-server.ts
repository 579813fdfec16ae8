import { parseCidr } from "@dnstools/core/protocol/ip";
import { WAITS } from "@dnstools/core/waits";
import * as packet from "dns-packet";
import { createGuard } from "../../guard.ts";
import type { Sockets } from "../../sockets.ts";
import { createDnsClient } from "../client.ts";
import type { DnsServer } from "../server.ts";
import { createServerRateLimiter } from "../server-rate-limiter.ts";

/** A query that a name server received. */
export type Received = {
  readonly name: string;
  readonly id: number;
  /** The port from which it was sent. */
  readonly port: number;
  /** Sends a correct response to the query, with the fields in `change` replaced. */
  readonly answer: (change?: Partial<packet.Packet>) => void;
};

/** Opens a name server on loopback, which does with each query what `on` does. */
export async function openNameServer(on: (query: Received, all: readonly Received[]) => void) {
  const all: Received[] = [];
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data(own, bytes, port, address) {
        const { id = 0, questions = [] } = packet.decode(bytes);
        const name = questions[0]?.name ?? "";
        const right = { type: "A", name, ttl: 60, data: "192.0.2.1" } as const;
        const answer = (change = {}) => {
          const message = packet.encode({ type: "response", id, questions, answers: [right], ...change });
          own.send(message, port, address);
        };
        const query = { name, id, port, answer };
        all.push(query);
        on(query, all);
      },
      error() {},
    },
  });
  const server: DnsServer = {
    name: "ns",
    address: "127.0.0.1",
    port: socket.port,
    upstream: "authoritative",
  };
  return { server, all, [Symbol.dispose]: () => socket.close() };
}

/** Milliseconds that a server on loopback has to answer, even on a very busy machine. */
const PATIENT_MS = 60_000;

/** Creates a function that asks name servers on loopback for addresses. */
export function asker(sockets: Sockets) {
  const loopback = parseCidr("127.0.0.0/8");
  const client = createDnsClient({
    guard: createGuard({ allow: loopback === null ? [] : [loopback], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(0),
    sockets,
    mixedCase: false,
    waits: { ...WAITS, nameServerMs: PATIENT_MS },
    onEvent: () => {},
  });
  return async (server: DnsServer, name: string, signal = AbortSignal.timeout(PATIENT_MS)) => {
    const { outcome } = await client.ask(server, { name, type: "A" }, signal);
    return outcome.kind === "unknown" ? outcome.reason : outcome.kind;
  };
}
