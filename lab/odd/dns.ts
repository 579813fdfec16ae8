import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setImmediate, setTimeout } from "node:timers/promises";
import type { OddDns, OddRarity, Zone } from "../plan/shapes.ts";
import { LIE } from "../servers/dnsdist.ts";
import { asksForItsLabel, oddAnswer, passedOn, TYPES } from "./answers.ts";
import { askOverTcp } from "./ask.ts";
import { AXFR, isAxfr, sendZone } from "./axfr.ts";
import {
  AA,
  bare,
  endOfQuestion,
  FORMERR,
  framed,
  HEADER,
  messagesOf,
  NOERROR,
  NXDOMAIN,
  RA,
  TC,
  typeAsked,
} from "./wire.ts";

/** A misbehaving server: its address, its deviation, and the backend that knows the right answers. */
export type OddServer = {
  readonly address: string;
  readonly deviation: OddDns | OddRarity;
  readonly backend: string;
  /** The zone of the server's name. */
  readonly zone: Zone;
  /** Another source address, for answers from an address that was not queried. */
  readonly otherSource: string;
};

/** The domain that a filtering resolver denies, and the reason that it gives. */
const FILTERED = "blocked.com";
const FILTERED_FOR = "on a list of the lab";

/** Serves DNS over UDP and TCP at an address: right answers, changed by the server's deviation. */
export async function serveOddDns(server: OddServer): Promise<void> {
  // Ignores errors, because the kernel reports an error if the client is gone.
  const error = () => {};
  const elsewhere = await Bun.udpSocket({ hostname: server.otherSource, socket: { data() {}, error } });
  await Bun.udpSocket({
    hostname: server.address,
    port: 53,
    socket: {
      async data(socket, query, port, address) {
        const isMute = server.deviation === "mute" || server.deviation === "ignores_type";
        if (query.length < HEADER || (isMute && asksForItsLabel(query))) return;
        const asked = passedOn(server.deviation, query);
        const right = await askOverTcp(server.backend, asked).catch(() => null);
        if (right === null) return;
        const from = server.deviation === "wrong_source" ? elsewhere : socket;
        try {
          from.send(spoil(server.deviation, query, right, "udp"), port, address);
        } catch {}
      },
      error,
    },
  });
  if (!["tcp_refused", "no_tcp"].includes(server.deviation)) listenTcp(server);
}

/**
 * Applies a deviation to a right answer.
 * @param over the transport; servers with a deviation in TCP truncate their UDP answers
 */
function spoil(
  deviation: OddDns | OddRarity,
  query: Uint8Array,
  right: Uint8Array,
  over: "udp" | "tcp",
): Uint8Array {
  const answer = Uint8Array.from(right);
  const view = new DataView(answer.buffer);
  switch (deviation) {
    case "wrong_id":
      view.setUint16(0, view.getUint16(0) ^ 1);
      return answer;
    case "wrong_question":
      // Changes the first letter of the queried name.
      answer[HEADER + 1] = (answer[HEADER + 1] ?? 0) ^ 1;
      return answer;
    case "malformed":
      // The header announces records, but the message breaks off in the middle of the first record.
      return answer.subarray(0, endOfQuestion(query) + 8);
    case "pointer_loop":
      return pointerLoop(query);
    case "empty":
      return new Uint8Array();
    case "no_edns":
      // RFC 6891 section 7: a server that does not know EDNS answers FORMERR, without OPT.
      return new DataView(query.buffer, query.byteOffset).getUint16(10) === 0
        ? answer
        : bare(query, 0, FORMERR);
    case "no_soa":
      return typeAsked(query) === TYPES["soa"] ? bare(query, AA, NOERROR) : answer;
    case "rewrites_nxdomain":
      return ((right[3] ?? 0) & 0xf) === NXDOMAIN ? invented(query) : answer;
    case "filters":
      return asksFor(query, FILTERED) ? filtered(query) : answer;
    case "tcp_refused":
    case "tcp_silent":
    case "tcp_closes_midway":
    case "tcp_endless":
    case "tcp_drip":
      return over === "udp" ? bare(query, TC, NOERROR) : answer;
    default:
      return oddAnswer(deviation, query, right) ?? answer;
  }
}

