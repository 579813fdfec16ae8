import { textsOf } from "@dnstools/core/mail/answers";
import type { DkimData } from "@dnstools/core/mail/dkim/data";
import { type DkimContext, evaluateDkim } from "@dnstools/core/mail/dkim/evaluate-dkim";
import { evaluateKey } from "@dnstools/core/mail/dkim/evaluate-key";
import { DKIM_FINDINGS } from "@dnstools/core/mail/dkim/findings";
import {
  isOfWildcard,
  isRevoked,
  keysIn,
  type SelectorKeys,
  TEXTS_MAX,
} from "@dnstools/core/mail/dkim/keys-dkim";
import { type DkimLookup, isThere } from "@dnstools/core/mail/dkim/lookup-dkim";
import { createFindings } from "@dnstools/core/mail/section";
import { type DkimKey, parseDkimKey, readNoKey } from "@dnstools/core/protocol/mail/dkim";
import { parseTagList } from "@dnstools/core/protocol/mail/tag-list";
import type { NewRecord, Recommendation, Section } from "../section.ts";

/** Evaluates the DKIM keys of a domain, and recommends corrected records. */
export function dkimSection(lookup: DkimLookup, context: DkimContext): Section<DkimData> {
  return { ...evaluateDkim(lookup, context), recommendations: recommendDkim(lookup, context.domain) };
}

/** Recommends corrected records. They keep the key and fix faults in the other parts of the record. */
function recommendDkim(lookup: DkimLookup, domain: string): Recommendation[] {
  const there = keysIn(lookup);
  const record: NewText = (selector, value) => ({
    name: `${selector}._domainkey.${domain}`,
    type: "TXT",
    value,
  });
  const own = there.filter(
    ({ tried, texts }) => tried.answer.aliases.length === 0 && !isOfWildcard(texts, lookup),
  );
  const recommendations = own.flatMap((at) => recommendSelector(at, record));
  const { random, parent, wildcard } = lookup;
  // If `_domainkey` itself has records, the wildcard may be for all names below the domain, and other names may depend
  // on it.
  if (!wildcard || random.aliases.length > 0 || isThere({ answer: parent })) return recommendations;
  // If the wildcard returns a key, the key is in use under some selector, and only the owner knows which.
  if (isRevoked(random) || textsOf(random).some((text) => parseDkimKey(text) !== null))
    return recommendations;
  const remove = textsOf(random).map((text) => record("*", text));
  const meant = there.filter(({ texts, key }) => key !== null && isOfWildcard(texts, lookup));
  const publish = meant.flatMap(({ tried, texts }) => texts.map((text) => record(tried.selector, text)));
  return [...recommendations, { codes: ["mail.dkim_wildcard"], publish, remove, file: null, test: null }];
}

type NewText = (selector: string, value: string) => NewRecord;

/** Recommends one record for a selector. Which findings the record fixes is determined by evaluating the record. */
function recommendSelector(
  { tried: { selector, source }, texts, keys, key }: SelectorKeys,
  record: NewText,
): Recommendation[] {
  const [first] = texts;
  const meant = key === null && first !== undefined ? readNoKey(first, source !== "given").meant : null;
  if (meant !== null && first !== undefined && texts.length === 1) {
    const change = { publish: [record(selector, meant)], remove: [record(selector, first)] };
    return [{ codes: ["mail.dkim_not_a_key"], ...change, file: null, test: null }];
  }
  const text = keys.find((one) => one.key === key)?.text;
  if (text === undefined || key === null || texts.length === TEXTS_MAX) return [];
  // Only the owner knows which of several keys is in use.
  if (keys.some((one) => one.key.data !== null && one.key.data !== key.data)) return [];
  const codesOf = (all: readonly DkimKey[]) => {
    const findings = createFindings(DKIM_FINDINGS);
    for (const one of all) evaluateKey(findings, one, { subjects: [selector] });
    return findings.codes();
  };
  const fixed = fixedKey(text, key);
  const [asIs, after] = [codesOf([key]), codesOf([parseDkimKey(fixed) ?? key])];
  const best = asIs.some((code) => !after.includes(code)) ? fixed : text;
  const left = best === fixed ? after : asIs;
  const before = codesOf(keys.map((one) => one.key));
  const several = texts.length > 1 ? ["mail.dkim_several_records"] : [];
  const codes = [...before.filter((code) => !left.includes(code)), ...several];
  if (codes.length === 0) return [];
  const remove = texts.filter((one) => one !== best).map((one) => record(selector, one));
  return [
    { codes, publish: texts.includes(best) ? [] : [record(selector, best)], remove, file: null, test: null },
  ];
}

/** Returns the record without h=, s= and the test flag, and with the key in the right encoding. */
function fixedKey(text: string, { betterKey, flags }: DkimKey): string {
  const rest = flags.filter((flag) => flag !== "y").join(":");
  const kept = parseTagList(text).tags.flatMap(({ name: written, value }): string[] => {
    const name = written.toLowerCase();
    if (["v", "h", "s"].includes(name)) return [];
    if (name === "t") return rest === "" ? [] : [`t=${rest}`];
    return [`${name}=${name === "p" ? (betterKey ?? value) : value}`];
  });
  return ["v=DKIM1", ...kept].join("; ");
}
