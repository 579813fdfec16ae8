import { afterAll, expect, test } from "bun:test";
import { type Cidr, parseCidr } from "@dnstools/core/protocol/ip";
import { scaleWaits } from "@dnstools/core/waits";
import * as packet from "dns-packet";
import { createGuard } from "../guard.ts";
import { createDnsClient } from "./client.ts";
import type { DnsServer } from "./server.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";

/** Handles a query in a test server. The server can send wrong responses that no real server can be made to send. */
type Answerer = (query: Buffer, reply: (bytes: Uint8Array) => void) => void;

const open: { close: () => void }[] = [];
afterAll(() => {
  for (const socket of open) socket.close();
});

async function serverThat(answer: Answerer): Promise<DnsServer> {
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data: (own, bytes, port, address) => answer(bytes, (reply) => void own.send(reply, port, address)),
    },
  });
  open.push(socket);
  return { name: "odd", address: "127.0.0.1", port: socket.port, upstream: "recursor" };
}

const QUESTION = { name: "example.com", type: "A" } as const;
const client = createDnsClient({
  guard: createGuard({ allow: [], deny: [] }, () => {}),
  rateLimiter: createServerRateLimiter(0),
  mixedCase: false,
  waits: scaleWaits(10),
  onEvent: () => {},
});
/** Timeout in milliseconds for a query that does get a response, even on a very busy machine. */
const PATIENT_MS = 60_000;
/** Timeout in milliseconds for a query that never gets a response. */
const SHORT_MS = 100;
const ask = (server: DnsServer, ms = PATIENT_MS) => client.ask(server, QUESTION, AbortSignal.timeout(ms));

/** Encodes the correct response to a query, with the fields in `change` replaced. */
function answerTo(query: Buffer, change: Partial<packet.Packet> = {}): Buffer {
  const { id, questions } = packet.decode(query);
  return packet.encode({
    type: "response",
    id: id ?? 0,
    questions: questions ?? [],
    answers: [{ type: "A", name: questions?.[0]?.name ?? "", ttl: 60, data: "192.0.2.1" }],
    ...change,
  });
}

/** Encodes the correct response to a query with TCP's length prefix. */
function framed(query: Buffer): Buffer {
  const message = answerTo(query);
  return Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]);
}

test("a correct response is decoded, and the evidence shows it", async () => {
  const exchange = await ask(await serverThat((query, reply) => reply(answerTo(query))));
  expect(exchange.outcome).toMatchObject({
    kind: "present",
    value: { rcode: "NOERROR", answers: [{ value: "192.0.2.1", ttl: 60 }] },
  });
  expect(exchange.evidence).toMatchObject({
    question: "example.com. IN A",
    server: "odd",
    transport: "udp",
    rcode: "NOERROR",
    ttl: 60,
    reason: null,
  });
});

