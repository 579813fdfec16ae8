import { Reader } from "../dns/reader.ts";
import type { Signature } from "./signed-set.ts";

/**
 * Parses an RRSIG's data, which must be in canonical form.
 * @throws WireError if the data is malformed.
 */
export function readSignature(rdata: Uint8Array): Signature {
  const r = new Reader(rdata, 2);
  const [algorithm, labels] = [r.u8(), r.u8()];
  const [originalTtl, expiration, inception, keyTag] = [r.u32(), r.u32(), r.u32(), r.u16()];
  const signer = r.name(false);
  return {
    algorithm,
    labels,
    originalTtl,
    expiration,
    inception,
    keyTag,
    signer: signer === "." ? "" : signer,
    head: rdata.subarray(0, r.at),
    bytes: r.rest(),
  };
}
