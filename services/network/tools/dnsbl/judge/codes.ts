import { type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Blocklist, ListKind, Meaning } from "../blocklist.ts";

/** One address in a list's answer, with its meaning on that list. */
export type ListCode = {
  readonly code: string;
  readonly meaning: string;
  /** True if the address is a listing and not only information. */
  readonly counts: boolean;
  /** Kind of the listing; null if the address is not a listing. */
  readonly kind: ListKind | null;
};

/** Result of decoding all addresses in a list's answer. */
export type Decoded =
  | { readonly status: "listed"; readonly codes: readonly ListCode[] }
  | { readonly status: "not_listed"; readonly codes: readonly ListCode[] }
  | { readonly status: "unknown"; readonly reason: Reason; readonly codes: readonly ListCode[] };

/**
 * Decodes the addresses of a list's answer. A single error code, or an address that no list uses (RFC 5782
 * 2.1), makes the whole answer unknown: either the list refuses this API, or a third-party server answered for
 * the list.
 */
export function decode(list: Blocklist, addresses: readonly string[]): Decoded {
  if (addresses.length === 0) return NO_ENTRY;
  const read = addresses.map((address) => one(list, address));
  const failed =
    read.find(({ reason }) => reason === "rewritten") ?? read.find(({ reason }) => reason !== null);
  if (failed?.reason) return { status: "unknown", reason: failed.reason, codes: read.map(uncounted) };
  const codes = read.map(({ code, meaning, counts, policy }): ListCode => {
    return { code, meaning, counts, kind: counts ? (policy ? "policy" : list.kind) : null };
  });
  const listings = read.filter(({ counts }) => counts);
  if (listings.length === 0) return { status: "not_listed", codes };
  return { status: "listed", codes };
}

const NO_ENTRY: Decoded = { status: "not_listed", codes: [] };

/** Returns a code as information only, for an answer that is not used and must not count as a listing. */
export function uncounted({ code, meaning }: Pick<ListCode, "code" | "meaning">): ListCode {
  return { code, meaning, counts: false, kind: null };
}

type One = Omit<ListCode, "kind"> & { readonly reason: Reason | null; readonly policy: boolean };

function one(list: Blocklist, address: string): One {
  const bytes = parseIp(address);
  const failure = (reason: Reason, meaning: string): One => ({
    code: address,
    meaning,
    counts: false,
    reason,
    policy: false,
  });
  if (bytes === null || bytes.length !== 4 || bytes[0] !== 127)
    return failure(
      "rewritten",
      "not an address that a blocklist returns: it comes from the resolver or a parked domain",
    );
  const refusal = list.refusals?.[address];
  if (refusal !== undefined) return failure("blocked", refusal);
  const [, b, c, d = 0] = bytes;
  if (b === 255 && c === 255) return failure("blocked", REFUSED[d] ?? NO_ANSWER);
  // 127.0.0.1 is never listed (RFC 5782 5); several lists return it, or its bit, to refuse an answer.
  const refusing = list.refusals?.["127.0.0.1"] !== undefined && isBits(list) && (d & 1) === 1;
  if (refusing || (address === "127.0.0.1" && !documents(list, address)))
    return failure("blocked", NO_ANSWER);
  const meanings = meaningsOf(list, bytes);
  if (meanings.length > 0) {
    const counted = meanings.filter((meaning) => typeof meaning === "string" || "policy" in meaning);
    return {
      code: address,
      meaning: meanings.map(wordsOf).join(", "),
      counts: counted.length > 0,
      reason: null,
      policy: counted.every((meaning) => typeof meaning !== "string"),
    };
  }
  // An undocumented code still means "listed" if the list's codes are in 127.0.0.0/24.
  if (b === 0 && c === 0 && d >= 2 && d <= 254 && usesLowestBlock(list))
    return {
      code: address,
      meaning: "an undocumented code",
      counts: true,
      reason: null,
      policy: false,
    };
  return failure("malformed", "not a code of this list");
}

const NO_ANSWER = "the list refuses to answer this API";

/** Returns true if a list documents a meaning of 127.0.0.1, either for the address or for bit 1. */
function documents(list: Blocklist, address: string): boolean {
  return Object.hasOwn(list.codes, address) || Object.hasOwn(list.codes, "bit 1");
}

/** Returns true if any of a list's documented codes is in 127.0.0.0/24. */
function usesLowestBlock(list: Blocklist): boolean {
  return Object.keys(list.codes).some((pattern) => {
    if (pattern.startsWith("bit ")) return true;
    const [, b = "", c = ""] = pattern.split(".");
    return [b, c].every((part) => part === "*" || Number(part.split("-")[0]) === 0);
  });
}

/** Returns true if a list combines several meanings in the bits of an address's last part. */
function isBits(list: Blocklist): boolean {
  return Object.keys(list.codes).some((pattern) => pattern.startsWith("bit "));
}

/**
 * Meanings of the last part in 127.255.255.0/24, which several operators use (Spamhaus, "Using our public
 * mirrors? Check your return codes").
 */
const REFUSED: Readonly<Record<number, string>> = {
  252: "the name of the list was mistyped",
  254: "the query came through a public resolver, or through a resolver without reverse DNS",
  255: "this API has sent too many queries",
};

/** Returns the meanings of an address on a list: one meaning, or one for each set bit. */
function meaningsOf(list: Blocklist, bytes: IpBytes): Meaning[] {
  const plain = bytes[1] === 0 && bytes[2] === 0;
  const bits = isBits(list);
  const found = Object.entries(list.codes).filter(([pattern]) =>
    pattern.startsWith("bit ")
      ? plain && ((bytes[3] ?? 0) & Number(pattern.slice(4))) !== 0
      : matches(pattern, bytes),
  );
  return found.slice(0, bits ? undefined : 1).map(([, meaning]) => meaning);
}

function wordsOf(meaning: Meaning): string {
  return typeof meaning === "string" ? meaning : "policy" in meaning ? meaning.policy : meaning.aside;
}

/** Returns true if an address matches a pattern of four parts, each a number, `a-b` or `*`. */
function matches(pattern: string, bytes: IpBytes): boolean {
  return pattern.split(".").every((part, i) => {
    const [from = 0, to = from] = part === "*" ? [0, 255] : part.split("-").map(Number);
    const byte = bytes[i] ?? -1;
    return byte >= from && byte <= to;
  });
}

/**
 * Returns one kind for several listings: the kind of the first listing that is not a policy entry, or `policy` if all
 * are policy entries; null if there is no listing.
 */
export function kindOf(codes: readonly Pick<ListCode, "kind">[]): ListKind | null {
  const kinds = codes.flatMap(({ kind }) => kind ?? []);
  return kinds.find((kind) => kind !== "policy") ?? kinds[0] ?? null;
}