test.each([
  ["another id", (query: Buffer) => answerTo(query, { id: ((packet.decode(query).id ?? 0) + 1) & 0xffff })],
  ["another name", (query: Buffer) => answerTo(query, { questions: [{ type: "A", name: "evil.com" }] })],
  [
    "another type",
    (query: Buffer) => answerTo(query, { questions: [{ type: "AAAA", name: "example.com" }] }),
  ],
  [
    "two questions",
    (query: Buffer) =>
      answerTo(query, {
        questions: [
          { type: "A", name: "example.com" },
          { type: "A", name: "example.com" },
        ],
      }),
  ],
  ["no question", (query: Buffer) => answerTo(query, { questions: [] })],
  ["a query instead of a response", (query: Buffer) => query],
  ["three bytes", () => Buffer.from([1, 2, 3])],
])("%s is ignored, and the correct response after it is used", async (_what, wrong) => {
  const server = await serverThat((query, reply) => {
    reply(wrong(query));
    reply(answerTo(query));
  });
  expect((await ask(server)).outcome.kind).toBe("present");
  const onlyWrong = await serverThat((query, reply) => reply(wrong(query)));
  expect((await ask(onlyWrong, SHORT_MS)).outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

test("a response from another port is ignored", async () => {
  const liar = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { error() {} } });
  open.push(liar);
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: { data: (_own, bytes, port, address) => void liar.send(answerTo(bytes), port, address) },
  });
  open.push(socket);
  const exchange = await ask(
    { name: "odd", address: "127.0.0.1", port: socket.port, upstream: "recursor" },
    SHORT_MS,
  );
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

test("a flood of unrelated responses does not keep a query alive", async () => {
  const server = await serverThat((query, reply) => {
    for (let i = 0; i < 200; i++)
      reply(answerTo(query, { id: ((packet.decode(query).id ?? 0) + 1) & 0xffff }));
  });
  // None of the responses has the ID of the query, so the query times out.
  expect((await ask(server, SHORT_MS)).outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

test("a response with our question and unreadable records is malformed", async () => {
  const server = await serverThat((query, reply) => reply(answerTo(query).subarray(0, 35)));
  expect((await ask(server)).outcome).toEqual({ kind: "unknown", reason: "malformed" });
});

test("a name that cannot be encoded is not sent", async () => {
  let heard = 0;
  const server = await serverThat((query, reply) => {
    heard += 1;
    reply(answerTo(query));
  });
  for (const name of [
    `${"a".repeat(64)}.com`,
    `${"\ufffd".repeat(22)}.com`,
    "a..b",
    `${"a.".repeat(127)}com`,
  ]) {
    const { outcome } = await client.ask(server, { name, type: "A" }, AbortSignal.timeout(PATIENT_MS));
    expect(outcome).toEqual({ kind: "unknown", reason: "malformed" });
  }
  expect(heard).toBe(0);
});

/**
 * Queries a server that truncates its UDP response inside a record and sends its TCP response with `write`. Returns
 * the outcome of the query.
 */
async function overTcp(write: (socket: Bun.Socket, query: Buffer) => void, ms = PATIENT_MS) {
  const listen = () =>
    Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket, bytes) => write(socket, bytes.subarray(2)) },
    });
  // Bun throws at once if the port is in use.
  const truncate = async (port: number) =>
    Bun.udpSocket({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (own, bytes, from, address) =>
          void own.send(answerTo(bytes, { flags: packet.TRUNCATED_RESPONSE }).subarray(0, 40), from, address),
      },
    });
  // A port that is free for TCP may be in use for UDP, so ports are tried until one is free for both.
  let tcp = listen();
  let udp = await truncate(tcp.port).catch(() => null);
  while (udp === null) {
    tcp.stop(true);
    tcp = listen();
    udp = await truncate(tcp.port).catch(() => null);
  }
  open.push(udp, { close: () => tcp.stop(true) });
  return (await ask({ name: "odd", address: "127.0.0.1", port: tcp.port, upstream: "recursor" }, ms)).outcome;
}

test("a response truncated in the middle of a record is requested again over TCP", async () => {
  const outcome = await overTcp((socket, query) => void socket.write(framed(query)));
  expect(outcome).toMatchObject({ kind: "present", value: { answers: [{ value: "192.0.2.1" }] } });
});

/** Encodes a response from the type and the wire-format data of each record. */
function wire(
  query: Buffer,
  ...records: readonly (readonly [type: number, data: readonly number[]])[]
): Buffer {
  const head = Buffer.from(query.subarray(0, 12 + 17));
  head.writeUInt16BE(0x8000, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 10);
  const answers = records.map(([type, data]) => [
    0xc0,
    12,
    0,
    type & 255,
    0,
    1,
    0,
    0,
    0,
    60,
    data.length >> 8,
    data.length & 255,
    ...data,
  ]);
  if (records.some(([type]) => type > 255))
    for (const [i, [type]] of records.entries()) (answers[i] as number[])[2] = type >> 8;
  return Buffer.concat([head, Buffer.from(answers.flat())]);
}

