import { afterAll, expect, test } from "bun:test";
import { type Cidr, parseCidr } from "@dnstools/core/protocol/ip";
import { scaleWaits } from "@dnstools/core/waits";
import { addressOf, ZONE } from "@dnstools/lab/plan/plan";
import { recordsOf } from "@dnstools/lab/plan/records";
import type { Zone } from "@dnstools/lab/plan/shapes";
import * as packet from "dns-packet";
import { createGuard } from "../guard.ts";
import { createDnsClient } from "./client.ts";
import type { DnsServer } from "./server.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";

const client = createDnsClient({
  guard: createGuard({ allow: [parseCidr("127.0.0.1/32") as Cidr], deny: [] }, () => {}),
  rateLimiter: createServerRateLimiter(0),
  mixedCase: false,
  waits: scaleWaits(10),
  onEvent: () => {},
});

const open: { stop: (active: boolean) => void }[] = [];
afterAll(() => {
  for (const server of open) server.stop(true);
});

/** Requests a zone from a server. In the result, `batches` holds the records of each message. */
async function transfer(server: Pick<DnsServer, "address"> & { port?: number }, apex: string, ms = 5000) {
  const batches: string[][] = [];
  const { outcome, evidence } = await client.transfer(
    { name: "ns", port: 53, upstream: "authoritative", ...server },
    apex,
    AbortSignal.timeout(ms),
    (records) => batches.push(records.map(({ type, value }) => `${type} ${value}`)),
  );
  return { outcome, evidence, batches };
}

test("an open zone is received completely, message by message, with every record of the lab's zone", async () => {
  const apex = "open-transfer.com";
  const { outcome, evidence, batches } = await transfer({ address: addressOf("ns1.labdns.net") }, apex);
  const records = recordsOf(ZONE.get(apex) as Zone).map(({ type, rdata }) => `${type} ${rdata}`);
  const [soa = ""] = records;
  expect(batches.length).toBeGreaterThan(1);
  expect(batches.flat().toSorted()).toEqual([...records, soa].toSorted());
  expect(outcome).toMatchObject({ kind: "present", value: { records: records.length + 1, whole: true } });
  expect(evidence).toMatchObject({
    question: `${apex}. IN AXFR`,
    transport: "tcp",
    rcode: "NOERROR",
    reason: null,
  });
});

test("a server that refuses the transfer gives absent(not_offered)", async () => {
  for (const server of ["ns1.labdns.net", "ns1.knotdns.net"]) {
    const apex = server.includes("knot") ? "signed.com" : "records.com";
    const { outcome, evidence, batches } = await transfer({ address: addressOf(server) }, apex);
    expect({ server, outcome }).toEqual({ server, outcome: { kind: "absent", how: "not_offered" } });
    expect(evidence.rcode).toMatch(/^(REFUSED|NOTAUTH)$/);
    expect(batches).toEqual([]);
  }
});

test("a private server is not queried, and a silent one is unknown", async () => {
  expect((await transfer({ address: "10.0.0.1" }, "example.com")).outcome).toEqual({
    kind: "unknown",
    reason: "not_allowed",
  });
  const silent = await transfer({ address: addressOf("ns.silent.com") }, "silent.com", 300);
  expect(silent.outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

type ZoneRecords = readonly packet.Answer[];
const SOA: packet.Answer = {
  type: "SOA",
  name: "odd.test",
  data: {
    mname: "ns.odd.test",
    rname: "me.odd.test",
    serial: 1,
    refresh: 1,
    retry: 1,
    expire: 1,
    minimum: 1,
  },
};
const A: packet.Answer = { type: "A", name: "a.odd.test", ttl: 1, data: "192.0.2.1" };

/**
 * A message of a test server: its records, or a function that encodes the message for a query. Null closes the
 * connection.
 */
type Message = ZoneRecords | ((query: Buffer) => Buffer) | null;

/**
 * Opens a server that sends the same messages in response to every query. If `endless` is true, the server then sends
 * A records without end.
 */
function serverThat(messages: readonly Message[], endless = false): { address: string; port: number } {
  const server = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      async data(socket, bytes) {
        const { id = 0, questions = [] } = packet.decode(Buffer.from(bytes.subarray(2)));
        for (const [i, answers] of messages.entries()) {
          if (answers === null) return void socket.end();
          if (typeof answers === "function") {
            const whole = answers(Buffer.from(bytes.subarray(2)));
            socket.write(Buffer.concat([Buffer.from([whole.length >> 8, whole.length & 255]), whole]));
            continue;
          }
          // Only the first message repeats the question, as RFC 5936 2.2.1 allows.
          const asked = i === 0 ? questions : [];
          socket.write(
            packet.streamEncode({ type: "response", id, questions: asked, answers: [...answers] }),
          );
        }
        const answers = Array<packet.Answer>(1000).fill(A);
        const more = packet.streamEncode({ type: "response", id, questions, answers });
        const pump = () => {
          while (socket.write(more) === more.length);
        };
        if (endless) pump();
      },
      drain(socket) {
        if (endless) socket.end();
      },
      error() {},
    },
  });
  open.push(server);
  return { address: "127.0.0.1", port: server.port };
}

