import { nearest } from "../nearest.ts";
import { type Cidr, contains, formatIp, isIp, mappedIpv4, parseIp } from "../protocol/ip.ts";
import { type DomainName, type DomainOptions, parseDomain } from "../protocol/names.ts";
import { scopeOf } from "../protocol/special-purpose.ts";
import type { Parsed } from "./parsed.ts";
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

/** A public address in its canonical text (RFC 5952); IPv4 inside IPv6 (RFC 4291 2.5.5.2) is taken for IPv4. */
export type IpAddress = string & { readonly brand: unique symbol };

/** @param v4Only what to say to who sends IPv6; null where both are taken. */
export function ip(options: {
  description: string;
  example: string;
  v4Only: string | null;
}): Param<IpAddress> {
  return {
    description: options.description,
    example: options.example,
    schema: { type: "string", minLength: 2, maxLength: 64 },
    parse: (raw, rules) => {
      const read = parseIp(raw.trim().replace(/^\[(.*)\]$/, "$1"));
      const bytes = read === null ? null : (mappedIpv4(read) ?? read);
      if (bytes === null)
        return { ok: false, message: `This is no IP address: send one such as ${options.example}.` };
      if (bytes.length === 16 && options.v4Only !== null) return { ok: false, message: options.v4Only };
      const { scope, name } = scopeOf(bytes);
      if (scope !== "public" && !rules.allow.some((block) => contains(block, bytes)))
        return { ok: false, message: `This address is not public (${scope}: ${name}): send a public one.` };
      return { ok: true, value: formatIp(bytes) as IpAddress };
    },
  };
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
      return slash
        ? { ok: false, message: "No host has a name with a slash: send the name of a server." }
        : read;
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
    schema: { type: "string", minLength: 1, maxLength: 255 },
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

/** One of a closed list, in any case. @param options.codes they are no words: none is like another. */
export function oneOf<const T extends string>(
  values: readonly T[],
  options: { description: string; example: T; codes?: true },
): Param<T> {
  return {
    description: options.description,
    example: options.example,
    schema: { type: "string", enum: [...values] },
    parse: (raw) => {
      const wanted = raw.trim().toLowerCase();
      const value = values.find((v) => v.toLowerCase() === wanted);
      if (value !== undefined) return { ok: true, value };
      const near = options.codes ? null : nearest(wanted, values);
      const hint = near === null ? "" : ` Did you mean ${near}?`;
      return { ok: false, message: `Send one of ${values.join(", ")}.${hint}` };
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
      return value >= min && value <= max
        ? { ok: true, value }
        : { ok: false, message: `Send a whole number from ${min} to ${max}, such as ${fallback}.` };
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
      const found = new Set<T>();
      for (const word of raw.split(",")) {
        const parsed = one.parse(word, rules);
        if (!parsed.ok)
          return { ok: false, message: `${parsed.message} More than one with commas: ${example}.` };
        if (found.has(parsed.value)) return { ok: false, message: `Send ${parsed.value} once.` };
        found.add(parsed.value);
      }
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

export type QueryError = { readonly parameter: string; readonly message: string };
export type ParsedQuery<P extends ParamSpecs> =
  | { readonly ok: true; readonly input: InputOf<P> }
  | { readonly ok: false; readonly errors: readonly QueryError[] };

/** What is read: the parameters, those of which exactly one must be sent, and pairs that cannot be sent together. */
export type QuerySpec<P extends ParamSpecs> = {
  readonly params: P;
  readonly exactlyOne?: readonly string[];
  readonly notTogether?: readonly (readonly [string, string])[];
};

/** What was read, as a query that reads the same: for another who reads it again. Parameters left out stay out. */
export function queryOf(input: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(input).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&");
}

/** At most this many problems are named in one answer. */
const ERRORS_MAX = 10;

/**
 * Reads a query string by a contract's parameters. Total: every problem is named with its parameter.
 * Unknown, repeated, empty, missing and malformed parameters are errors.
 * @param pairs as URLSearchParams gives them, in order.
 */
export function parseQuery<P extends ParamSpecs>(
  { params, exactlyOne = [], notTogether = [] }: QuerySpec<P>,
  pairs: Iterable<readonly [string, string]>,
  rules: ParamRules,
): ParsedQuery<P> {
  const names = Object.keys(params);
  const given = new Map<string, string>();
  const errors: QueryError[] = [];
  for (const [name, value] of pairs) {
    if (errors.length >= ERRORS_MAX) break;
    if (!Object.hasOwn(params, name)) errors.push(unknownName(name, names));
    else if (given.has(name)) errors.push({ parameter: name, message: `Send ${name} once.` });
    else given.set(name, value);
  }
  const sent = exactlyOne.filter((name) => given.has(name));
  if (exactlyOne.length > 0 && sent.length !== 1) errors.push(alternatives(params, exactlyOne, sent));
  for (const [name, other] of notTogether)
    if (given.has(name) && given.has(other))
      errors.push({ parameter: name, message: `Send ${name} or ${other}, not both.` });
  const input: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const raw = given.get(name);
    if (raw === undefined) {
      if (param.fallback) input[name] = param.fallback.value;
      else errors.push({ parameter: name, message: `Send ${name}, such as ${name}=${param.example}.` });
      continue;
    }
    const parsed = read(param, raw, rules);
    if (parsed.ok) input[name] = parsed.value;
    else
      errors.push({
        parameter: name,
        message: otherwise(params, exactlyOne, name, raw, rules) ?? parsed.message,
      });
  }
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, ERRORS_MAX) };
  return { ok: true, input: input as InputOf<P> };
}

/** What to say of a value that an alternative takes; null where none does. */
function otherwise(
  params: ParamSpecs,
  names: readonly string[],
  sent: string,
  raw: string,
  rules: ParamRules,
): string | null {
  if (!names.includes(sent)) return null;
  const other = names.find((name) => name !== sent && params[name]?.parse(raw, rules).ok);
  return other === undefined ? null : `Send this as ${other}: ${other}=${clip(raw.trim())}.`;
}

/** What to say where none of some alternatives was sent, or more than one. */
function alternatives(params: ParamSpecs, names: readonly string[], sent: readonly string[]): QueryError {
  const [first = ""] = sent.length > 0 ? sent : names;
  const such = names.map((name) => `${name}=${params[name]?.example}`).join(" or ");
  return { parameter: first, message: `Send either ${names.join(" or ")}, one of them: ${such}.` };
}

function read<T>(param: Param<T>, raw: string, rules: ParamRules): Parsed<T> {
  if (raw.trim() !== "") return param.parse(raw, rules);
  const leave = param.fallback ? ", or leave the parameter out" : "";
  return { ok: false, message: `The value is empty: send one such as ${param.example}${leave}.` };
}

function unknownName(name: string, names: readonly string[]): QueryError {
  const near = nearest(name.toLowerCase(), names);
  const hint = near === null ? `The parameters are ${names.join(", ")}.` : `Did you mean ${near}?`;
  return { parameter: clip(name), message: `There is no parameter of this name. ${hint}` };
}

/** A caller's own text for an error message: printable and short. */
function clip(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, "?");
  return clean.length > 40 ? `${clean.slice(0, 40)}...` : clean;
}