test.each<[string, readonly (readonly [number, readonly number[]])[], readonly string[] | "malformed"]>([
  [
    "a record hidden behind a CNAME's name",
    [
      [5, [0xc0, 12, 0xc0, 12, 0, 6, 0, 1]],
      [1, [1, 2, 3, 4]],
    ],
    "malformed",
  ],
  [
    "a DNSKEY of another protocol next to an A",
    [
      [48, [1, 1, 1, 13, 7]],
      [1, [1, 2, 3, 4]],
    ],
    ["DNSKEY 257 1 13 Bw==", "A 1.2.3.4"],
  ],
  [
    "a CAA whose tag exceeds its data",
    [
      [257, [0, 200, 65]],
      [1, [1, 2, 3, 4]],
    ],
    "malformed",
  ],
  [
    "a CAA of unusual bytes next to an A",
    [
      [257, [0, 5, ...Buffer.from("issue"), 230, 34]],
      [1, [1, 2, 3, 4]],
    ],
    ['CAA 0 issue "\\230\\""', "A 1.2.3.4"],
  ],
  [
    "a DS too short for its fields",
    [
      [43, [1]],
      [1, [1, 2, 3, 4]],
    ],
    "malformed",
  ],
  ["an empty TLSA", [[52, []]], "malformed"],
  ["a DNAME with a pointer, which RFC 6672 2.5 forbids", [[39, [0xc0, 12]]], "malformed"],
  [
    "an unknown type next to an A",
    [
      [999, [1, 255]],
      [1, [1, 2, 3, 4]],
    ],
    ["TYPE999 \\# 2 01FF", "A 1.2.3.4"],
  ],
  [
    "an SOA with a dot in its mailbox next to an A",
    [
      [6, [0, 3, 97, 46, 98, 1, 99, 0, ...new Array<number>(20).fill(0)]],
      [1, [1, 2, 3, 4]],
    ],
    ["SOA . a\\.b.c. 0 0 0 0 0", "A 1.2.3.4"],
  ],
])("%s is decoded exactly, and does not shift other records", async (_what, records, expected) => {
  const { outcome } = await ask(await serverThat((query, reply) => reply(wire(query, ...records))));
  if (expected === "malformed") expect(outcome).toEqual({ kind: "unknown", reason: "malformed" });
  else
    expect(
      outcome.kind === "present" && outcome.value.answers.map(({ type, value }) => `${type} ${value}`),
    ).toEqual([...expected]);
});

test("a TTL with its top bit set counts as 0, and an oversized datagram is too_large", async () => {
  const old = await ask(
    await serverThat((query, reply) =>
      reply(
        answerTo(query, {
          answers: [{ type: "A", name: "example.com", ttl: 0xffffffff, data: "192.0.2.1" }],
        }),
      ),
    ),
  );
  expect(old.evidence.ttl).toBe(0);
  const huge = await serverThat((query, reply) =>
    reply(Buffer.concat([answerTo(query), Buffer.alloc(5000)])),
  );
  expect((await ask(huge)).outcome).toEqual({ kind: "unknown", reason: "too_large" });
});

test.each([
  ["SERVFAIL", 2, "servfail"],
  ["REFUSED", 5, "refused"],
  ["NOTAUTH", 9, "not_authoritative"],
  // RFC 6672 3.2: only the DNAME record beside YXDOMAIN shows that a name is too long.
  ["YXDOMAIN", 6, "malformed"],
  ["NXRRSET", 8, "malformed"],
] as const)("%s is unknown and in the evidence", async (rcode, code, reason) => {
  const exchange = await ask(
    await serverThat((query, reply) => reply(answerTo(query, { flags: code, answers: [] }))),
  );
  expect(exchange.outcome).toEqual({ kind: "unknown", reason });
  expect(exchange.evidence).toMatchObject({ rcode, reason });
});

