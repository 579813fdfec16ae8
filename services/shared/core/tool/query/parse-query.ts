import { nearest } from "../../nearest.ts";
import type { Contract } from "../contract.ts";
import type { InputOf, Param, ParamRules, ParamSpecs } from "../params.ts";
import type { Instead, Parsed, Refused } from "../parsed.ts";
import { KEY_PARAMETERS, needless, PARAMETER_SYNONYMS, plainWord } from "./synonyms.ts";

/** An error in one parameter of a query. */
export type QueryError = {
  readonly parameter: string;
  readonly message: string;
  /** What to send instead, if this is known. */
  readonly instead?: Instead;
  /** Index of the name-value pair with the error; null if the parameter was not sent. */
  readonly at: number | null;
};

/** The parsed input of a tool, or the errors in the query. */
export type ParsedQuery<P extends ParamSpecs> =
  | { readonly ok: true; readonly input: InputOf<P> }
  | { readonly ok: false; readonly errors: readonly QueryError[] };

/**
 * What a query may contain: the parameters, the names of parameters of which exactly one is required, and the check
 * for parameters that cannot be combined.
 */
export type QuerySpec<P extends ParamSpecs> = Pick<Contract<P>, "params" | "exactlyOne" | "conflict">;

/** Maximum number of errors in one answer. */
const ERRORS_MAX = 10;

/** A value that was sent, and the index of its name-value pair. */
type Sent = { readonly raw: string; readonly at: number };

/**
 * Parses a query string according to a contract. It never throws: every problem is reported with its parameter.
 * Unknown, repeated, empty, missing and malformed parameters are errors.
 * @param pairs names and values in the order in which URLSearchParams yields them.
 */
export function parseQuery<P extends ParamSpecs>(
  spec: QuerySpec<P>,
  pairs: Iterable<readonly [string, string]>,
  rules: ParamRules,
): ParsedQuery<P> {
  const { params, exactlyOne = [] } = spec;
  const given = new Map<string, Sent>();
  const unknown: (Sent & { readonly name: string })[] = [];
  const errors: QueryError[] = [];
  let at = 0;
  for (const [name, raw] of pairs) {
    if (errors.length + unknown.length >= ERRORS_MAX) break;
    const first = given.get(name);
    if (!Object.hasOwn(params, name)) unknown.push({ name, raw, at });
    else if (first === undefined) given.set(name, { raw, at });
    else errors.push(repeated(name, at, first.raw === raw));
    at += 1;
  }
  for (const one of unknown) errors.push(unknownName(one, params, given, rules));
  const sent = exactlyOne.filter((name) => given.has(name));
  if (exactlyOne.length > 0 && sent.length !== 1) errors.push(alternatives(params, exactlyOne, sent));
  const input: Record<string, unknown> = {};
  for (const name in params) {
    const param = params[name];
    if (param === undefined) continue;
    const one = given.get(name);
    if (one === undefined) {
      if (param.fallback) input[name] = param.fallback.value;
      else errors.push(missing(name, param));
      continue;
    }
    const parsed = read(param, one.raw, rules);
    if (parsed.ok) input[name] = parsed.value;
    else {
      const { message, instead } = otherwise(params, exactlyOne, name, one.raw, rules) ?? parsed;
      errors.push({ parameter: name, message, at: one.at, ...(instead === undefined ? {} : { instead }) });
    }
  }
  if (errors.length > 0) return { ok: false, errors: errors.slice(0, ERRORS_MAX) };
  const conflict = spec.conflict?.(input as InputOf<P>) ?? null;
  if (conflict === null) return { ok: true, input: input as InputOf<P> };
  return { ok: false, errors: [{ ...conflict, at: given.get(conflict.parameter)?.at ?? null }] };
}

function missing(name: string, { example }: Param<unknown>): QueryError {
  return { parameter: name, message: `Send ${name}, such as ${name}=${example}.`, at: null };
}

/**
 * Returns the error for a parameter that was sent more than once.
 * @param same true if the parameter was sent before with the same value.
 */
function repeated(name: string, at: number, same: boolean): QueryError {
  const error = { parameter: name, message: `Send ${name} once.`, at };
  return same ? { ...error, instead: { value: null } } : error;
}

/** Returns the error for a value that an alternative parameter accepts; null if none accepts it. */
function otherwise(
  params: ParamSpecs,
  names: readonly string[],
  sent: string,
  raw: string,
  rules: ParamRules,
): Refused | null {
  if (!names.includes(sent)) return null;
  const other = names.find((name) => name !== sent && params[name]?.parse(raw, rules).ok);
  if (other === undefined) return null;
  const message = `Send this as ${other}: ${other}=${clip(raw.trim())}.`;
  return { ok: false, message, instead: { parameter: other, value: raw.trim() } };
}

/** Returns the error if none, or more than one, of the alternative parameters was sent. */
function alternatives(params: ParamSpecs, names: readonly string[], sent: readonly string[]): QueryError {
  const [first = ""] = sent.length > 0 ? sent : names;
  const such = names.map((name) => `${name}=${params[name]?.example}`).join(" or ");
  const message = `Send either ${names.join(" or ")}, but only one of them: ${such}.`;
  return { parameter: first, message, at: null };
}

function read<T>(param: Param<T>, raw: string, rules: ParamRules): Parsed<T> {
  if (raw.trim() !== "") return param.parse(raw, rules);
  const message = `The value is empty: send one such as ${param.example}`;
  if (param.fallback === undefined) return { ok: false, message: `${message}.` };
  return { ok: false, message: `${message}, or leave the parameter out.`, instead: { value: null } };
}

/** Returns the error for a parameter that the tool does not have. */
function unknownName(
  { name, raw, at }: Sent & { readonly name: string },
  params: ParamSpecs,
  given: ReadonlyMap<string, Sent>,
  rules: ParamRules,
): QueryError {
  const parameter = clip(name);
  const word = plainWord(name);
  if (KEY_PARAMETERS.includes(word)) {
    const message =
      "Send the key in the header X-API-Key. URLs are kept in logs and histories, so replace a key that was sent in a URL.";
    return { parameter, message, at, instead: { value: null } };
  }
  const meant = meantBy(word, raw, params, given, rules) ?? nearest(name.toLowerCase(), Object.keys(params));
  const error = { parameter, at };
  const message = "There is no parameter with this name.";
  if (meant !== null)
    return {
      ...error,
      message: `${message} Did you mean ${meant}?`,
      instead: { parameter: meant, value: raw },
    };
  const why = needless(word);
  if (why !== null) return { ...error, message: `${message} ${why}`, instead: { value: null } };
  return { ...error, message: `${message} The parameters are ${Object.keys(params).join(", ")}.` };
}

/**
 * Returns the parameter that a word used by other tools means: the first parameter that accepts the value, otherwise
 * the first one.
 */
function meantBy(
  word: string,
  raw: string,
  params: ParamSpecs,
  given: ReadonlyMap<string, Sent>,
  rules: ParamRules,
): string | null {
  const named = Object.keys(params).filter(
    (name) => !given.has(name) && PARAMETER_SYNONYMS[name]?.includes(word),
  );
  const takes = (name: string) => {
    const parsed = params[name]?.parse(raw, rules);
    return parsed?.ok || (parsed?.instead !== undefined && parsed.instead.tool === undefined);
  };
  return named.find(takes) ?? named[0] ?? null;
}

/** Returns a string sent by the caller, made printable and shortened for use in an error message. */
function clip(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, "?");
  return clean.length > 40 ? `${clean.slice(0, 40)}...` : clean;
}
