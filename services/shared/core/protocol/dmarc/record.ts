import { type ReportUri, readReportUris } from "../mail/report-uri.ts";
import { parseTagList } from "../mail/tag-list.ts";

/** DMARC policies (RFC 9989 4.7), weakest first. */
export const POLICIES = ["none", "quarantine", "reject"] as const;
/** A DMARC policy. */
export type Policy = (typeof POLICIES)[number];

/** A defect in one part of a record, which does not make the whole record invalid (RFC 9989 4.8). */
export type DmarcProblem = {
  readonly kind:
    | "syntax"
    | "duplicate"
    | "removed"
    | "unknown_tag"
    | "value"
    | "policy"
    | "uri"
    | "size_suffix"
    | "order"
    | "case";
  readonly tag: string;
  readonly value: string;
};

/** A parsed DMARC policy record (RFC 9989 4.7). Policies that are missing or invalid are null. */
export type DmarcRecord = {
  readonly text: string;
  /** Tags as written, in record order. */
  readonly tags: readonly { readonly name: string; readonly value: string }[];
  readonly p: Policy | null;
  readonly sp: Policy | null;
  readonly np: Policy | null;
  /** Policy tags that are present but invalid. */
  readonly wrongPolicies: readonly ("p" | "sp" | "np")[];
  readonly adkim: "r" | "s";
  readonly aspf: "r" | "s";
  readonly psd: "y" | "n" | "u";
  readonly test: boolean;
  readonly fo: readonly string[];
  /** Addresses for aggregate reports; null if the record has no `rua` tag. */
  readonly rua: readonly ReportUri[] | null;
  readonly ruf: readonly ReportUri[] | null;
  /** `pct` of RFC 7489, which RFC 9989 removed; older receivers still apply it. */
  readonly pct: number | null;
  readonly problems: readonly DmarcProblem[];
};

/**
 * Returns true if a text is a DMARC record, that is, if it begins with `v=DMARC1`. `DMARC1` is case-sensitive (RFC
 * 9989 4.8, 4.10).
 */
export function isDmarc(text: string): boolean {
  return /^v[ \t]*=[ \t]*DMARC1[ \t]*(?:;|$)/i.test(text) && /^.[ \t]*=[ \t]*DMARC1/.test(text);
}

/**
 * Returns true if a text looks like a malformed DMARC record. Returns false for other kinds of records that mention
 * DMARC.
 */