/** Builds an answer with one record, whose name is a pointer to itself (RFC 1035 section 4.1.4). */
function pointerLoop(query: Uint8Array): Uint8Array {
  const head = bare(query, 0, 0);
  const at = head.length;
  head[7] = 1;
  const record = [0xc0 | (at >> 8), at & 0xff, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 93, 184, 215, 61];
  return Uint8Array.from([...head, ...record]);
}

/** Encodes a typical OPT record (RFC 6891 section 6.1.2) with some options. */
const opt = (options: readonly number[]) => [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, options.length, ...options];

/**
 * Builds an answer for a name that does not exist: an invented address if the query is for type A, otherwise no
 * records.
 */
function invented(query: Uint8Array): Uint8Array {
  const head = bare(query, 0, RA | NOERROR);
  head[11] = 1;
  if (typeAsked(query) !== TYPES["a"]) return Uint8Array.from([...head, ...opt([])]);
  head[7] = 1;
  const address = LIE.split(".").map(Number);
  const record = [0xc0, HEADER, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
  return Uint8Array.from([...head, ...record, ...opt([])]);
}

/** An Extended DNS Error (RFC 8914 section 2) with code 15, Blocked. */
const BLOCKED = [0, 15, 0, 2 + FILTERED_FOR.length, 0, 15, ...Buffer.from(FILTERED_FOR)];

/** Builds the denial of a filtered name, with the reason. */
function filtered(query: Uint8Array): Uint8Array {
  const head = bare(query, 0, RA | NXDOMAIN);
  head[11] = 1;
  return Uint8Array.from([...head, ...opt(BLOCKED)]);
}

/** Returns true if a query is for a domain or for a name below it. */
function asksFor(query: Uint8Array, domain: string): boolean {
  const labels = domain.split(".").map((label) => `${String.fromCharCode(label.length)}${label}`);
  const name = Buffer.from(query.subarray(HEADER, endOfQuestion(query) - 4)).toString("latin1");
  return name.toLowerCase().endsWith(`${labels.join("")}\0`);
}

/** Milliseconds until an idle connection is closed. */
const IDLE_MS = 60_000;
/** Milliseconds between the bytes of a slow answer. */
const DRIP_MS = 250;
/** Number of answers that an endless stream of answers writes at once. */
const BURST = 100;

function listenTcp(server: OddServer): void {
  const accept = (socket: Socket) => {
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on("error", () => {});
    converse(server, socket).catch(() => socket.destroy());
  };
  createServer(accept).listen(53, server.address);
}

/** Answers a connection's queries in their order. */
async function converse(server: OddServer, socket: Socket): Promise<void> {
  for await (const query of messagesOf(socket)) {
    if (query.length < HEADER) return void socket.destroy();
    await answerTcp(server, socket, query);
  }
}

async function answerTcp(server: OddServer, socket: Socket, query: Uint8Array): Promise<void> {
  if (isAxfr(server.deviation) && typeAsked(query) === AXFR)
    return sendZone(server.deviation, server.zone, socket, query);
  const right = await askOverTcp(server.backend, passedOn(server.deviation, query));
  const frame = framed(spoil(server.deviation, query, right, "tcp"));
  switch (server.deviation) {
    case "tcp_silent":
      return;
    case "tcp_closes_midway":
      socket.end(frame.subarray(0, frame.length >> 1));
      return;
    case "tcp_endless": {
      // Each message is complete, but none answers this query.
      const other = framed(spoil("wrong_id", query, right, "tcp"));
      const burst = Buffer.concat(Array<Uint8Array>(BURST).fill(other));
      while (!socket.destroyed) {
        if (!socket.write(burst)) await once(socket, "drain");
        // Lets the event loop serve other connections, however fast this client reads.
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
