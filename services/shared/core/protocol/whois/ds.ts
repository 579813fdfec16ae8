import { valuesOf } from "./domain.ts";
import type { WhoisText } from "./text.ts";

/** Data of a DS record in a WHOIS response (RFC 4034 5.1). */
export type RegisteredDs = {
  readonly keyTag: number;
  readonly algorithm: number;
  readonly digestType: number;
  /** The digest in upper-case hex. */
  readonly digest: string;
};

/** Maximum number of DS records read from one response. */
const DS_MAX = 20;
/**
 * Algorithm names as registries write them. Source: IANA's registry of DNSSEC algorithm numbers, as of 2026-11-23.
 */
const ALGORITHMS: Readonly<Record<string, number>> = {
  "RSA-SHA1": 5,
  RSASHA1: 5,
  "RSA-SHA1-NSEC3": 7,
  "RSA-SHA-256": 8,
  RSASHA256: 8,
  "RSA-SHA-512": 10,
  RSASHA512: 10,
  "ECDSA-SHA-256": 13,
  ECDSAP256SHA256: 13,
  "ECDSA-SHA-384": 14,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
};
/**
 * Digest type by the number of hex digits in the digest (RFC 4034 5.1.4, RFC 4509, RFC 6605). The registry of .br
 * omits the type.
 */
const TYPE_BY_DIGITS: Readonly<Record<number, number>> = { 40: 1, 64: 2, 96: 4 };

/** A DS record on one line: `34505 13 2 3A1F...` or `34505 ECDSA-SHA-256 3A1F...`. */
const ROW = /^(\d{1,5})[ ,]+([A-Z0-9-]{1,20})[ ,]+(?:(\d{1,2})[ ,]+)?\(?\s*([0-9A-F ]{40,200})\)?$/i;

/** Returns the DS data in a response and skips incomplete rows. */
export function dsOf(answer: WhoisText): RegisteredDs[] {
  const rows = valuesOf(answer, "ds").slice(0, 2 * DS_MAX);
  // The registry of .jp puts the digest in parentheses, across the following lines.
  const lines = rows.map((row, i) => {
    const until = rows.slice(i).findIndex((one) => one.includes(")"));
    return row.includes("(") && until > 0 ? rows.slice(i, i + Math.min(until, 4) + 1).join(" ") : row;
  });
  const whole = lines.flatMap((line) => {
    const [, tag = "", algorithm = "", type, digest = ""] = ROW.exec(line.trim()) ?? [];
    return rowOf(tag, algorithm, type ?? "", digest);
  });
  const [tags, algorithms, types, digests] = (["dsTag", "dsAlgorithm", "dsType", "dsDigest"] as const).map(
    (fact) => valuesOf(answer, fact).map((value) => value.split(" ")[0] ?? ""),
  );
  const apart = (tags ?? []).flatMap((tag, i) =>
    rowOf(tag, algorithms?.[i] ?? "", types?.[i] ?? "", digests?.[i] ?? ""),
  );
  const known = new Map([...whole, ...apart].map((ds) => [JSON.stringify(ds), ds]));
  return [...known.values()].slice(0, DS_MAX);
}

function rowOf(tag: string, algorithm: string, type: string, digest: string): RegisteredDs[] {
  const hex = digest.replaceAll(" ", "").toUpperCase();
  const digestType = type === "" ? TYPE_BY_DIGITS[hex.length] : Number(type);
  const number = /^\d{1,3}$/.test(algorithm) ? Number(algorithm) : ALGORITHMS[algorithm.toUpperCase()];
  const whole = /^\d{1,5}$/.test(tag) && Number(tag) < 65_536 && /^([0-9A-F]{2}){20,64}$/.test(hex);
  if (!whole || digestType === undefined || number === undefined || !Number.isInteger(digestType)) return [];
  if (hex.length !== { 1: 40, 2: 64, 4: 96 }[digestType] && [1, 2, 4].includes(digestType)) return [];
  return [{ keyTag: Number(tag), algorithm: number, digestType, digest: hex }];
}