export function isNearDmarc(text: string): boolean {
  const start = text.slice(0, 300);
  if (isDmarc(text) || /^\s*v\s*=\s*(?!["']?dmarc)[a-z]/i.test(start)) return false;
  return /v\s*=\s*["']?dmarc|dmarc[\s\-_.]?1|(?:^|[;,\s"'])p\s*=\s*(?:none|quarantine|reject)/i.test(start);
}

/** The tags of RFC 9989 4.7. REMOVED lists the older tags that RFC 9989 9.3 removed. */
export const TAGS = ["v", "p", "sp", "np", "adkim", "aspf", "psd", "t", "fo", "rua", "ruf"] as const;
const REMOVED: readonly string[] = ["pct", "rf", "ri"];
/**
 * Valid tag values: printable ASCII without `;`, and white space, also folded (RFC 9989 4.8 dmarc-value and
 * dmarc-urilist, RFC 6376 2.8).
 */
const VALUE = /^(?:[\t\x20-\x3a\x3c-\x7e]|\r\n[\t ])+$/;
const TAGS_SHOWN_MAX = 40;

/** Parses a record for which `isDmarc` returns true. */
export function parseDmarc(text: string): DmarcRecord {
  const list = parseTagList(text);
  const problems: DmarcProblem[] = [];
  const say = (kind: DmarcProblem["kind"], tag: string, value: string) =>
    problems.push({ kind, tag, value: value.slice(0, 100) });
  for (const { kind, text: piece } of list.problems) if (kind !== "duplicate") say("syntax", "", piece);
  const first = new Map<string, string>();
  const seen = new Set<string>();
  for (const [i, { name: written, value }] of list.tags.entries()) {
    const name = written.toLowerCase();
    // Only the first of several tags with the same name is used. Other implementations use the last one or reject the
    // record (RFC 6376 3.2).
    if (seen.has(name)) {
      say("duplicate", name, value);
      continue;
    }
    seen.add(name);
    const known = TAGS.some((tag) => tag === name);
    const readable = /^[a-z]+$/.test(name) && VALUE.test(value);
    if (!readable) say("syntax", name, value);
    else first.set(name, value);
    if (readable && known && name !== written) say("case", written, value);
    if (readable && !known) say(REMOVED.includes(name) ? "removed" : "unknown_tag", name, value);
    if (name === "p" && i !== 1) say("order", name, value);
  }
  const oneOf = <T extends string>(tag: string, values: readonly T[], fallback: T): T => {
    const value = first.get(tag)?.toLowerCase();
    const found = values.find((one) => one === value);
    if (value !== undefined && found === undefined) say("value", tag, value);
    return found ?? fallback;
  };
  const policies = (["p", "sp", "np"] as const).map((tag) => {
    const value = first.get(tag)?.toLowerCase();
    const policy = POLICIES.find((one) => one === value) ?? null;
    // A tag that is present but cannot be parsed counts as invalid too.
    const there = seen.has(tag);
    if (there && policy === null) say("policy", tag, value ?? "");
    return { tag, policy, wrong: there && policy === null };
  });
  const [p = null, sp = null, np = null] = policies.map(({ policy }) => policy);
  const uris = (tag: "rua" | "ruf") => {
    const value = first.get(tag);
    if (value === undefined) return null;
    const read = readReportUris(value);
    for (const { uri, size, problem } of read) {
      if (problem !== null) say("uri", tag, uri);
      if (size !== null) say("size_suffix", tag, `${uri}!${size}`);
    }
    return read;
  };
  const pct = first.get("pct");
  return {
    text,
    tags: list.tags.slice(0, TAGS_SHOWN_MAX).map(({ name, value }) => ({ name, value })),
    p,
    sp,
    np,
    wrongPolicies: policies.filter(({ wrong }) => wrong).map(({ tag }) => tag),
    adkim: oneOf("adkim", ["r", "s"], "r"),
    aspf: oneOf("aspf", ["r", "s"], "r"),
    psd: oneOf("psd", ["u", "y", "n"], "u"),
    test: oneOf("t", ["n", "y"], "n") === "y",
    fo: failureOptions(first.get("fo"), (value) => say("value", "fo", value)),
    rua: uris("rua"),
    ruf: uris("ruf"),
    pct: pct !== undefined && /^\d{1,3}$/.test(pct) && Number(pct) <= 100 ? Number(pct) : null,
    problems,
  };
}

/** Parses the value of the `fo` tag: `0` or `1`, `d` and `s`, each at most once (RFC 9989 4.8 dmarc-fo). */
function failureOptions(value: string | undefined, wrong: (value: string) => void): readonly string[] {
  if (value === undefined) return ["0"];
  const options = value.toLowerCase().split(":");
  const good =
    options.every((one) => ["0", "1", "d", "s"].includes(one)) &&
    new Set(options).size === options.length &&
    !(options.includes("0") && options.includes("1"));
  if (good) return options;
  wrong(value);
  return ["0"];
}

/**
 * Returns how receivers apply a record (RFC 9989 4.10.1). If the policy is missing or a policy is invalid, receivers
 * apply the policy `none` if the record has a valid report address, and otherwise ignore the record (`void`).
 */
export function standingOf({ p, wrongPolicies, rua }: DmarcRecord): "as_written" | "none" | "void" {
  if (p !== null && wrongPolicies.length === 0) return "as_written";
  return rua?.some(isUri) ? "none" : "void";
}

/**
 * Returns true if a report address is a syntactically valid URI. Any scheme is allowed, and the URI need not have a
 * host (RFC 9989 4.7).
 */
function isUri({ problem, scheme }: ReportUri): boolean {
  return problem === null || (problem === "host" && scheme !== "mailto");
}

/** Returns the policy one step weaker, as `t=y` requests (RFC 9989 4.7). */
export function weakened(policy: Policy): Policy {
  return policy === "reject" ? "quarantine" : "none";
}

/** Returns true if policy `a` is weaker than policy `b`. */
export function isWeaker(a: Policy, b: Policy): boolean {
  return POLICIES.indexOf(a) < POLICIES.indexOf(b);
}
