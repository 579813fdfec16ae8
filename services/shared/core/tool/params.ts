import { nearest } from "../nearest.ts";
import { type Cidr, contains, formatIp, isIp, mappedIpv4, parseCidr, parseIp } from "../protocol/ip.ts";
import { type DomainName, type DomainOptions, parseDomain } from "../protocol/names.ts";
import { valueIn } from "../protocol/pasted.ts";
import { scopeOf } from "../protocol/special-purpose.ts";
import type { Parsed, Refused } from "./parsed.ts";
import type { Denied } from "./target.ts";

/** What the operator allows callers beyond what is public. */
export type ParamRules = {
  /** Blocks that may be asked about though they are not public (EGRESS_ALLOW). */
  readonly allow: readonly Cidr[];
  /** Whom nobody may ask about (TARGET_DENY). */
  readonly deny: Denied;
};

/** One parameter: how it is read, and how OpenAPI shows it. Built, never described twice. */
export type Param<T> = {
  readonly description: string;
  readonly example: string;
  /** JSON Schema of the text a caller sends. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly parse: (raw: string, rules: ParamRules) => Parsed<T>;
  /** The value used when the parameter is left out; absent when it must be sent. */
  readonly fallback?: { readonly value: T };
};

export type ParamSpecs = Readonly<Record<string, Param<unknown>>>;

/** What a tool is given: every parameter read, defaults filled in. */
export type InputOf<P extends ParamSpecs> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** A domain name, normalised to lower-case A-labels without a trailing dot. */
export function domain(
  options: DomainOptions & { description: string; example?: string },
): Param<DomainName> {
  return {
    description: options.description,
    example: options.example ?? "example.com",
    schema: { type: "string", minLength: 1, maxLength: 1024 },
    parse: (raw) => parseDomain(raw, options),
  };
}

/** Room is left for what the name stands before. */
const LABELS_MAX = 120;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Labels in any case, then anything behind the label that the whole name continues with. */
function labelPattern(above: string): string {
  const one = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
  const anyCase = above.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return String.raw`^\s*${one}(?:\.${one})*(?:\.|\.${anyCase}\..*)?\s*$`;
}

/** A public address in its canonical text (RFC 5952); IPv4 inside IPv6 (RFC 4291 2.5.5.2) is taken for IPv4. */
export type IpAddress = string & { readonly brand: unique symbol };

/** As a caller may write one: in brackets too, with spaces around. Which of these texts are addresses no pattern says. */
const IP_PATTERN = String.raw`^\s*(?:[0-9A-Fa-f:.]+|\[[0-9A-Fa-f:.]+\])\s*$`;

/** @param v4Only what to say to who sends IPv6; null where both are taken. */
export function ip(options: {
  description: string;
  example: string;
  v4Only: string | null;
}): Param<IpAddress> {
  return {
    description: options.description,
    example: options.example,
    schema: { type: "string", minLength: 2, maxLength: 64, pattern: IP_PATTERN },
    parse: (raw, rules) => {
      const text = raw.trim();
      const read = readAddress(text, rules);
      if (read === null) return notAnAddress(text, options.example, rules);
      if (!read.ok || !read.value.includes(":") || options.v4Only === null) return read;
      const instead = { tool: "reverse", parameter: "ip", value: read.value };
      return { ok: false, message: options.v4Only, instead };
    },
  };
}

/** Reads a public address; null for what is none. */
function readAddress(text: string, { allow }: ParamRules): Parsed<IpAddress> | null {
  const read = parseIp(text.replace(/^\[(.*)\]$/, "$1"));
  if (read === null) return null;
  const bytes = mappedIpv4(read) ?? read;
  const { scope, name } = scopeOf(bytes);
  if (scope !== "public" && !allow.some((block) => contains(block, bytes)))
    return { ok: false, message: `This address is not public (${scope}: ${name}): send a public one.` };
  return { ok: true, value: formatIp(bytes) as IpAddress };
}

/** What to say of a text that is no address. */
function notAnAddress(text: string, example: string, rules: ParamRules): Refused {
  const network = parseCidr(text) === null ? null : readAddress(text.slice(0, text.indexOf("/")), rules);
  if (network?.ok === false) return network;
  const value = network?.value ?? addressIn(text, rules);
  if (value !== null) {
    const what =
      network === null ? "There is more than an address: send" : "This is a network: send one address of it,";
    return { ok: false, message: `${what} ${value}.`, instead: { value } };
  }
  const message = `This is no IP address: send one such as ${example}.`;
  const name = parseDomain(text, { underscores: true });
  const isName = name.ok || (name.instead !== undefined && name.instead.tool === undefined);
  if (!isName) return { ok: false, message };
  const instead = { tool: "dns", parameter: "domain", value: text };
  return { ok: false, message: `${message} For a name ask /api/v1/dns?domain=.`, instead };
}

/** The public address in a pasted text. */
function addressIn(text: string, rules: ParamRules): IpAddress | null {
  return valueIn(text, (part) => readAddress(part, rules) ?? { ok: false, message: "" });
}

/**
 * A server: a name (normalised as `domain`), or a public address in its canonical text. Names with underscores are taken:
 * RFC 1123 2.1 has none, but hosts of such names exist and serve.
 */
