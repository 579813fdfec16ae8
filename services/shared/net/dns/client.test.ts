import { afterAll, expect, test } from "bun:test";
import * as packet from "dns-packet";
import { createGuard } from "../guard.ts";
import { createDnsClient, type DnsServer } from "./client.ts";

/** Servers that answer wrongly on purpose, which no real server can be made to do. */
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
const client = createDnsClient(
  createGuard({ allow: [], deny: [] }, () => {}),
  () => {},
);
const ask = (server: DnsServer, ms = 300) => client.ask(server, QUESTION, AbortSignal.timeout(ms));

/** The right answer to a query, with parts of it changed. */
function answerTo(query: Buffer, change: Partial<packet.Packet> = {}): Buffer {
  const { id, questions } = packet.decode(query);
  return packet.encode({
    type: "response",
    id: id ?? 0,
    questions: questions ?? [],
    answers: [{ type: "A", name: "example.com", ttl: 60, data: "192.0.2.1" }],
    ...change,
  });
}

test("a right answer is read, and the evidence repeats it", async () => {
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
])("%s is passed over, and the right answer behind it is taken", async (_what, wrong) => {
  const server = await serverThat((query, reply) => {
    reply(wrong(query));
    reply(answerTo(query));
  });
  expect((await ask(server)).outcome.kind).toBe("present");
  const onlyWrong = await serverThat((query, reply) => reply(wrong(query)));
  expect((await ask(onlyWrong, 100)).outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

test("an answer from another port is not the server's", async () => {
  const liar = await Bun.udpSocket({ hostname: "127.0.0.1", socket: { error() {} } });
  open.push(liar);
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: { data: (_own, bytes, port, address) => void liar.send(answerTo(bytes), port, address) },
  });
  open.push(socket);
  const exchange = await ask(
    { name: "odd", address: "127.0.0.1", port: socket.port, upstream: "recursor" },
    100,
  );
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "timeout" });
});

test("an endless stream of strange answers ends", async () => {
  const server = await serverThat((query, reply) => {
    for (let i = 0; i < 200; i++)
      reply(answerTo(query, { id: ((packet.decode(query).id ?? 0) + 1) & 0xffff }));
  });
  expect((await ask(server, 5000)).outcome).toEqual({ kind: "unknown", reason: "malformed" });
});

test("our question with unreadable rest is malformed", async () => {
  const server = await serverThat((query, reply) => reply(answerTo(query).subarray(0, 35)));
  expect((await ask(server)).outcome).toEqual({ kind: "unknown", reason: "malformed" });
});

test.each([
  ["SERVFAIL", 2, "servfail"],
  ["REFUSED", 5, "refused"],
  ["NOTAUTH", 9, "malformed"],
] as const)("%s is unknown and in the evidence", async (rcode, code, reason) => {
  const exchange = await ask(
    await serverThat((query, reply) => reply(answerTo(query, { flags: code, answers: [] }))),
  );
  expect(exchange.outcome).toEqual({ kind: "unknown", reason });
  expect(exchange.evidence).toMatchObject({ rcode, reason });
});

test("a server that does not know EDNS is asked without it", async () => {
  const server = await serverThat((query, reply) => {
    const hasEdns = (packet.decode(query).additionals ?? []).length > 0;
    reply(hasEdns ? answerTo(query, { flags: 1, questions: [], answers: [] }) : answerTo(query));
  });
  expect((await ask(server)).outcome.kind).toBe("present");
});

test("a closed port is unreachable at once", async () => {
  const socket = await Bun.udpSocket({ hostname: "127.0.0.1", socket: {} });
  const { port } = socket;
  socket.close();
  const exchange = await ask({ name: "closed", address: "127.0.0.1", port, upstream: "recursor" }, 5000);
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "unreachable" });
});

test("a zone's server passes the guard, and nothing is sent when it does not", async () => {
  let heard = 0;
  const server = await serverThat(() => {
    heard += 1;
  });
  const exchange = await ask({ ...server, upstream: "authoritative" });
  expect(exchange.outcome).toEqual({ kind: "unknown", reason: "not_allowed" });
  expect((await ask(server, 100)).outcome).toEqual({ kind: "unknown", reason: "timeout" });
  expect(heard).toBe(1);
});

test("TCP: mid-stream close, endless drip and garbage are unknown; an answer in pieces is whole", async () => {
  const over = async (write: (socket: Bun.Socket, query: Buffer) => void) => {
    const tcp = Bun.listen({
      hostname: "127.0.0.1",
      port: 0,
      socket: { data: (socket, bytes) => write(socket, bytes.subarray(2)) },
    });
    open.push({ close: () => tcp.stop(true) });
    const udp = await Bun.udpSocket({
      hostname: "127.0.0.1",
      port: tcp.port,
      // TC: come over TCP.
      socket: {
        data: (own, bytes, port, address) =>
          void own.send(answerTo(bytes, { flags: packet.TRUNCATED_RESPONSE, answers: [] }), port, address),
      },
    });
    open.push(udp);
    return (await ask({ name: "odd", address: "127.0.0.1", port: tcp.port, upstream: "recursor" }, 400))
      .outcome;
  };
  const framed = (query: Buffer) => {
    const message = answerTo(query);
    return Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message]);
  };
  expect(await over((socket, query) => void socket.end(framed(query).subarray(0, 20)))).toEqual({
    kind: "unknown",
    reason: "malformed",
  });
  expect(await over((socket) => void socket.write(new Uint8Array([255, 255, 1])))).toEqual({
    kind: "unknown",
    reason: "timeout",
  });
  expect(await over((socket) => void socket.write(new Uint8Array(70_000).fill(7)))).toEqual({
    kind: "unknown",
    reason: "malformed",
  });
  const pieces = await over((socket, query) => {
    for (const byte of framed(query)) socket.write(new Uint8Array([byte]));
  });
  expect(pieces).toMatchObject({ kind: "present", value: { answers: [{ value: "192.0.2.1" }] } });
});
