import { TextEncoder } from "@dnstools/core/protocol/platform";
import { type Finding, SEVERITIES } from "@dnstools/core/tool/finding";
import type { RecommendationData, SECTIONS } from "../data.ts";
import { FOR_OPERATORS } from "../reputation/findings.ts";
import type { Instead, NewRecord, Recommendation, Section } from "../section.ts";

type SectionName = (typeof SECTIONS)[number];

const AT_ALIAS =
  "The name is an alias (CNAME): change the record at its target, or replace the alias with records.";

/**
 * Returns the recommendations of the report, the most severe first: those of the sections, and one for each finding
 * that no record fixes.
 * @param aliases names that have a CNAME, so that no other record can be published or removed there.
 * @param testPath returns the path of the call that judges a recommendation in advance; null if the path would be too
 * long.
 */
export function recommend(
  all: readonly (readonly [SectionName, Pick<Section<unknown>, "findings" | "recommendations">])[],
  aliases: ReadonlySet<string>,
  testPath: (test: Instead) => string | null,
): RecommendationData[] {
  const isOwn = ({ publish, remove }: Recommendation) =>
    ![...publish, ...remove].some(({ name }) => aliases.has(name));
  const barred = all.flatMap(([, { recommendations }]) =>
    recommendations.filter((one) => !isOwn(one)).flatMap(({ codes }) => codes),
  );
  const sections = all.map(
    ([name, { findings, recommendations }]) =>
      [name, { findings, recommendations: recommendations.filter(isOwn) }] as const,
  );
  const found = sections.flatMap(([, { findings }]) => findings);
  const everywhere = found.filter(isWrong);
  // A record of one section may fix a finding of another section.
  const fixable = new Set(
    sections.flatMap(([, { recommendations }]) => recommendations.flatMap((one) => fixedBy(one, everywhere))),
  );
  const recommended = sections.flatMap(([section, { findings, recommendations }]) => {
    const withRecords = recommendations.flatMap((one) => {
      const fixed = fixedBy(one, everywhere);
      return fixed.length === 0
        ? []
        : [dataOf(section, fixed, one, one.test === null ? null : testPath(one.test))];
    });
    const others = findings.filter((one) => isWrong(one) && !fixable.has(one) && one.fix !== null);
    const withoutRecords = others.map((one) => {
      const bare = dataOf(section, [one], null, null);
      return barred.includes(one.code) ? { ...bare, what: `${bare.what} ${AT_ALIAS}` } : bare;
    });
    return [...withRecords, ...withoutRecords];
  });
  return merged(recommended).toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}

function isWrong({ code, severity, fix }: Finding): boolean {
  return (severity !== "info" || fix !== null) && !FOR_OPERATORS.includes(code);
}

/** Merges recommendations with the same records and the same file into one, in the section with the worst finding. */
function merged(all: readonly RecommendationData[]): RecommendationData[] {
  const same = Map.groupBy(all, ({ records, file, codes, what }) =>
    JSON.stringify(records === null ? [codes, what] : [records, file]),
  );
  return [...same.values()].map((group) => {
    const [worst, ...rest] = group.toSorted(
      (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
    ) as [RecommendationData, ...RecommendationData[]];
    const joined = (part: "what" | "why") => [...new Set([worst, ...rest].map((one) => one[part]))].join(" ");
    return {
      ...worst,
      codes: [...new Set([worst, ...rest].flatMap(({ codes }) => codes))],
      what: joined("what"),
      why: joined("why"),
    };
  });
}

/**
 * Returns the findings that a recommendation fixes. If several findings have the same code, and the recommendation's
 * records concern only some of their subjects, only the findings about these subjects are fixed.
 */
function fixedBy(
  { codes, publish, remove }: Recommendation,
  findings: readonly Finding[],
): readonly Finding[] {
  const names = [...publish, ...remove].map(({ name }) => name);
  return codes.flatMap((code) => {
    const same = findings.filter((one) => one.code === code);
    const named = same.filter(({ subjects }) =>
      names.some((name) => subjects.includes(name.split("._")[0] ?? name)),
    );
    return same.length > 1 && named.length > 0 ? named : same;
  });
}

function dataOf(
  section: SectionName,
  findings: readonly Finding[],
  recommendation: Recommendation | null,
  test: string | null,
): RecommendationData {
  const [worst] = findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  // A record that stays published is not listed for removal.
  const isLeft = ({ name, type, value }: NewRecord) =>
    recommendation?.publish.every(
      (other) => other.name !== name || other.type !== type || other.value !== value,
    ) ?? true;
  const joined = (texts: readonly (string | null)[]) =>
    [...new Set(texts.filter((text) => text !== null))].join(" ");
  return {
    section,
    severity: worst?.severity ?? "info",
    codes: [...new Set(findings.map(({ code }) => code))],
    what: joined(findings.map(({ fix }) => fix)),
    why: joined(findings.map(({ message }) => message)),
    records:
      recommendation === null
        ? null
        : [
            ...recommendation.remove.filter(isLeft).map((record) => change("remove", record)),
            ...recommendation.publish.map((record) => change("publish", record)),
          ],
    file: recommendation?.file ?? null,
    test,
  };
}

const TTL_S = 3600;

function change(
  action: "publish" | "remove",
  { name, type, value }: NewRecord,
): NonNullable<RecommendationData["records"]>[number] {
  const data = type === "TXT" || type === "SPF" ? quoted(value) : value;
  return { action, name, type, value, line: `${name}. ${TTL_S} IN ${type} ${data}` };
}

/** Maximum length of one string of a TXT record, in octets (RFC 1035 3.3). */
const STRING_MAX = 255;

/**
 * Returns a text in zone file format: strings of at most 255 octets, with quotes, backslashes and non-ASCII octets
 * escaped.
 */
function quoted(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const strings: string[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += STRING_MAX) {
    const shown = [...bytes.subarray(at, at + STRING_MAX)].map((byte) => {
      if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`;
      return byte < 0x20 || byte > 0x7e ? `\\${String(byte).padStart(3, "0")}` : String.fromCharCode(byte);
    });
    strings.push(`"${shown.join("")}"`);
  }
  return strings.join(" ");
}
