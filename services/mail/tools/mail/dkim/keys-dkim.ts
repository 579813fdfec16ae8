import { type DkimKey, parseDkimKey } from "@dnstools/core/protocol/mail/dkim";
import { textsOf } from "../answers.ts";
import { type DkimLookup, isThere, type SelectorLookup } from "./lookup-dkim.ts";

/** Texts of one selector that are parsed: it should have one. */
export const TEXTS_MAX = 20;

/** The texts at one selector, and the keys among them. */
export type SelectorKeys = {
  readonly tried: SelectorLookup;
  readonly texts: readonly string[];
  /** The texts that are keys. */
  readonly keys: readonly { readonly text: string; readonly key: DkimKey }[];
  /** The first key without a problem, or else the first key. */
  readonly key: DkimKey | null;
};

/** Whether `_domainkey` and a random selector have the same answer: a wildcard above `_domainkey`, which then does not exist. */
export function isForAll(parent: DkimLookup["parent"], random: DkimLookup["random"]): boolean {
  const answerOf = ({ outcome, aliases }: DkimLookup["parent"]) =>
    JSON.stringify([
      outcome.kind === "present" ? outcome.value.map(({ value }) => value).sort() : [],
      aliases,
    ]);
  return isThere({ answer: parent }) && isThere({ answer: random }) && answerOf(parent) === answerOf(random);
}

/** Whether the domain has a key to sign with; null where that is unknown, since selectors cannot be listed. */
export function hasKey(lookup: DkimLookup): boolean | null {
  const { parent, random, tried } = lookup;
  if (isForAll(parent, random)) return false;
  const keys = tried.filter(isThere).flatMap((one) => keysAt(one).keys);
  if (keys.some(({ key }) => !key.revoked)) return true;
  const unsure = [parent, random, ...tried.map(({ answer }) => answer)].some(
    ({ outcome }) => outcome.kind === "unknown",
  );
  // A revoked key (an empty p=) is an answer too.
  if (keys.length > 0 || isRevoked(random)) return unsure ? null : false;
  return parent.denied && !unsure ? false : null;
}

/** Whether a wildcard revokes all keys: a domain that sends nothing may publish `*._domainkey` with an empty p=. */
export function isRevoked(random: DkimLookup["random"]): boolean {
  const texts = textsOf(random);
  return texts.length > 0 && texts.every((text) => parseDkimKey(text)?.revoked);
}

/** The keys at one selector. */
export function keysAt(tried: SelectorLookup): SelectorKeys {
  const texts = textsOf(tried.answer).slice(0, TEXTS_MAX);
  const keys = texts.flatMap((text) => {
    const key = parseDkimKey(text);
    return key === null ? [] : [{ text, key }];
  });
  // Servers give records in any order: the answer shows the same one each time.
  const sorted = keys.toSorted((a, b) => (a.text < b.text ? -1 : 1));
  const best = sorted.find(({ key }) => key.problems.length === 0) ?? sorted[0];
  return { tried, texts, keys, key: best?.key ?? null };
}

/** Whether the texts at a selector are those that the wildcard gives for every selector. */
export function isOfWildcard(texts: readonly string[], { random, wildcard }: DkimLookup): boolean {
  const others = textsOf(random);
  return wildcard && texts.length === others.length && texts.every((text) => others.includes(text));
}
