import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { type Answer, AUTHORITATIVE_ANSWER, streamEncode } from "dns-packet";
import { recordsOf } from "../plan/records.ts";
import type { OddDns, OddRarity, PlanRecord, Zone } from "../plan/shapes.ts";
import { AA, bare, endOfQuestion, framed, HEADER, NOERROR, NXDOMAIN, SERVFAIL } from "./wire.ts";

/** Number of the query type for the transfer of a whole zone (RFC 5936). */
export const AXFR = 252;

type OddAxfr = OddRarity & `axfr_${string}`;

/** True if a deviation concerns zone transfers. */
export function isAxfr(deviation: OddDns | OddRarity): deviation is OddAxfr {
  return deviation.startsWith("axfr_");
}

/** Maximum number of records in a message. It is small, so each zone of the plan needs several messages. */
const RECORDS = 10;

/** Answers a query for a zone transfer with the server's deviation. */
export async function sendZone(how: OddAxfr, zone: Zone, socket: Socket, query: Uint8Array): Promise<void> {
  const [soa, ...others] = recordsOf(zone).map(wire) as [Answer, ...Answer[]];
  const send = (records: readonly Answer[]) => {
    for (let at = 0; at < records.length; at += RECORDS)
      socket.write(message(query, records.slice(at, at + RECORDS)));
  };
  switch (how) {
    case "axfr_cut":
      send([soa, ...others].slice(0, RECORDS * Math.ceil(others.length / RECORDS / 2)));
      return void socket.end();
    case "axfr_unclosed":
      send([soa, ...others]);
      return void socket.end();
    case "axfr_first_only":
      send([soa]);
      return void socket.end();
    case "axfr_endless":
      send([soa]);
      return sendEndless(socket, query);
    case "axfr_servfail":
      return void socket.write(framed(bare(query, 0, SERVFAIL)));
    case "axfr_empty":
      return void socket.write(framed(bare(query, AA, NOERROR)));
    case "axfr_nxdomain":
      return void socket.write(framed(bare(query, AA, NXDOMAIN)));
    case "axfr_reset":
      return void socket.resetAndDestroy();
    case "axfr_closed":
      return void socket.end();
    case "axfr_silent":
      return;
    case "axfr_garbage":
      // The message begins with the ID of the query.
      socket.end(framed(Uint8Array.from([...query.subarray(0, 2), ...Array<number>(198).fill(0xff)])));
  }
}

/** Converts a record of the plan. Zones for transfers only have these types. */
function wire({ owner, ttl, type, rdata }: PlanRecord): Answer {
  const name = owner.slice(0, -1);
  if (type === "SOA") {
    const [mname = "", rname = "", ...numbers] = rdata.split(" ");
    const [serial = 0, refresh = 0, retry = 0, expire = 0, minimum = 0] = numbers.map(Number);
    return { type, name, ttl, data: { mname, rname, serial, refresh, retry, expire, minimum } };
  }
  return { type: type as "A" | "NS", name, ttl, data: rdata };
}

function message(query: Uint8Array, answers: readonly Answer[]): Uint8Array {
  const whole = streamEncode({ type: "response", flags: AUTHORITATIVE_ANSWER, answers: [...answers] });
  // The question as the client sent it, between the header and the answers.
  const question = query.subarray(HEADER, endOfQuestion(query));
  const bytes = Buffer.concat([whole.subarray(2, 2 + HEADER), question, whole.subarray(2 + HEADER)]);
  bytes.set(query.subarray(0, 2));
  bytes[5] = 1;
  return framed(bytes);
}

/** Number of records in each message of an endless zone. */
const BURST = 500;

/** Sends made-up records as fast as the client reads, until the client disconnects. */
async function sendEndless(socket: Socket, query: Uint8Array): Promise<void> {
  const gone = new AbortController();
  socket.once("close", () => gone.abort());
  for (let n = 0; !socket.destroyed; n += BURST) {
    const head = bare(query, AA, NOERROR);
    new DataView(head.buffer).setUint16(6, BURST);
    const records = Array.from({ length: BURST }, (_, i) => {
      const label = `x${n + i}`;
      // An A record. Its name is a label and a compression pointer to the queried name.
      return [
        label.length,
        ...Buffer.from(label),
        0xc0,
        HEADER,
        0,
        1,
        0,
        1,
        0,
        0,
        1,
        44,
        0,
        4,
        93,
        184,
        219,
        99,
      ];
    });
    if (!socket.write(framed(Uint8Array.from([...head, ...records.flat()]))))
      await once(socket, "drain", { signal: gone.signal });
    // Lets the event loop serve other connections, however fast this client reads.
    await setImmediate();
  }
}
