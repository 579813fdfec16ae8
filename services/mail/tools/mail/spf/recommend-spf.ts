import { isMistaken, isNearSpf, isSpf, parseSpf, withColons } from "@dnstools/core/protocol/spf/record";
import { type Answer, recordsOf, textsOf } from "../answers.ts";
import { type NewRecord, type Recommendation, statusBy } from "../section.ts";
import { isSenderId, type SpfFacts, spfFindings } from "./findings-spf.ts";
import { fixedRecord, fixedText, mergedText } from "./fix-spf.ts";
import { totalsOf } from "./totals-spf.ts";
import { ignoredAndCounted, type SpfNode } from "./tree-spf.ts";

/** The facts about the domain, beside its record, that the evaluation needs. */
export type SpfContext = {
  readonly domain: string;
  /** All texts at the domain. */
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  /** Whether the domain seems to send no mail. */
  readonly parked: boolean;
  /** The record for a domain that has none; null where only its owner knows it. */
  readonly suggestion: string | null;
};

/**
 * The record after which most findings disappear. Which ones do is found out by evaluating the tree with that record. Where only
 * the owner knows the right record, obsolete records alone are removed.
 */
export function recommendSpf(
  root: SpfNode,
  { domain, txt, type99, parked, suggestion }: SpfContext,
): Recommendation[] {
  // Beside an alias nothing can be published.
  if (txt.aliases.length > 0) return [];
  const texts = textsOf(txt);
  const obsolete = texts.filter((text) => isNearSpf(text) || isSenderId(text));
  const old = recordsOf(type99).map(({ data }) => ({ name: domain, type: "SPF", value: data.text }));
  const findingsOf = (node: SpfNode, facts: Pick<SpfFacts, "texts" | "hasType99">) =>
    spfFindings(node, totalsOf(node), { domain, parked, ...facts });
  const before = findingsOf(root, { texts, hasType99: old.length > 0 });
  const others = texts.filter((text) => !obsolete.includes(text) && !isSpf(text));
  const text = (value: string): NewRecord => ({ name: domain, type: "TXT", value });
  const recommendations = [null, ...fixedRecords(root, texts, suggestion)].flatMap(
    (fixed): Recommendation[] => {
      const kept = fixed === null ? root.texts : [fixed];
      const node = fixed === null ? root : withText(root, fixed);
      const after = findingsOf(node, { texts: [...others, ...kept], hasType99: false });
      const [had, has] = [before.codes(), after.codes()];
      const worse = after.list.filter(({ code }) => !had.includes(code));
      const codes = had.filter((code) => !has.includes(code));
      if (codes.length === 0 || statusBy(worse) === "invalid") return [];
      const gone = [...root.texts.filter((one) => !kept.includes(one)), ...obsolete].map(text);
      const publish = kept.filter((one) => !root.texts.includes(one)).map(text);
      const [only, ...more] = kept;
      const test = only === undefined || more.length > 0 ? null : { spf: only };
      return [{ codes, publish, remove: [...gone, ...old], file: null, test }];
    },
  );
  const best = recommendations.toSorted((a, b) => b.codes.length - a.codes.length)[0];
  return best === undefined ? [] : [best];
}

/** Records that may have fewer findings, the likelier first. */
function fixedRecords(root: SpfNode, texts: readonly string[], suggestion: string | null): readonly string[] {
  const near = texts.find(isNearSpf);
  switch (root.status) {
    case "none":
      return [near === undefined ? null : withoutUseless(root, fixedText(near)), suggestion].filter(isText);
    case "several":
      return [withoutUseless(root, mergedText(root.texts))].filter(isText);
    case "found": {
      const [text = ""] = root.texts;
      const readable = root.record?.problems.length === 0;
      const mistaken = root.terms.some(({ term }) => isMistaken(term));
      if (readable && mistaken) return [fixedText(withColons(text))].filter(isText);
      return [readable ? fixedRecord(root) : withoutUseless(root, fixedText(text))].filter(isText);
    }
    default:
      return [];
  }
}

function isText(text: string | null): text is string {
  return text !== null;
}

/** The record of a text without syntax errors, and without its useless terms. */
function withoutUseless(root: SpfNode, text: string | null): string | null {
  return text === null ? null : fixedRecord(withText(root, text));
}

/** The tree with another record at its root. Terms that the old record has too keep what they lead to; new terms lead nowhere. */
function withText(root: SpfNode, text: string): SpfNode {
  const record = parseSpf(text);
  const flags = ignoredAndCounted(record.terms);
  // Of equal terms receivers evaluate the first.
  const old = new Map(root.terms.toReversed().map((one) => [one.term.text, one]));
  const terms = record.terms.map((term, i) => {
    const { ignored = null, counts = false } = flags[i] ?? {};
    const { target = null, needsMessage = false, child = null, hosts = null } = old.get(term.text) ?? {};
    return { term, ignored, counts, target, needsMessage, child, hosts };
  });
  return { ...root, status: "found", reason: null, texts: [text], record, terms };
}
