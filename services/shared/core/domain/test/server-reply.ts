import { joinBytes } from "../../protocol/dnssec/bytes.ts";
import { labelsOf, wireOf } from "../../protocol/dnssec/names.ts";
import { linesOf, messageOf, recordOf } from "../../protocol/dnssec/test/master.ts";
import { setsOf } from "../../protocol/dnssec/test/sets.ts";
import { type Signer, signatureOf } from "../../protocol/dnssec/test/signer.ts";
import { answerName } from "../../protocol/names.ts";
import { present } from "../../tool/outcome.ts";
import type { ServerReply } from "../observations.ts";

/** Returns the part's records in wire format, with a signature for each RRset unless the part has no signer. */
function wires({ text, by, expiration, zones = {} }: Part, zone: string): Uint8Array[] {
  const sets = by === null ? [] : setsOf(text);
  const signatures = sets.map((set) => {
    const { head, bytes } = signatureOf(set, by as Signer, {
      zone: zones[set.owner] ?? zone,
      ...(expiration === undefined ? {} : { expiration }),
    });
    const owner = wireOf(labelsOf(set.owner));
    const rdata = joinBytes([head, bytes]);
    const fixed = Uint8Array.of(0, 46, 0, 1, 0, 0, 14, 16, rdata.length >> 8, rdata.length & 255);
    return joinBytes([owner, fixed, rdata]);
  });
  return [...linesOf(text).map(recordOf), ...signatures];
}

/**
 * Records in master file format, and the key that signs them (null for unsigned records). By default, signatures
 * expire 2000 seconds after 1970. `zones` holds the zones that sign instead of the reply's, by owner name.
 */
export type Part = {
  readonly text: string;
  readonly by: Signer | null;
  readonly expiration?: number;
  readonly zones?: Readonly<Record<string, string>>;
};

/** An empty section. */
export const NONE: Part = { text: "", by: null };

/**
 * Builds a server's reply from an answer section and an authority section. Their signatures name the given zone as the
 * signer.
 */
export function serverReply(
  answer: Part,
  authority: Part,
  rcode = "NOERROR",
  zone = "example.com",
  name = "ns.example.com",
  /** Codes of the extended errors in the reply (RFC 8914). */
  codes: readonly number[] = [],
): ServerReply {
  const [first, second] = [answer, authority].map((part) => wires(part, zone));
  const message = messageOf([], []);
  const counts = [first?.length ?? 0, second?.length ?? 0];
  message.set([0, counts[0] ?? 0, 0, counts[1] ?? 0], 6);
  const bytes = joinBytes([message, ...(first ?? []), ...(second ?? [])]);
  const records = ({ text, by, expiration, zones = {} }: Part) => [
    ...linesOf(text).map((line) => {
      const [owner = "", , , type = "", target = ""] = line.split(/\s+/);
      const data = type === "CNAME" ? { target } : {};
      return { name: answerName(owner), type, data, value: "", ttl: 0 };
    }),
    ...(by === null ? [] : setsOf(text)).map(({ owner, type }) => {
      const data = { covered: type, signer: zones[owner] ?? zone, expiration: expiration ?? 2000 };
      return { name: owner, type: "RRSIG", data, value: "", ttl: 0 };
    }),
  ];
  const edns = codes.length === 0 ? null : { errors: codes.map((code) => ({ code, name: "", text: "" })) };
  const reply = { rcode, flags: ["aa"], edns, additionals: [], bytes };
  const sections = { answers: records(answer), authorities: records(authority) };
  return { server: { name, address: "192.0.2.1" }, outcome: present({ ...reply, ...sections } as never) };
}
