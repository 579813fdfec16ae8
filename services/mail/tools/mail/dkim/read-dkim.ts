import { LIKELY, RARE } from "@dnstools/core/data/dkim-selectors";
import { type Answer, type Known, recordsOf } from "../known.ts";

/** By what a selector was come by. */
export const SOURCES = ["given", "provider", "common", "rare"] as const;
type Source = (typeof SOURCES)[number];

export type Tried = {
  readonly selector: string;
  readonly source: Source;
  /** Of `provider` and the tables, whose it is. */
  readonly provider: string | null;
  readonly answer: Answer<"TXT">;
};

export type DkimReading = {
  /** `_domainkey` itself: where it does not exist, nothing is below it (RFC 8020). */
  readonly parent: Answer<"TXT">;
  /** A selector that nobody has: where it exists, all do. */
  readonly random: Answer<"TXT">;
  readonly wildcard: boolean;
  readonly tried: readonly Tried[];
};

/** What is asked for. */
export type DkimAsked = {
  readonly domain: string;
  readonly selector: string | null;
  /** Whose mail servers and senders it has; null while that is not known. */
  readonly providers: readonly string[] | null;
};

/** Of selectors by which a denial of `_domainkey` is tried again. */
const CROSS_CHECKED_MAX = 6;

/** Asks for as few selectors as tell: those that follow from others wait for these. */
export function readDkim(known: Known, { domain, selector, providers }: DkimAsked): DkimReading {
  const at = (label: string, group?: string) => known.dns(`${label}._domainkey.${domain}`, "TXT", group);
  const tryOut = (label: string, source: Source, provider: string | null): Tried => ({
    selector: label,
    source,
    provider,
    answer: at(label, "selectors"),
  });
  const parent = known.dns(`_domainkey.${domain}`, "TXT");
  const random = at(known.randomLabel);
  const given = selector === null ? [] : [tryOut(selector, "given", null)];
  const wildcard = recordsOf(random).length > 0 || random.aliases.length > 0;
  const waiting = parent.pending || random.pending || providers === null;
  // Where nobody answers for the name, nobody answers for those below: they are not asked one after another.
  if (waiting || wildcard || parent.outcome.kind === "unknown")
    return { parent, random, wildcard, tried: given };
  const inferred = selectorsOf(providers).filter(([label]) => label !== selector);
  const first = (parent.denied ? inferred.slice(0, CROSS_CHECKED_MAX) : inferred).map(([label, whose]) =>
    tryOut(label, "provider", whose),
  );
  const others = (list: typeof LIKELY, source: Source, before: readonly Tried[]) =>
    list
      .filter(([label]) => !before.some((one) => one.selector === label))
      .map(([label, whose]) => tryOut(label, source, whose));
  const known1 = [...given, ...first];
  if (parent.denied && !known1.some(isThere)) return { parent, random, wildcard, tried: known1 };
  const common = [...known1, ...others(LIKELY, "common", known1)];
  const rare =
    common.some(({ answer }) => answer.pending) || common.some(isThere) ? [] : others(RARE, "rare", common);
  return { parent, random, wildcard, tried: [...common, ...rare] };
}

/** Whether something is published for a selector, a key or a way to one. */
export function isThere({ answer }: Pick<Tried, "answer">): boolean {
  return recordsOf(answer).length > 0 || answer.aliases.length > 0;
}

/** The selectors that providers give, those first that are met most. */
function selectorsOf(providers: readonly string[]): typeof LIKELY {
  const names = providers.map((name) => name.replace(/ (?:inbound|forwarding|\().*$/, "").toLowerCase());
  const fits = ([, whose]: (typeof LIKELY)[number]) =>
    names.some((name) => name.length > 2 && whose.toLowerCase().includes(name));
  return [...LIKELY.filter(fits), ...RARE.filter(fits)];
}
