import { type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { Blocklist, ListKind, Meaning } from "../blocklist.ts";

/** One address that a list answered with, and what it means there. */
export type ListCode = {
  readonly code: string;
  readonly meaning: string;
  /** Whether it is a listing, and not only something that the list tells. */
  readonly counts: boolean;
  /** Of a listing its kind. */
  readonly kind: ListKind | null;
};

/** What a list's addresses come to. */
export type Decoded =
  | { readonly status: "listed"; readonly codes: readonly ListCode[] }
  | { readonly status: "not_listed"; readonly codes: readonly ListCode[] }
  | { readonly status: "unknown"; readonly reason: Reason; readonly codes: readonly ListCode[] };

/**
 * Decodes the addresses of a list's answer. An error in it, or anything that no list answers (RFC 5782 2.1), makes all of
 * it unknown: it came from a list that refuses this API, or from a third-party server in the list's place.
 */
export function decode(list: Blocklist, addresses: readonly string[]): Decoded {
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

/** A code of an answer that is not believed. */
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
      "no address that a blocklist answers with: the resolver or a parked domain put it there",
    );
  const refusal = list.refusals?.[address];
  if (refusal !== undefined) return failure("blocked", refusal);
  const [, b, c, d = 0] = bytes;
  if (b === 255 && c === 255) return failure("blocked", REFUSED[d] ?? NO_ANSWER);
  // RFC 5782 5: 127.0.0.1 is never listed; several lists say with it that they do not answer, or with its bit.
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
  // A code that is not documented means "listed" all the same, where the list has its listings in 127.0.0.0/24.
  if (b === 0 && c === 0 && d >= 2 && d <= 254 && usesLowestBlock(list))
    return {
      code: address,
      meaning: "a code that is not documented",
      counts: true,
      reason: null,
      policy: false,
    };
  return failure("malformed", "no code of this list");
}

const NO_ANSWER = "the list does not answer us";

/** Whether a list has a meaning for 127.0.0.1, as that or as its bit 1. */
function documents(list: Blocklist, address: string): boolean {
  return Object.hasOwn(list.codes, address) || Object.hasOwn(list.codes, "bit 1");
}

/** Whether any of a list's documented codes is in 127.0.0.0/24. */
function usesLowestBlock(list: Blocklist): boolean {
  return Object.keys(list.codes).some((pattern) => {
    if (pattern.startsWith("bit ")) return true;
    const [, b = "", c = ""] = pattern.split(".");
    return [b, c].every((part) => part === "*" || Number(part.split("-")[0]) === 0);
  });
}

/** Whether a list adds up what it knows in the bits of the last part. */
function isBits(list: Blocklist): boolean {
  return Object.keys(list.codes).some((pattern) => pattern.startsWith("bit "));
}

/** Of 127.255.255.0/24, which several operators use (Spamhaus, "Using our public mirrors? Check your return codes"). */
const REFUSED: Readonly<Record<number, string>> = {
  252: "the name of the list was mistyped",
  254: "the question came through a public resolver, or one without a name of its own",
  255: "we have asked too often",
};

/** What an address means to a list: one thing, or one for each bit of it. */
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

/** Whether an address fits a pattern of four parts: a number, `a-b` or `*` each. */
function matches(pattern: string, bytes: IpBytes): boolean {
  return pattern.split(".").every((part, i) => {
    const [from = 0, to = from] = part === "*" ? [0, 255] : part.split("-").map(Number);
    const byte = bytes[i] ?? -1;
    return byte >= from && byte <= to;
  });
}

/** Of listings the kind: one that is no matter of policy is enough; null where nothing is listed. */
export function kindOf(codes: readonly Pick<ListCode, "kind">[]): ListKind | null {
  const kinds = codes.flatMap(({ kind }) => kind ?? []);
  return kinds.find((kind) => kind !== "policy") ?? kinds[0] ?? null;
}
