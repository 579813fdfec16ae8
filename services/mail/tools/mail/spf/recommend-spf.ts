import { isMistaken, isNearSpf, isSpf, parseSpf, withColons } from "@dnstools/core/protocol/spf/record";
import { type Answer, recordsOf, textsOf } from "../answers.ts";
import { type NewRecord, type Remedy, statusBy } from "../section.ts";
import { placesOf, type SpfNode } from "./lookup-spf.ts";
import { mergedText, repairedSpf, repairedText } from "./fix-spf.ts";
import { isSenderId, type SpfFacts, sayOf } from "./findings-spf.ts";
import { weigh } from "./limits-spf.ts";

/** What is known beside the record. */
export type SpfContext = {
  readonly domain: string;
  /** All texts at the domain. */
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  /** Whether the domain is taken for one that sends no mail. */
  readonly parked: boolean;
  /** The record for a domain that has none; null where nobody but its owner can say. */
  readonly suggestion: string | null;
};

/**
 * The record that mends most: what it cures is found out by judging the tree as it would be then. Where nobody but its
 * owner knows how it should be, only what is obsolete goes.
 */
export function remediesOf(root: SpfNode, { domain, txt, type99, parked, suggestion }: SpfContext): Remedy[] {
  // Beside an alias nothing can be published.
  if (txt.aliases.length > 0) return [];
  const texts = textsOf(txt);
  const obsolete = texts.filter((text) => isNearSpf(text) || isSenderId(text));
  const old = recordsOf(type99).map(({ data }) => ({ name: domain, type: "SPF", value: data.text }));
  const said = (node: SpfNode, facts: Pick<SpfFacts, "texts" | "hasType99">) =>
    sayOf(node, weigh(node), { domain, parked, ...facts });
  const before = said(root, { texts, hasType99: old.length > 0 });
  const others = texts.filter((text) => !obsolete.includes(text) && !isSpf(text));
  const text = (value: string): NewRecord => ({ name: domain, type: "TXT", value });
  const remedies = [null, ...betterTexts(root, texts, suggestion)].flatMap((better): Remedy[] => {
    const kept = better === null ? root.texts : [better];
    const node = better === null ? root : withText(root, better);
    const after = said(node, { texts: [...others, ...kept], hasType99: false });
    const [had, has] = [before.codes(), after.codes()];
    const worse = after.findings.filter(({ code }) => !had.includes(code));
    const cures = had.filter((code) => !has.includes(code));
    if (cures.length === 0 || statusBy(worse) === "invalid") return [];
    const gone = [...root.texts.filter((one) => !kept.includes(one)), ...obsolete].map(text);
    const publish = kept.filter((one) => !root.texts.includes(one)).map(text);
    return [{ cures, publish, remove: [...gone, ...old], file: null }];
  });
  const best = remedies.toSorted((a, b) => b.cures.length - a.cures.length)[0];
  return best === undefined ? [] : [best];
}

/** Records that may do better, the likelier first. */
function betterTexts(root: SpfNode, texts: readonly string[], suggestion: string | null): readonly string[] {
  const near = texts.find(isNearSpf);
  switch (root.status) {
    case "none":
      return [near === undefined ? null : mended(root, repairedText(near)), suggestion].filter(isText);
    case "several":
      return [mended(root, mergedText(root.texts))].filter(isText);
    case "found": {
      const [text = ""] = root.texts;
      const readable = root.record?.problems.length === 0;
      const mistaken = root.terms.some(({ term }) => isMistaken(term));
      if (readable && mistaken) return [repairedText(withColons(text))].filter(isText);
      return [readable ? repairedSpf(root) : mended(root, repairedText(text))].filter(isText);
    }
    default:
      return [];
  }
}

function isText(text: string | null): text is string {
  return text !== null;
}

/** A record that can be read now, and what else is wrong with it taken out. */
function mended(root: SpfNode, text: string | null): string | null {
  return text === null ? null : repairedSpf(withText(root, text));
}

/** The tree with another record above: what its terms lead to is known already, or not looked at. */
function withText(root: SpfNode, text: string): SpfNode {
  const record = parseSpf(text);
  const places = placesOf(record.terms);
  // Of those that are there twice the first is the one that is evaluated.
  const known = new Map(root.terms.toReversed().map((one) => [one.term.text, one]));
  const terms = record.terms.map((term, i) => {
    const { ignored = null, counts = false } = places[i] ?? {};
    const { target = null, needsMessage = false, child = null, hosts = null } = known.get(term.text) ?? {};
    return { term, ignored, counts, target, needsMessage, child, hosts };
  });
  return { ...root, status: "found", reason: null, texts: [text], record, terms };
}
