import { type DkimKey, parseDkimKey } from "../../protocol/mail/dkim.ts";
import { textsOf } from "../answers.ts";
import { type DkimLookup, isThere, type SelectorLookup } from "./lookup-dkim.ts";

/** Maximum number of texts to parse at one selector, which should have only one. */
export const TEXTS_MAX = 20;

/** The texts at one selector, and the keys among them. */
export type SelectorKeys = {
  readonly tried: SelectorLookup;
  readonly texts: readonly string[];
  /** The texts that are keys. */
  readonly keys: readonly { readonly text: string; readonly key: DkimKey }[];
  /** The first key without a problem; if every key has a problem, the first key; null if there is no key. */
  readonly key: DkimKey | null;
};

/**
 * Returns true if `_domainkey` and a random selector have the same answer, and it is not a key. This answer then comes
 * from a wildcard above `_domainkey`, which does not exist itself.
 */
export function isForAll(parent: DkimLookup["parent"], random: DkimLookup["random"]): boolean {
  const answerOf = ({ outcome, aliases }: DkimLookup["parent"]) =>
    JSON.stringify([
      outcome.kind === "present" ? outcome.value.map(({ value }) => value).sort() : [],
      aliases,
    ]);
  if (textsOf(random).some((text) => parseDkimKey(text) !== null)) return false;
  return isThere({ answer: parent }) && isThere({ answer: random }) && answerOf(parent) === answerOf(random);
}

/** Returns the keys of the selectors that exist. An answer that every name below the domain gets is no selector's. */
export function keysIn({ parent, random, tried }: DkimLookup): readonly SelectorKeys[] {
  return isForAll(parent, random) ? [] : tried.filter(isThere).map(keysAt);
}

/** Returns true if the domain has a key that is not revoked; null if unknown, since selectors cannot be listed. */
export function hasKey(lookup: DkimLookup): boolean | null {
  const { parent, random, tried } = lookup;
  if (isForAll(parent, random)) return false;
  const keys = keysIn(lookup).flatMap((one) => one.keys);
  if (keys.some(({ key }) => !key.revoked)) return true;
  const unsure = [parent, random, ...tried.map(({ answer }) => answer)].some(
    ({ outcome }) => outcome.kind === "unknown",
  );
  // If all keys that were found are revoked (an empty p=), the domain has no key to sign with.
  if (keys.length > 0 || isRevoked(random)) return unsure ? null : false;
  return parent.denied && !unsure ? false : null;
}

/**
 * Returns true if a wildcard revokes all keys: a domain that sends no mail may publish `*._domainkey` with an empty
 * p=.
 */
export function isRevoked(random: DkimLookup["random"]): boolean {
  const texts = textsOf(random);
  return texts.length > 0 && texts.every((text) => parseDkimKey(text)?.revoked);
}

/** Parses the keys at one selector. */
export function keysAt(tried: SelectorLookup): SelectorKeys {
  const texts = textsOf(tried.answer).slice(0, TEXTS_MAX);
  const keys = texts.flatMap((text) => {
    const key = parseDkimKey(text);
    return key === null ? [] : [{ text, key }];
  });
  // Servers return records in any order; sorting makes the report show the same key each time.
  const sorted = keys.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const best = sorted.find(({ key }) => key.problems.length === 0) ?? sorted[0];
  return { tried, texts, keys, key: best?.key ?? null };
}

/** Returns true if the texts at a selector are the ones that a wildcard returns for every selector. */
export function isOfWildcard(texts: readonly string[], { random, wildcard }: DkimLookup): boolean {
  const others = textsOf(random);
  return wildcard && texts.length === others.length && texts.every((text) => others.includes(text));
}
