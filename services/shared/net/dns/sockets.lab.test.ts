import { expect, test } from "bun:test";
import { parseCidr } from "@dnstools/core/protocol/ip";
import { WAITS } from "@dnstools/core/waits";
import * as packet from "dns-packet";
import { createGuard } from "../guard.ts";
import { createSockets } from "../sockets.ts";
import { createDnsClient } from "./client.ts";
import type { DnsServer } from "./server.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";

const LOOPBACK = parseCidr("127.0.0.0/8");
const PATIENT_MS = 60_000;

/** Creates a client with a limit on sockets, and records the client's events. */
function clientOf(socketsMax: number, nameServerMs = PATIENT_MS) {
  const events: string[] = [];
  const client = createDnsClient({
    guard: createGuard({ allow: LOOPBACK === null ? [] : [LOOPBACK], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(0),
    sockets: createSockets(socketsMax),
    mixedCase: false,
    waits: { ...WAITS, nameServerMs, recursorMs: PATIENT_MS },
    onEvent: (event) => events.push(event.kind === "dns_query" ? event.outcome : event.kind),
  });
  return { client, events };
}

type Upstream = DnsServer["upstream"];

/**
 * Opens a name server that answers every query over TCP. Over UDP, its responses are complete (`whole`), truncated, or
 * missing (`silent`).
 */
async function openServer(upstream: Upstream, how: "whole" | "truncated" | "silent") {
  const answer = (query: Buffer, flags: number) => {
    const { id, questions } = packet.decode(query);
    const answers = [{ type: "A", name: questions?.[0]?.name ?? "", ttl: 60, data: "192.0.2.1" } as const];
    return packet.encode({ type: "response", id: id ?? 0, flags, questions: questions ?? [], answers });
  };
  const tcp = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      data(socket, bytes) {
        const message = answer(bytes.subarray(2), 0);
        socket.write(Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]));
      },
    },
  });
  let asked = 0;
  const udp = await Bun.udpSocket({
    hostname: "127.0.0.1",
    port: tcp.port,
    socket: {
      data(own, bytes, port, address) {
        asked += 1;
        if (how !== "silent")
          own.send(answer(bytes, how === "truncated" ? packet.TRUNCATED_RESPONSE : 0), port, address);
      },
    },
  });
  const server: DnsServer = { name: "ns", address: "127.0.0.1", port: udp.port, upstream };
  return {
    server,
    asked: () => asked,
    [Symbol.dispose]() {
      udp.close();
      tcp.stop(true);
    },
  };
}

for (const upstream of ["authoritative", "recursor"] as const)
  for (const how of ["whole", "truncated"] as const)
    test(`more questions than sockets are all answered: ${upstream}, ${how}`, async () => {
      using far = await openServer(upstream, how);
      const { client } = clientOf(1);
      const asked = Array.from({ length: 40 }, (_, i) =>
        client.ask(far.server, { name: `n${i}.example`, type: "A" }, AbortSignal.timeout(PATIENT_MS)),
      );
      const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome.kind);
      expect(outcomes).toEqual(outcomes.map(() => "present"));
    });

test("a query that gets no socket in time is not sent, and leaves the queue", async () => {
  using far = await openServer("authoritative", "silent");
  const { client, events } = clientOf(1, 100);
  const asked = ["a", "b"].map((name) =>
    client.ask(far.server, { name, type: "A" }, AbortSignal.timeout(PATIENT_MS)),
  );
  const [first, second] = await Promise.all(asked);
  expect(first?.evidence.reason).toBe("timeout");
  // The second query times out or ends unsent, depending on timing, but is never answered.
  expect(["service_unavailable", "timeout"]).toContain(second?.evidence.reason ?? "");
  const unasked = second?.evidence.reason === "service_unavailable" ? 1 : 0;
  expect(far.asked()).toBe(2 - unasked);
  expect(events).toEqual(Array(2 - unasked).fill("timeout"));
  const third = await client.ask(far.server, { name: "c", type: "A" }, AbortSignal.timeout(PATIENT_MS));
  expect(third.evidence.reason).toBe("timeout");
});

test("a caller that leaves while its query waits for a socket learns nothing about the server", async () => {
  using far = await openServer("authoritative", "silent");
  const { client } = clientOf(1);
  const first = new AbortController();
  const held = client.ask(far.server, { name: "a", type: "A" }, first.signal);
  const gone = new AbortController();
  const waits = client.ask(far.server, { name: "b", type: "A" }, gone.signal);
  gone.abort();
  expect((await waits).outcome).toEqual({ kind: "unknown", reason: "budget" });
  first.abort();
  await held;
  expect(far.asked()).toBeLessThan(2);
});