test.each<[string, readonly (ZoneRecords | null)[], object]>([
  ["in one message", [[SOA, A, SOA]], { kind: "present", value: { records: 3, whole: true } }],
  ["in many", [[SOA], [A], [A, A], [SOA]], { kind: "present", value: { records: 5, whole: true } }],
  ["broken off", [[SOA, A], null], { kind: "unknown", reason: "malformed" }],
  ["with nothing but its SOA", [[SOA, SOA]], { kind: "unknown", reason: "malformed" }],
  ["that continues after its closing SOA", [[SOA, A, SOA, A]], { kind: "unknown", reason: "malformed" }],
  ["with an SOA in the middle", [[SOA, A, SOA, A, SOA]], { kind: "unknown", reason: "malformed" }],
  [
    "that changes during the transfer",
    [[SOA, A, { ...SOA, data: { ...SOA.data, serial: 2 } }]],
    { kind: "unknown", reason: "malformed" },
  ],
  ["without an SOA", [[A, SOA]], { kind: "unknown", reason: "malformed" }],
  ["without records", [[]], { kind: "absent", how: "not_offered" }],
  ["without further records", [[SOA, A], []], { kind: "unknown", reason: "malformed" }],
])("a zone %s", async (_how, messages, expected) => {
  expect((await transfer(serverThat(messages), "odd.test")).outcome).toMatchObject(expected);
});

test("an endless zone stops at a limit, or when its connection ends", async () => {
  const { outcome, batches } = await transfer(serverThat([[SOA]], true), "odd.test");
  expect(batches.length).toBeGreaterThan(1);
  expect(outcome).toMatchObject(
    outcome.kind === "present"
      ? { value: { whole: false } }
      : { kind: "unknown", reason: expect.stringMatching(/malformed|timeout/) },
  );
});

test("a message full of records with a compressed long name is decoded", async () => {
  const name = `${"customer-of-a-large-provider.".repeat(6)}odd.test`;
  const message = (query: Buffer) => {
    const { id = 0, questions = [] } = packet.decode(query);
    const head = packet.encode({ type: "response", id, questions, answers: [SOA] });
    const first = packet.encode({
      type: "response",
      id,
      questions,
      answers: [SOA, { ...A, name } as packet.Answer],
    });
    // Compression pointer to the long name, which follows the SOA record (RFC 1035 4.1.4).
    const pointer = [0xc0 | (head.length >> 8), head.length & 0xff];
    const record = [...pointer, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, 192, 0, 2, 1];
    const whole = Buffer.concat([first, Buffer.from(Array<number[]>(2700).fill(record).flat())]);
    whole.writeUInt16BE(2 + 2700, 6);
    return whole;
  };
  const { outcome } = await transfer(serverThat([message, [SOA]]), "odd.test");
  expect(outcome).toMatchObject({ kind: "present", value: { records: 2703, whole: true } });
});

test("a caller that has left does not wait for a turn", async () => {
  const slow = createDnsClient({
    guard: createGuard({ allow: [parseCidr("127.0.0.1/32") as Cidr], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(1),
    mixedCase: false,
    onEvent: () => {},
  });
  const server = { name: "ns", ...serverThat([[SOA, A, SOA]]), upstream: "authoritative" } as const;
  const ask = (signal: AbortSignal) => slow.transfer(server, "odd.test", signal, () => {});
  await ask(AbortSignal.timeout(60_000));
  const { outcome } = await ask(AbortSignal.timeout(50));
  expect(outcome).toEqual({ kind: "unknown", reason: "timeout" });
});
