/** Mnemonics of the DNSSEC algorithms by number. Source: IANA DNS Security Algorithm Numbers, as of 2026-11-28. */
export const ALGORITHMS: Readonly<Record<number, string>> = {
  0: "DELETE",
  1: "RSAMD5",
  2: "DH",
  3: "DSA",
  5: "RSASHA1",
  6: "NSEC3DSA",
  7: "NSEC3RSASHA1",
  8: "RSASHA256",
  10: "RSASHA512",
  12: "ECCGOST",
  13: "ECDSAP256SHA256",
  14: "ECDSAP384SHA384",
  15: "ED25519",
  16: "ED448",
  17: "SM2SM3",
  18: "ML-DSA-44",
  23: "ECC-GOST12",
  252: "INDIRECT",
  253: "PRIVATEDNS",
  254: "PRIVATEOID",
};

/** Calculates the key tag of a DNSKEY's data (RFC 4034 appendix B; algorithm 1 has its own rule, B.1). */
export function keyTag(rdata: Uint8Array): number {
  if (rdata[3] === 1 && rdata.length >= 7) {
    const at = rdata.length - 3;
    return ((rdata[at] as number) << 8) | (rdata[at + 1] as number);
  }
  let sum = 0;
  for (const [i, byte] of rdata.entries()) sum += i % 2 === 0 ? byte << 8 : byte;
  return (sum + Math.floor(sum / 65_536)) % 65_536;
}
