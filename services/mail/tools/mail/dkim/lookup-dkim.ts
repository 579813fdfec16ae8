import { LIKELY, RARE } from "@dnstools/core/data/dkim-selectors";
import { type Answer, type Answers, recordsOf } from "../answers.ts";

/** Where a selector is known from. */
export const SOURCES = ["given", "provider", "common", "rare"] as const;
type Source = (typeof SOURCES)[number];

export type SelectorLookup = {
  readonly selector: string;
  readonly source: Source;
  /** The provider that uses the selector; null for one that the caller named. */
  readonly provider: string | null;
  readonly answer: Answer<"TXT">;
};

export type DkimLookup = {
  /** `_domainkey` itself: where it does not exist, no selector does (RFC 8020). */
  readonly parent: Answer<"TXT">;
  readonly randomLabel: string;
  /** A random selector: where it exists, a wildcard answers for all. */
  readonly random: Answer<"TXT">;
  readonly wildcard: boolean;
  readonly tried: readonly SelectorLookup[];
};

/** The domain, and where its selectors may be known from. */
export type DkimRequest = {
  readonly domain: string;
  readonly selector: string | null;
  /** The providers of its mail servers and senders; null while MX or SPF is not answered. */
  readonly providers: readonly string[] | null;
};

/** Selectors that are looked up although `_domainkey` does not exist, to check that denial. */
const CROSS_CHECKED_MAX = 6;

/** Looks up as few selectors as decide: the rarer ones only where the likelier ones gave nothing. */
export function lookUpDkim(answers: Answers, { domain, selector, providers }: DkimRequest): DkimLookup {
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
  // Where the lookup of `_domainkey` fails, those of all selectors would: they are not made.
  if (waiting || wildcard || parent.outcome.kind === "unknown")
    return { parent, randomLabel, random, wildcard, tried: given };
  const inferred = selectorsOf(providers).filter(([label]) => label !== selector);
  const first = (parent.denied ? inferred.slice(0, CROSS_CHECKED_MAX) : inferred).map(([label, whose]) =>
    lookUpSelector(label, "provider", whose),
  );
  const others = (list: typeof LIKELY, source: Source, before: readonly SelectorLookup[]) =>
    list
      .filter(([label]) => !before.some((one) => one.selector === label))
      .map(([label, whose]) => lookUpSelector(label, source, whose));
  const asked = [...given, ...first];
  if (parent.denied && !asked.some(isThere)) return { parent, randomLabel, random, wildcard, tried: asked };
  const common = [...asked, ...others(LIKELY, "common", asked)];
  const rare =
    common.some(({ answer }) => answer.pending) || common.some(isThere) ? [] : others(RARE, "rare", common);
  return { parent, randomLabel, random, wildcard, tried: [...common, ...rare] };
}

/** Whether a selector has a TXT record or an alias. */
export function isThere({ answer }: Pick<SelectorLookup, "answer">): boolean {
  return recordsOf(answer).length > 0 || answer.aliases.length > 0;
}

/** The selectors that providers use, the most frequent first. */
function selectorsOf(providers: readonly string[]): typeof LIKELY {
  const names = providers.map((name) => name.replace(/ (?:inbound|forwarding|\().*$/, "").toLowerCase());
  const fits = ([, whose]: (typeof LIKELY)[number]) =>
    names.some((name) => name.length > 2 && whose.toLowerCase().includes(name));
  return [...LIKELY.filter(fits), ...RARE.filter(fits)];
}
