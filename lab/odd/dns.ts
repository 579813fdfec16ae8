import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { OddDns } from "../plan/shapes.ts";

/** Where one odd server listens, what it does wrong, and whom it asks for the right answer. */
export type OddServer = {
  readonly address: string;
  readonly deviation: OddDns;
  readonly backend: string;
  /** An address that nobody asked, to answer from. */
  readonly otherSource: string;
};

/** Serves DNS over UDP and TCP at an address: right answers, spoilt by the server's deviation. */
export async function serveOddDns(server: OddServer): Promise<void> {
  // Whoever asked may be gone: what the kernel says of that is nobody's business here.
  const error = () => {};
  const elsewhere = await Bun.udpSocket({ hostname: server.otherSource, socket: { data() {}, error } });
  await Bun.udpSocket({
    hostname: server.address,
    port: 53,
    socket: {
      async data(socket, query, port, address) {
        if (query.length < HEADER || (server.deviation === "mute" && asksForItsLabel(query))) return;
        const right = await rightAnswer(server.backend, query).catch(() => null);
        if (right === null) return;
        const from = server.deviation === "wrong_source" ? elsewhere : socket;
        try {
          from.send(spoil(server.deviation, query, right, "udp"), port, address);
        } catch {}
      },
      error,
    },
  });
  if (server.deviation !== "tcp_refused") listenTcp(server);
}

const HEADER = 12;
/** Bits of the third byte of the header (RFC 1035 section 4.1.1): a response, truncated. */
const [QR, TC] = [0x80, 0x02];
const FORMERR = 1;

/** A right answer made wrong. @param over UDP answers of servers whose TCP is broken only send one there. */
function spoil(deviation: OddDns, query: Uint8Array, right: Uint8Array, over: "udp" | "tcp"): Uint8Array {
  const answer = Uint8Array.from(right);
  const view = new DataView(answer.buffer);
  switch (deviation) {
    case "wrong_id":
      view.setUint16(0, view.getUint16(0) ^ 1);
      return answer;
    case "wrong_question":
      // The first letter of the name asked for.
      answer[HEADER + 1] = (answer[HEADER + 1] ?? 0) ^ 1;
      return answer;
    case "malformed":
      // The header promises records; they break off in the middle of the first.
      return answer.subarray(0, endOfQuestion(query) + 8);
    case "pointer_loop":
      return pointerLoop(query);
    case "empty":
      return new Uint8Array();
    case "no_edns":
      // RFC 6891 section 7: who does not know EDNS answers FORMERR, without OPT.
      return new DataView(query.buffer, query.byteOffset).getUint16(10) === 0
        ? answer
        : bare(query, 0, FORMERR);
    case "wrong_source":
    case "mute":
      return answer;
    default:
      return over === "udp" ? bare(query, TC, 0) : answer;
  }
}

/** Header and question alone, as an answer with a flag and a code. */
function bare(query: Uint8Array, flag: number, rcode: number): Uint8Array {
  const answer = Uint8Array.from(query.subarray(0, endOfQuestion(query)));
  answer[2] = (answer[2] ?? 0) | QR | flag;
  answer[3] = rcode;
  answer.fill(0, 6, HEADER);
  return answer;
}

/** An answer whose one record's name is a pointer to itself (RFC 1035 section 4.1.4). */
function pointerLoop(query: Uint8Array): Uint8Array {
  const head = bare(query, 0, 0);
  const at = head.length;
  head[7] = 1;
  const record = [0xc0 | (at >> 8), at & 0xff, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 61];
  return Uint8Array.from([...head, ...record]);
}

/** Numbers of types (RFC 1035 section 3.2.2 and later), by the label that stands for them. */
const TYPES: Readonly<Record<string, number>> = {
  a: 1,
  ns: 2,
  cname: 5,
  soa: 6,
  mx: 15,
  txt: 16,
  aaaa: 28,
  ds: 43,
  dnskey: 48,
  https: 65,
  caa: 257,
};

/** Whether the type asked for is the first label of the name. */
function asksForItsLabel(query: Uint8Array): boolean {
  const end = endOfQuestion(query);
  const label = new TextDecoder().decode(query.subarray(HEADER + 1, HEADER + 1 + (query[HEADER] ?? 0)));
  const type = ((query[end - 4] ?? 0) << 8) | (query[end - 3] ?? 0);
  return TYPES[label.toLowerCase()] === type;
}

function endOfQuestion(query: Uint8Array): number {
  let at = HEADER;
  while ((query[at] ?? 0) !== 0) at += 1 + (query[at] ?? 0);
  return Math.min(query.length, at + 5);
}

/** What the server that is right says, asked over TCP so that it is whole. */
async function rightAnswer(backend: string, query: Uint8Array): Promise<Uint8Array> {
  const socket = connect({ host: backend, port: 53 });
  socket.write(framed(query));
  let got = Buffer.alloc(0);
  for await (const bytes of socket) {
    got = Buffer.concat([got, bytes]);
    const message = firstMessage(got);
    // Leaving the loop closes the connection.
    if (message !== null) return message;
  }
  throw new Error(`${backend} closed the connection`);
}

/** A message as TCP carries it (RFC 1035 section 4.2.2). */
function framed(message: Uint8Array): Uint8Array {
  return Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);
}

/** The first message of a stream so far, or null while it is not whole. */
function firstMessage(got: Buffer): Uint8Array | null {
  if (got.length < 2) return null;
  const end = 2 + got.readUInt16BE(0);
  return got.length < end ? null : Uint8Array.from(got.subarray(2, end));
}

/** Milliseconds until a connection that nobody uses is dropped. */
const IDLE_MS = 60_000;
/** Milliseconds between the bytes of a slow answer. */
const DRIP_MS = 250;
/** Answers without end are sent so many at a time. */
const BURST = 100;

function listenTcp(server: OddServer): void {
  const accept = (socket: Socket) => {
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on("error", () => {});
    converse(server, socket).catch(() => socket.destroy());
  };
  createServer(accept).listen(53, server.address);
}

/** Answers a connection's questions in their order. */
async function converse(server: OddServer, socket: Socket): Promise<void> {
  let got = Buffer.alloc(0);
  for await (const bytes of socket) {
    got = Buffer.concat([got, bytes]);
    for (let query = firstMessage(got); query !== null; query = firstMessage(got)) {
      got = got.subarray(2 + query.length);
      if (query.length < HEADER) return void socket.destroy();
      await answerTcp(server, socket, query);
    }
  }
}

async function answerTcp(server: OddServer, socket: Socket, query: Uint8Array): Promise<void> {
  const right = await rightAnswer(server.backend, query);
  const frame = framed(spoil(server.deviation, query, right, "tcp"));
  switch (server.deviation) {
    case "tcp_silent":
      return;
    case "tcp_closes_midway":
      socket.end(frame.subarray(0, frame.length >> 1));
      return;
    case "tcp_endless": {
      // Each is whole, and none is the answer to this question.
      const other = framed(spoil("wrong_id", query, right, "tcp"));
      const burst = Buffer.concat(Array<Uint8Array>(BURST).fill(other));
      while (!socket.destroyed) {
        if (!socket.write(burst)) await once(socket, "drain");
        // Others have a turn, however fast this one reads.
        await setImmediate();
      }
      return;
    }
    case "tcp_drip":
      for (const byte of frame) {
        if (socket.destroyed) return;
        socket.write(Uint8Array.of(byte));
        await setTimeout(DRIP_MS);
      }
      socket.end();
      return;
    default:
      socket.write(frame);
  }
}