export function host(options: { description: string; example: string }): Param<DomainName | IpAddress> {
  const address = ip({ ...options, v4Only: null });
  const name = domain({ ...options, underscores: true });
  return {
    ...name,
    parse(raw, rules) {
      if (isAddress(raw)) return address.parse(raw, rules);
      const read = name.parse(raw, rules);
      const slash = read.ok && read.value.includes("/");
      if (slash) return { ok: false, message: "No host has a name with a slash: send the name of a server." };
      // The text has an address in it: this parameter takes one.
      if (read.ok || read.instead?.tool === undefined) return read;
      const value = addressIn(raw.trim(), rules);
      if (value === null) return { ok: false, message: read.message };
      return { ok: false, message: `There is more than an address: send ${value}.`, instead: { value } };
    },
  };
}

function isAddress(raw: string): boolean {
  return isIp(raw.trim().replace(/^\[(.*)\]$/, "$1"));
}

/**
 * A name below another, of one or more labels: letters, digits, hyphens and underscores.
 * @param options.above the label that the whole name continues with: it is dropped with all behind it.
 */
export function label(options: { description: string; example: string; above: string }): Param<string> {
  return {
    description: options.description,
    example: options.example,
    // The whole name may be sent.
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: labelPattern(options.above) },
    parse: (raw) => {
      const labels = raw.trim().toLowerCase().replace(/\.$/, "").split(".");
      const end = labels.indexOf(options.above);
      const value = labels.slice(0, end === -1 ? labels.length : end).join(".");
      const good = value.length <= LABELS_MAX && value.split(".").every((one) => LABEL.test(one));
      return good
        ? { ok: true, value }
        : {
            ok: false,
            message: `Send the name alone, such as ${options.example}: letters, digits, - and _.`,
          };
    },
  };
}

/** What to say of a value that is none of a list, and what to send instead; null: leave the parameter out. */
export type Hint = { readonly message: string; readonly value: string | null };

/**
 * One of a closed list, in any case.
 * @param options.codes they are no words: none is like another.
 * @param options.hint what to say of values that mean one of the list in other words; in lower case.
 */
export function oneOf<const T extends string>(
  values: readonly T[],
  options: { description: string; example: T; codes?: true; hint?: (sent: string) => Hint | null },
): Param<T> {
  return {
    description: options.description,
    example: options.example,
    schema: { type: "string", enum: [...values] },
    parse: (raw) => {
      const wanted = raw.trim().toLowerCase();
      const value = values.find((v) => v.toLowerCase() === wanted);
      if (value !== undefined) return { ok: true, value };
      const message = `Send one of ${values.join(", ")}.`;
      const near = options.codes ? null : nearest(wanted, values);
      const meant = near === null ? null : { message: `Did you mean ${near}?`, value: near };
      const hint = options.hint?.(wanted) ?? meant;
      if (hint === null) return { ok: false, message };
      return { ok: false, message: `${message} ${hint.message}`, instead: { value: hint.value } };
    },
  };
}

/** A whole number within bounds. */
export function integer(options: {
  description: string;
  min: number;
  max: number;
  fallback: number;
}): Param<number> {
  const { description, min, max, fallback } = options;
  return {
    description,
    example: String(fallback),
    schema: { type: "integer", minimum: min, maximum: max, default: fallback },
    parse: (raw) => {
      const text = raw.trim();
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (value >= min && value <= max) return { ok: true, value };
      const message = `Send a whole number from ${min} to ${max}, such as ${fallback}.`;
      if (Number.isNaN(value)) return { ok: false, message };
      return { ok: false, message, instead: { value: String(value < min ? min : max) } };
    },
    fallback: { value: fallback },
  };
}

/** Some of a closed list with commas between, in any case and order; all of them when left out. */
export function several<const T extends string>(
  values: readonly T[],
  options: { description: string; example: string },
): Param<readonly T[]> {
  const one = oneOf(values, { description: "", example: values[0] as T });
  const { description, example } = options;
  return {
    description,
    example,
    schema: {
      type: "array",
      items: { type: "string", enum: [...values] },
      uniqueItems: true,
      minItems: 1,
      default: [...values],
    },
    parse: (raw, rules) => {
      const words = raw.split(",").map((word) => ({ word, parsed: one.parse(word, rules) }));
      const refused = words.find(({ parsed }) => !parsed.ok)?.parsed;
      const found = new Set(words.flatMap(({ parsed }) => (parsed.ok ? [parsed.value] : [])));
      if (refused?.ok === false) {
        const message = `${refused.message} More than one with commas: ${example}.`;
        const meant = words.map(({ parsed }) => (parsed.ok ? parsed.value : (parsed.instead?.value ?? null)));
        if (meant.includes(null)) return { ok: false, message };
        return { ok: false, message, instead: { value: [...new Set(meant)].join(",") } };
      }
      const twice = words.find(
        ({ parsed }, at) =>
          words.findIndex((other) => parsed.ok && other.parsed.ok && other.parsed.value === parsed.value) !==
          at,
      );
      if (twice !== undefined)
        return {
          ok: false,
          message: `Send ${twice.word.trim().toLowerCase()} once.`,
          instead: { value: [...found].join(",") },
        };
      // In the order of the list: the same question in other words is the same question.
      return { ok: true, value: values.filter((value) => found.has(value)) };
    },
    fallback: { value: [...values] },
  };
}

/** The same parameter, null when left out. */
export function optional<T>(param: Param<T>): Param<T | null> {
  return { ...param, fallback: { value: null } };
}

/** What was read, as a query that reads the same: for another who reads it again. Parameters left out stay out. */
export function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}
