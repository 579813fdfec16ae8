import { ILL_LISTS } from "@dnstools/lab/plan/blocklists";

/**
 * Compares two answers to the same question. Apart from the lab's failing blocklists, this file knows nothing about
 * the tools.
 */

/**
 * Fields that vary between equal calls: times, durations, effort and countdowns, and the numbers of proofs, which
 * depend on the failing blocklists.
 */
const VOLATILE =
  /^(meta|evidence|questions|ttl|observedAt|checkedAt|secondsLeft|lifeLeft|latestExpiry|until|proof|proofs)$|Ms$/;
/** A time with a resolution of one second within a text, such as in the id of a recommended record. */
const TIME = /\b20\d{12}\b/g;
/** Lists whose order has a meaning. All other lists are compared as sets. */
const ORDERED = new Set(["chain", "path", "recommendations", "tree", "terms", "strings", "lines", "walk"]);
/** Fields that identify an element of a list. The first two that an element has are its label. */
const LABELS = ["name", "zone", "ip", "address", "host", "selector", "code", "url", "type"] as const;
/** Failing blocklists of the lab. The reason why such a list failed its test varies from one process to the next. */
const ILL: ReadonlySet<string> = new Set(Object.values(ILL_LISTS));
/**
 * Reasons for `unknown` that lie in the product itself: too little time, its own query rate limit, or a failed part of
 * the API.
 */
const OURS: ReadonlySet<string> = new Set([
  "timeout",
  "budget",
  "held_back",
  "rate_limited",
  "service_unavailable",
]);

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A difference: its path, and the value on each side, or "nothing" if that side has no value. */
export type Difference = { readonly path: string; readonly alone: string; readonly here: string };

/**
 * Returns the first difference between an answer and that of the same call made alone, or null. Volatile fields are
 * ignored, and lists without a meaningful order are compared as sets.
 */
export function firstDifference(alone: unknown, here: unknown): Difference | null {
  return differ(plain(alone as Json), plain(here as Json), "");
}

/** Returns the parts of an answer that are unknown for a reason in the product itself, as `path: reason`. */
export function unknownParts(answer: unknown): readonly string[] {
  const found: string[] = [];
  const look = (value: Json, path: string) => {
    if (isList(value)) {
      for (const one of value.filter((each) => !isIll(each))) look(one, `${path}[${labelOf(one)}]`);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === "meta" || key === "evidence") continue;
      if (key === "reason" && typeof inner === "string" && OURS.has(inner)) found.push(`${path}: ${inner}`);
      else look(inner, path === "" ? key : `${path}.${key}`);
    }
  };
  look(answer as Json, "");
  return found;
}

/** Returns the elements that the second list contains more often than the first. */
export function added(alone: readonly string[], here: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const one of alone) left.set(one, (left.get(one) ?? 0) + 1);
  return here.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** Removes volatile fields, and sorts sets. */
function plain(value: Json, key = ""): Json {
  if (isList(value)) {
    const all = value.filter((one) => !isIll(one)).map((one) => plain(one));
    return ORDERED.has(key) ? all : all.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  }
  if (typeof value === "string") return value.replace(TIME, "(a time)");
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !VOLATILE.test(name))
      .map(([name, inner]) => [name, plain(inner, name)]),
  );
}

function differ(alone: Json, here: Json, path: string): Difference | null {
  if (text(alone) === text(here)) return null;
  if (isList(alone) && isList(here)) return differInList(alone, here, path);
  if (!isObject(alone) || !isObject(here)) return { path, alone: shown(alone), here: shown(here) };
  const names = [...new Set([...Object.keys(alone), ...Object.keys(here)])];
  for (const name of names) {
    const at = path === "" ? name : `${path}.${name}`;
    const [one, other] = [alone[name], here[name]];
    if (one === undefined || other === undefined) return { path: at, alone: shown(one), here: shown(other) };
    const found = differ(one, other, at);
    if (found !== null) return found;
  }
  // Only the order of the fields differs.
  return null;
}

/** Compares the elements that only one list has, in pairs with the same label. */
function differInList(alone: readonly Json[], here: readonly Json[], path: string): Difference | null {
  const [ones, others] = [alone.map(text), here.map(text)];
  const lost = alone.filter((one) => !others.includes(text(one)));
  const come = here.filter((other) => !ones.includes(text(other)));
  const [one] = lost;
  if (one === undefined)
    return {
      path: `${path}[${labelOf(come[0] ?? null)}]`,
      alone: come.length === 0 ? `${alone.length} in another order or number` : "nothing",
      here: shown(come[0] ?? here.length),
    };
  const at = `${path}[${labelOf(one)}]`;
  const match = come.find((other) => labelOf(other) === labelOf(one));
  return match === undefined ? { path: at, alone: shown(one), here: "nothing" } : differ(one, match, at);
}

function isIll(value: Json): boolean {
  return isObject(value) && typeof value["zone"] === "string" && ILL.has(value["zone"]);
}

function labelOf(value: Json): string {
  if (!isObject(value)) return isList(value) ? "" : String(value).slice(0, 40);
  const own = LABELS.flatMap((name) => (typeof value[name] === "string" ? [value[name]] : []));
  return own.slice(0, 2).join(" ");
}

function text(value: Json): string {
  return JSON.stringify(value);
}

const SHOWN_MAX = 60;

function shown(value: Json | undefined): string {
  return value === undefined ? "nothing" : text(value).slice(0, SHOWN_MAX);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
