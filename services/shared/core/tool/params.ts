import { nearest } from "../nearest.ts";
import { type Cidr, contains, formatIp, isIp, mappedIpv4, parseCidr, parseIp } from "../protocol/ip.ts";
import { type DomainName, type DomainOptions, parseDomain } from "../protocol/names.ts";
import { valueIn } from "../protocol/pasted.ts";
import { scopeOf } from "../protocol/special-purpose.ts";
import type { Parsed, Refused } from "./parsed.ts";
import type { Denied } from "./target.ts";

/** The operator's rules for targets. */
export type ParamRules = {
  /** Address blocks that are allowed as targets although they are not public (EGRESS_ALLOW). */
  readonly allow: readonly Cidr[];
  /** Names and address blocks that are excluded as targets (TARGET_DENY). */
  readonly deny: Denied;
};

/** A parameter: how it is parsed, and how OpenAPI describes it. */
export type Param<T> = {
  readonly description: string;
  readonly example: string;
  /** JSON Schema of the text that a caller sends. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly parse: (raw: string, rules: ParamRules) => Parsed<T>;
  /** The value used if the parameter is left out; absent if the parameter is required. */
  readonly fallback?: { readonly value: T };
};

/** The parameters of a tool, by name. */
export type ParamSpecs = Readonly<Record<string, Param<unknown>>>;

/** The input of a tool: all parameters in parsed form, with defaults filled in. */
export type InputOf<P extends ParamSpecs> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** Makes a parameter for a domain name, which is normalised to lower-case A-labels without a trailing dot. */
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

/** Maximum length of the labels that a caller sends, in characters. It leaves space for the rest of the name. */
const LABELS_MAX = 120;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** Returns a pattern for labels in any case, optionally followed by the label `above` and anything after it. */
function labelPattern(above: string): string {
  const one = "[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?";
  const anyCase = above.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  return String.raw`^\s*${one}(?:\.${one})*(?:\.|\.${anyCase}\..*)?\s*$`;
}

/**
 * A public address in its canonical text form (RFC 5952). An IPv4 address inside IPv6 (RFC 4291 2.5.5.2) is converted
 * to IPv4.
 */
export type IpAddress = string & { readonly brand: unique symbol };

/**
 * Forms in which a caller may write an address, with optional brackets and surrounding spaces. Not every text that
 * matches is an address.
 */
const IP_PATTERN = String.raw`^\s*(?:[0-9A-Fa-f:.]+|\[[0-9A-Fa-f:.]+\])\s*$`;

/**
 * Makes a parameter for a public IP address.
 * @param options.v4Only message for callers that send an IPv6 address; null if IPv6 is accepted too.
 */
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

/** Parses a public address; null if the text is not an address. */
function readAddress(text: string, { allow }: ParamRules): Parsed<IpAddress> | null {
  const read = parseIp(text.replace(/^\[(.*)\]$/, "$1"));
  if (read === null) return null;
  const bytes = mappedIpv4(read) ?? read;
  const { scope, name } = scopeOf(bytes);
  if (scope !== "public" && !allow.some((block) => contains(block, bytes)))
    return { ok: false, message: `This address is not public (${scope}: ${name}): send a public address.` };
  return { ok: true, value: formatIp(bytes) as IpAddress };
}

/** Returns the refusal for a text that is not an address. */
function notAnAddress(text: string, example: string, rules: ParamRules): Refused {
  const network = parseCidr(text) === null ? null : readAddress(text.slice(0, text.indexOf("/")), rules);
  if (network?.ok === false) return network;
  const value = network?.value ?? addressIn(text, rules);
  if (value !== null) {
    const what =
      network === null
        ? "This contains more than an address: send"
        : "This is a network: send a single address in it, such as";
    return { ok: false, message: `${what} ${value}.`, instead: { value } };
  }
  const message = `This is not an IP address: send one such as ${example}.`;
  const name = parseDomain(text, { underscores: true });
  const isName = name.ok || (name.instead !== undefined && name.instead.tool === undefined);
  if (!isName) return { ok: false, message };
  const instead = { tool: "dns", parameter: "domain", value: text };
  return { ok: false, message: `${message} For a name, use /api/v1/dns?domain=.`, instead };
}

/** Returns the public address in a pasted text; null if the text contains none. */
function addressIn(text: string, rules: ParamRules): IpAddress | null {
  return valueIn(text, (part) => readAddress(part, rules) ?? { ok: false, message: "" });
}

/**
 * Makes a parameter for a server: a name (normalised as by `domain`), or a public address in its canonical text form.
 * Names with underscores are accepted: RFC 1123 2.1 does not allow them, but hosts with such names exist.
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
      if (slash)
        return { ok: false, message: "A host name cannot contain a slash: send the name of a server." };
      // If the refusal suggests another tool, the text contains an address, which this parameter accepts.
      if (read.ok || read.instead?.tool === undefined) return read;
      const value = addressIn(raw.trim(), rules);
      if (value === null) return { ok: false, message: read.message };
      return { ok: false, message: `This contains more than an address: send ${value}.`, instead: { value } };
    },
  };
}

function isAddress(raw: string): boolean {
  return isIp(raw.trim().replace(/^\[(.*)\]$/, "$1"));
}

/**
 * Makes a parameter for one or more labels of a name: letters, digits, hyphens and underscores.
 * @param options.above the label that follows in the whole name. This label and everything after it are removed.
 */
export function label(options: { description: string; example: string; above: string }): Param<string> {
  return {
    description: options.description,
    example: options.example,
    // Callers may also send the whole name.
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
            message: `Send only the name, such as ${options.example}, made of letters, digits, - and _.`,
          };
    },
  };
}

/**
 * A message for a value that is not in a list, with the value to send instead; null means that the parameter should be
 * left out.
 */
export type Hint = { readonly message: string; readonly value: string | null };

/**
 * Makes a parameter for one value of a closed list, in any case.
 * @param options.codes set if the values are codes, for which no similar value is suggested.
 * @param options.hint returns a message for a value (in lower case) that means a value of the list in other words.
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

/** Makes a parameter for a whole number between `min` and `max`. */
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

/**
 * Makes a parameter for several values of a closed list, separated by commas, in any case and order. By default it has
 * all values.
 */
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
        const message = `${refused.message} Separate several values with commas: ${example}.`;
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
      // The values are returned in the order of the list, so that equal queries have equal values.
      return { ok: true, value: values.filter((value) => found.has(value)) };
    },
    fallback: { value: [...values] },
  };
}

/** Makes a parameter optional; its value is null if it is left out. */
export function optional<T>(param: Param<T>): Param<T | null> {
  return { ...param, fallback: { value: null } };
}

/**
 * Returns parsed input as a query string. Parsing this query string results in the same input. Parameters that are
 * null are left out.
 */
export function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given: string[] = [];
  for (const name in input) {
    const value = input[name];
    if (value !== null) given.push(`${name}=${encodeURIComponent(String(value))}`);
  }
  return given.join("&");
}
