import { joinBytes } from "../bytes.ts";
import { readKeys, type ZoneKey } from "../keys/keys.ts";
import { readSets } from "../read-sets.ts";
import { setOf } from "./sets.ts";
import { at, zones } from "./vectors.json";

/** A zone from `vectors.json` and its server's responses. */
export type Vector = {
  readonly name: string;
  readonly signer: string;
  readonly algorithm: number;
  readonly denial: string;
  readonly keys: readonly ZoneKey[];
  /** Response messages by `owner type` of the query, with the owner relative to the apex. */
  readonly answers: ReadonlyMap<string, Uint8Array>;
};

/** A time at which all signatures of the vectors are valid, in seconds since 1970. */
export const AT = at;

/** All zones of `vectors.json`, with their keys. */
export const VECTORS: readonly Vector[] = zones.map(({ name, signer, algorithm, denial, answers }) => {
  const messages = new Map(
    Object.entries(answers).map(([question, text]) => [
      question,
      joinBytes([Buffer.from(text ?? "", "base64")]),
    ]),
  );
  const keys = readKeys(setOf(readSets(messages.get("@ DNSKEY") ?? new Uint8Array()), "DNSKEY"));
  return { name, signer, algorithm, denial, keys, answers: messages };
});