test("records that do not answer the question are not a denial", async () => {
  const other = [{ type: "A", name: "other.example.com", ttl: 60, data: "192.0.2.1" }] as const;
  const exchange = await ask(
    await serverThat((query, reply) => reply(answerTo(query, { answers: [...other] }))),
  );
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "malformed" });
});

test("a server without EDNS support is queried again without EDNS, and the answer tells how it refused", async () => {
  const server = await serverThat((query, reply) => {
    const hasEdns = (packet.decode(query).additionals ?? []).length > 0;
    reply(hasEdns ? answerTo(query, { flags: 1, questions: [], answers: [] }) : answerTo(query));
  });
  const refused = { rcode: "FORMERR", hasOpt: false };
  expect((await ask(server)).outcome).toMatchObject({ kind: "present", value: { ednsRefused: refused } });
});

test("a closed port is unreachable at once", async () => {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", socket: {} });
  const { port } = socket;
  socket.close();
  const exchange = await ask({ name: "closed", address: "127.0.0.1", port, upstream: "recursor" });
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "unreachable" });
});

test("an authoritative server must pass the guard, and nothing is sent if it does not", async () => {
  let heard = 0;
  const server = await serverThat((query, reply) => {
    heard += 1;
    reply(answerTo(query));
  });
  const exchange = await ask({ ...server, upstream: "authoritative" });
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "not_allowed" });
  expect((await ask(server)).outcome.kind).toBe("present");
  expect(heard).toBe(1);
});

test("TCP: a connection that closes without data is a reset and not malformed", async () => {
  const reset = { kind: "unknown", reason: "reset" } as const;
  expect(await overTcp((socket) => void socket.end())).toEqual(reset);
  expect(await overTcp((socket) => void socket.terminate())).toEqual(reset);
});

test("TCP: a close in mid-message, a stalled message and garbage are unknown; a message in small chunks is complete", async () => {
  expect(await overTcp((socket, query) => void socket.end(framed(query).subarray(0, 20)))).toEqual({
    kind: "unknown",
    reason: "malformed",
  });
  expect(await overTcp((socket) => void socket.write(new Uint8Array([255, 255, 1])), 400)).toEqual({
    kind: "unknown",
    reason: "timeout",
  });
  expect(await overTcp((socket) => void socket.write(new Uint8Array(70_000).fill(7)))).toEqual({
    kind: "unknown",
    reason: "malformed",
  });
  const pieces = await overTcp((socket, query) => {
    for (const byte of framed(query)) socket.write(new Uint8Array([byte]));
  });
  expect(pieces).toMatchObject({ kind: "present", value: { answers: [{ value: "192.0.2.1" }] } });
});

