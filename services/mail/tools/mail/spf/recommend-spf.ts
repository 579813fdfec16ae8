import { type Answer, recordsOf, textsOf } from "@dnstools/core/mail/answers";
import { statusBy } from "@dnstools/core/mail/section";
import { isSenderId, type SpfFacts, spfFindings } from "@dnstools/core/mail/spf/findings-spf";
import { totalsOf } from "@dnstools/core/mail/spf/totals-spf";
import { ignoredAndCounted, type SpfNode } from "@dnstools/core/mail/spf/tree-spf";
import { isMistaken, isNearSpf, isSpf, parseSpf, withColons } from "@dnstools/core/protocol/spf/record";
import type { NewRecord, Recommendation } from "../section.ts";
import { fixedRecord, fixedText, mergedText } from "./fix-spf.ts";

/** The facts about the domain, in addition to its SPF record, that the evaluation needs. */
export type SpfContext = {
  readonly domain: string;
  /** Answer with all TXT records of the domain. */
  readonly txt: Answer<"TXT">;
  readonly type99: Answer<"SPF">;
  /** True if the domain seems to send no mail. */
  readonly parked: boolean;
  /** The record to recommend if the domain has none; null if only the domain's owner can know the right record. */
  readonly suggestion: string | null;
};

/**
 * Recommends the record that makes most findings disappear. Which findings disappear is determined by evaluating the
 * tree with that record. If only the owner can know the right record, the recommendation only removes obsolete
 * records.
 */
export function recommendSpf(
  root: SpfNode,
  { domain, txt, type99, parked, suggestion }: SpfContext,
): Recommendation[] {
  // No other record can be published at an alias (CNAME).
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

/** Returns records that may have fewer findings, the most promising first. */
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

/** Returns the record of a corrected text without its useless terms; null if there is no such record. */
function withoutUseless(root: SpfNode, text: string | null): string | null {
  return text === null ? null : fixedRecord(withText(root, text));
}

/**
 * Returns the tree with another record at its root. Terms of the old record keep their lookups; new terms have none.
 */
function withText(root: SpfNode, text: string): SpfNode {
  const record = parseSpf(text);
  const flags = ignoredAndCounted(record.terms);
  // If a term is repeated, the first occurrence has the lookups that receivers use.
  const old = new Map(root.terms.toReversed().map((one) => [one.term.text, one]));
  const terms = record.terms.map((term, i) => {
    const { ignored = null, counts = false } = flags[i] ?? {};
    const { target = null, needsMessage = false, child = null, hosts = null } = old.get(term.text) ?? {};
    return { term, ignored, counts, target, needsMessage, child, hosts };
  });
  return { ...root, status: "found", reason: null, texts: [text], record, terms };
}
