import { LIKELY, RARE } from "../../data/dkim-selectors.ts";
import { type Answer, type Answers, recordsOf } from "../answers.ts";

/** Where a selector comes from: the caller, a provider that the domain uses, or a list of common or rare selectors. */
export const SOURCES = ["given", "provider", "common", "rare"] as const;
type Source = (typeof SOURCES)[number];

/** The lookup of one selector. */
export type SelectorLookup = {
  readonly selector: string;
  readonly source: Source;
  /** The provider that uses the selector; null if the caller named the selector. */
  readonly provider: string | null;
  readonly answer: Answer<"TXT">;
};

/** The lookups of a domain's DKIM keys. */
export type DkimLookup = {
  /** Answer for `_domainkey` itself: if this name does not exist, no selector exists (RFC 8020). */
  readonly parent: Answer<"TXT">;
  readonly randomLabel: string;
  /** Answer for a random selector: if this selector exists, a wildcard answers for all selectors. */
  readonly random: Answer<"TXT">;
  readonly wildcard: boolean;
  readonly tried: readonly SelectorLookup[];
};

/** The domain, and the hints from which its selectors are guessed. */
export type DkimRequest = {
  readonly domain: string;
  readonly selector: string | null;
  /** Providers of the domain's mail servers and senders; null until the MX and SPF queries are answered. */
  readonly providers: readonly string[] | null;
  /** The selectors that are guessed besides those of the providers; if missing, all that this API knows. */
  readonly guesses?: Guesses;
};

type Guesses = { readonly common: typeof LIKELY; readonly rare: typeof RARE };

/** Maximum number of providers' selectors to look up as a check if the name servers deny that `_domainkey` exists. */
const CROSS_CHECKED_MAX = 6;

/** Looks up a domain's DKIM selectors: the rare selectors only if none of the likelier selectors exists. */
export function lookUpDkim(
  answers: Answers,
  { domain, selector, providers, guesses = { common: LIKELY, rare: RARE } }: DkimRequest,
): DkimLookup {
  const at = (label: string, group?: string) => answers.dns(`${label}._domainkey.${domain}`, "TXT", group);
  const lookUpSelector = (label: string, source: Source, provider: string | null): SelectorLookup => ({
    selector: label,
    source,
    provider,
    answer: at(label, "selectors"),
  });
  const parent = answers.dns(`_domainkey.${domain}`, "TXT");
  const { randomLabel } = answers;
  const random = at(randomLabel);
  const given = selector === null ? [] : [lookUpSelector(selector, "given", null)];
  const wildcard = recordsOf(random).length > 0 || random.aliases.length > 0;
  const waiting = parent.pending || random.pending || providers === null;
  // If the lookup of `_domainkey` fails, the lookups of selectors would fail too.
  if (waiting || wildcard || parent.outcome.kind === "unknown")
    return { parent, randomLabel, random, wildcard, tried: given };
  const inferred = selectorsOf(providers).filter(([label]) => label !== selector);
  const first = (parent.denied ? inferred.slice(0, CROSS_CHECKED_MAX) : inferred).map(([label, whose]) =>
    lookUpSelector(label, "provider", whose),
  );
  const others = (list: typeof LIKELY, source: Source, before: readonly SelectorLookup[]) => {
    const tried = new Set(before.map((one) => one.selector));
    return list.flatMap(([label, whose]) => (tried.has(label) ? [] : [lookUpSelector(label, source, whose)]));
  };
  const asked = [...given, ...first];
  if (parent.denied && !asked.some(isThere)) return { parent, randomLabel, random, wildcard, tried: asked };
  const common = [...asked, ...others(guesses.common, "common", asked)];
  const rare =
    common.some(({ answer }) => answer.pending) || common.some(isThere)
      ? []
      : others(guesses.rare, "rare", common);
  return { parent, randomLabel, random, wildcard, tried: [...common, ...rare] };
}

/** Returns true if a selector has a TXT record or an alias. */
export function isThere({ answer }: Pick<SelectorLookup, "answer">): boolean {
  return recordsOf(answer).length > 0 || answer.aliases.length > 0;
}

/** The selectors with the names of their providers in lower case, the most frequent first. */
const BY_PROVIDER = [...LIKELY, ...RARE].map((selector) => ({ selector, whose: selector[1].toLowerCase() }));

/** Returns the selectors that the given providers use, the most frequent first. */
function selectorsOf(providers: readonly string[]): typeof LIKELY {
  const names = providers
    .map((name) => name.replace(/ (?:inbound|forwarding|\().*$/, "").toLowerCase())
    .filter((name) => name.length > 2);
  if (names.length === 0) return [];
  return BY_PROVIDER.filter(({ whose }) => names.some((name) => whose.includes(name))).map(
    ({ selector }) => selector,
  );
}