/** Creates a client that may query servers on this machine as if they were third-party servers. */
const outward = (mixedCase: boolean) =>
  createDnsClient({
    guard: createGuard({ allow: [parseCidr("127.0.0.0/8") as Cidr], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(0),
    mixedCase,
    waits: scaleWaits(10),
    onEvent: () => {},
  });

/** Returns the queried name. */
const nameIn = (query: Buffer) => packet.decode(query).questions?.[0]?.name ?? "";
const LONG = { name: "a-name-with-many-letters.example.com", type: "A" } as const;

test("with 0x20 the letter case is random, a response must echo it, and the caller does not see it", async () => {
  const names = new Set<string>();
  const server = await serverThat((query, reply) => {
    names.add(nameIn(query));
    const forged = Buffer.from(answerTo(query, { answers: [{ type: "A", name: "x", data: "192.0.2.66" }] }));
    // The forged response has the right name, but not its letter case.
    forged.set(Buffer.from(query.subarray(12, 60)).map(lower), 12);
    reply(forged);
    reply(answerTo(query, { answers: [{ type: "A", name: nameIn(query), ttl: 60, data: "192.0.2.1" }] }));
  });
  const client = outward(true);
  for (let i = 0; i < 20; i++) {
    const { outcome } = await client.ask(
      { ...server, upstream: "authoritative" },
      LONG,
      AbortSignal.timeout(PATIENT_MS),
    );
    expect(outcome).toMatchObject({ value: { answers: [{ value: "192.0.2.1" }] } });
  }
  expect(names.size).toBe(20);
  expect([...names].every((name) => name.toLowerCase() === LONG.name)).toBe(true);
});

const lower = (byte: number) => (byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte);

test("a server that does not preserve the case answers the second query, which has the plain name", async () => {
  const names: string[] = [];
  const server = await serverThat((query, reply) => {
    names.push(nameIn(query));
    const right = Buffer.from(answerTo(query));
    right.set(right.subarray(12).map(lower), 12);
    reply(right);
  });
  const ask = () =>
    outward(true).ask({ ...server, upstream: "authoritative" }, LONG, AbortSignal.timeout(PATIENT_MS));
  expect((await ask()).outcome.kind).toBe("present");
  expect(names).toHaveLength(2);
  expect(names[1]).toBe(LONG.name);
});

test("an unanswered query is sent again, from another port to authoritative servers", async () => {
  for (const upstream of ["recursor", "authoritative"] as const) {
    const ports = new Set<number>();
    const socket = await Bun.udpSocket({
      hostname: "127.0.0.1",
      socket: {
        data(own, query, port, address) {
          ports.add(port);
          if (upstream === "recursor" ? ports.has(-1) : ports.size > 1)
            own.send(answerTo(query), port, address);
          ports.add(-1);
        },
      },
    });
    open.push(socket);
    const server = { name: "late", address: "127.0.0.1", port: socket.port, upstream };
    const { outcome, evidence } = await outward(false).ask(server, QUESTION, AbortSignal.timeout(PATIENT_MS));
    expect({ upstream, kind: outcome.kind }).toEqual({ upstream, kind: "present" });
    expect(evidence.elapsedMs).toBeGreaterThanOrEqual(1000);
  }
});

test("a query with the TCP option uses TCP at once", async () => {
  const tcp = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data: (socket, bytes) => void socket.write(framed(bytes.subarray(2))) },
  });
  open.push({ close: () => tcp.stop(true) });
  const server: DnsServer = { name: "tcp", address: "127.0.0.1", port: tcp.port, upstream: "recursor" };
  const { outcome, evidence } = await client.ask(server, QUESTION, AbortSignal.timeout(PATIENT_MS), {
    tcp: true,
  });
  expect(outcome.kind).toBe("present");
  expect(evidence).toMatchObject({ transport: "tcp", question: "example.com. IN A +tcp" });
});

test("identical concurrent questions are sent once; a caller that leaves does not affect the others", async () => {
  let heard = 0;
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const server = await serverThat((query, reply) => {
    heard += 1;
    void left.then(() => reply(answerTo(query)));
  });
  const staying = [ask(server), ask(server)];
  const gone = await ask(server, 20);
  leave();
  const stay = await Promise.all(staying);
  expect(gone?.outcome).toEqual({ kind: "unknown", reason: "timeout" });
  expect(stay.map(({ outcome }) => outcome.kind)).toEqual(["present", "present"]);
  expect(heard).toBe(1);
});

test("a thousand concurrent questions all get their own answers", async () => {
  const server = await serverThat((query, reply) =>
    reply(answerTo(query, { answers: [{ type: "TXT", name: nameIn(query), ttl: 60, data: nameIn(query) }] })),
  );
  const names = Array.from({ length: 1000 }, (_, i) => `n${i}.example.com`);
  const got = await Promise.all(
    names.map((name) => client.ask(server, { name, type: "TXT" }, AbortSignal.timeout(PATIENT_MS))),
  );
  const values = got.map(({ outcome }) => outcome.kind === "present" && outcome.value.answers[0]?.value);
  expect(values).toEqual(names.map((name) => `"${name}"`));
});

test("a resolver and an authoritative server at one address do not share answers, and the guard checks the latter", async () => {
  const server = await serverThat((query, reply) => setTimeout(() => reply(answerTo(query)), 50));
  const [ours, theirs] = await Promise.all([
    ask(server),
    client.ask(
      { ...server, name: "ns.evil.com", upstream: "authoritative" },
      QUESTION,
      AbortSignal.timeout(PATIENT_MS),
    ),
  ]);
  expect(ours?.outcome.kind).toBe("present");
  expect(theirs?.outcome).toEqual({ kind: "unknown", reason: "not_allowed" });
  expect(theirs?.evidence.server).toBe("ns.evil.com");
});

test("a query whose caller has left leaves the queue and is not sent again", async () => {
  const heard: string[] = [];
  const { promise: burst, resolve: burstIsOut } = Promise.withResolvers<void>();
  const server: DnsServer = {
    ...(await serverThat((query, reply) => {
      heard.push(nameIn(query));
      if (heard.length === 10) burstIsOut();
      if (nameIn(query) === "last.example.com") reply(answerTo(query));
    })),
    upstream: "authoritative",
  };
  const slow = createDnsClient({
    guard: createGuard({ allow: [parseCidr("127.0.0.0/8") as Cidr], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(10),
    mixedCase: false,
    waits: scaleWaits(10),
    onEvent: () => {},
  });
  // The queries allowed within one second are sent at once; the others wait for their turn.
  const names = Array.from({ length: 200 }, (_, i) => `n${i}.example.com`);
  const leaving = new AbortController();
  const asked = names.map((name) => slow.ask(server, { name, type: "A" }, leaving.signal));
  await burst;
  leaving.abort();
  await Promise.all(asked);
  const last = { name: "last.example.com", type: "A" };
  const { outcome } = await slow.ask(server, last, AbortSignal.timeout(PATIENT_MS));
  expect(outcome.kind).toBe("present");
  // Queries take their turns in order, so a cancelled query that was still queued would have arrived before the last
  // one.
  expect(heard.length).toBe(new Set(heard).size);
  expect(heard.length).toBeLessThan(names.length);
});

test("with 0x20 a FORMERR without the question is accepted at once, and unrelated responses are counted", async () => {
  const upstream = "authoritative";
  let asked = 0;
  const bare = await serverThat((query, reply) => {
    asked += 1;
    const hasEdns = (packet.decode(query).additionals ?? []).length > 0;
    reply(
      hasEdns ? answerTo(query, { flags: 1, questions: [], answers: [] }).subarray(0, 12) : answerTo(query),
    );
  });
  const got = await outward(true).ask({ ...bare, upstream }, LONG, AbortSignal.timeout(PATIENT_MS));
  expect(got.outcome.kind).toBe("present");
  // The server received one query with EDNS and one without; no query was repeated after a timeout.
  expect(asked).toBe(2);
  const noisy = await serverThat((query, reply) => {
    for (let i = 0; i < 200; i++) reply(answerTo(query, { questions: [{ type: "A", name: "evil.com" }] }));
  });
  const lost = await outward(true).ask({ ...noisy, upstream }, LONG, AbortSignal.timeout(PATIENT_MS));
  expect(lost.outcome).toEqual({ kind: "unknown", reason: "malformed" });
});

test("a huge datagram with the wrong query ID is ignored", async () => {
  const server = await serverThat((query, reply) => {
    reply(new Uint8Array(5000));
    reply(answerTo(query));
  });
  const { outcome } = await outward(false).ask(
    { ...server, upstream: "authoritative" },
    QUESTION,
    AbortSignal.timeout(PATIENT_MS),
  );
  expect(outcome.kind).toBe("present");
});

test("a response with more records than the limit is too_large and not malformed", async () => {
  const outcome = await overTcp((socket, query) => {
    const answers = Array<packet.Answer>(3000).fill({ type: "A", name: ".", ttl: 1, data: "192.0.2.1" });
    const message = answerTo(query, { answers });
    socket.write(Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]));
  });
  expect(outcome).toEqual({ kind: "unknown", reason: "too_large" });
});
