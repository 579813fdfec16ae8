import { printable } from "@dnstools/core/printable";
import { type BimiRecord, readBimiRecord } from "@dnstools/core/protocol/bimi/record";
import { unpackSvg } from "@dnstools/core/protocol/bimi/svg";
import { createHash } from "@dnstools/core/protocol/platform";
import { createSayer, type Remedy, type Section, statusBy } from "../section.ts";
import type { BimiData } from "./data.ts";
import { BIMI_FINDINGS } from "./findings.ts";
import { type EvidenceContext, judgeEvidence } from "./evaluate-evidence.ts";
import { judgeLogo } from "./evaluate-logo.ts";
import type { BimiReading } from "./lookup-bimi.ts";

/** What else of the domain BIMI is judged by. */
export type BimiContext = EvidenceContext & {
  /** Whether DMARC is as BIMI needs it, null where that is not known; and what of it is not, in words. */
  readonly dmarc: { readonly enforced: boolean | null; readonly detail: string };
};

const RECORDS_MAX = 10;
const PREFIXES_MAX = 20;

/** Judges the record, the logo and the evidence for it. */
export function judgeBimi(reading: BimiReading, context: BimiContext): Section<BimiData> {
  const sayer = createSayer(BIMI_FINDINGS);
  const { say } = sayer;
  const { answers, record } = reading;
  const found = answers.at(-1);
  const texts = [...new Set(answers.flatMap(({ records, nearMisses }) => [...records, ...nearMisses]))];
  for (const { nearMisses } of answers)
    for (const text of nearMisses)
      say("mail.bimi_invalid", `"${printable(text, 50)}" does not begin v=BIMI1;`);
  if ((found?.records.length ?? 0) > 1) say("mail.bimi_several");
  for (const problem of record?.problems ?? []) say("mail.bimi_invalid", problem);
  const files = judgeFiles(reading, record, context, sayer);
  const name = texts.length === 0 ? null : (answers.find(isMeant)?.name ?? null);
  const data: BimiData = {
    ...statusOf(reading, texts.length > 0, files, statusBy(sayer.findings)),
    records: texts.slice(0, RECORDS_MAX).map((text) => printable(text, 1000)),
    findings: sayer.codes(),
    name: found !== undefined && found.records.length > 0 ? found.name : name,
    declined: record?.declined ?? false,
    prefixes: record?.prefixes.slice(0, PREFIXES_MAX) ?? [],
    preference: record?.preference ? printable(record.preference, 50) : null,
    dmarcEnforced: context.dmarc.enforced,
    ...files,
  };
  return { data, findings: sayer.findings, remedies: remediesFor(reading, sayer.codes()) };
}

function isMeant({ records, nearMisses }: BimiReading["answers"][number]): boolean {
  return records.length + nearMisses.length > 0;
}

type Files = Pick<BimiData, "logo" | "evidence" | "logoMatches">;

function judgeFiles(
  reading: BimiReading,
  record: BimiRecord | null,
  context: BimiContext,
  sayer: ReturnType<typeof createSayer<typeof BIMI_FINDINGS>>,
): Files {
  const { say } = sayer;
  if (record === null) return { logo: null, evidence: null, logoMatches: null };
  if (record.declined) say("mail.bimi_declined");
  else if (context.dmarc.enforced === false) say("mail.bimi_dmarc", printable(context.dmarc.detail, 200));
  const there = (location: BimiRecord["logo"]) =>
    location === null || location.text === "" || location.problem !== null ? null : location;
  const at = { logo: there(record.logo), evidence: there(record.evidence) };
  const logo = at.logo === null ? null : judgeLogo(at.logo, reading.logo, say);
  if (at.logo !== null && (record.evidence?.text ?? "") === "") say("mail.bimi_no_certificate");
  const evidence = at.evidence === null ? null : judgeEvidence(at.evidence, reading.evidence, context, sayer);
  const logoMatches = isSame(logo?.svg ?? null, evidence?.logo ?? null);
  if (logoMatches === false) say("mail.bimi_logo_differs");
  return { logo: logo?.data ?? null, evidence: evidence?.data ?? null, logoMatches };
}

/** Compared unpacked: packing the same anew gives other bytes. */
function isSame(svg: Uint8Array | null, packed: Uint8Array | null): boolean | null {
  if (svg === null || packed === null) return null;
  const embedded = unpackSvg(packed);
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  return embedded === null ? null : hash(embedded) === hash(svg);
}

function statusOf(
  { answers, halfKnown }: BimiReading,
  isThere: boolean,
  { logo, evidence }: Files,
  found: ReturnType<typeof statusBy>,
): Pick<BimiData, "status" | "reason"> {
  const last = answers.at(-1)?.answer.outcome;
  if (last?.kind === "unknown" && found !== "invalid") return { status: "unknown", reason: last.reason };
  if (!isThere)
    return halfKnown === null ? { status: "absent", reason: null } : { status: "unknown", reason: halfKnown };
  const open = [logo, evidence].find((file) => file?.status === "unknown");
  if (open && found !== "invalid") return { status: "unknown", reason: open.reason };
  return { status: found, reason: null };
}

/** The record alone can be mended by a record: what it names that is right, and nothing else. */
function remediesFor({ answers }: BimiReading, codes: readonly string[]): readonly Remedy[] {
  const curable = ["mail.bimi_several", "mail.bimi_invalid"] satisfies (keyof typeof BIMI_FINDINGS)[];
  const cures = curable.filter((code) => codes.includes(code));
  const meant = answers.filter(isMeant);
  const [place] = meant;
  // At two names, which of them is meant is for the domain's owner to say.
  if (cures.length === 0 || place === undefined || meant.length > 1) return [];
  const texts = [...new Set([...place.records, ...place.nearMisses])].slice(0, RECORDS_MAX);
  const best = texts.map(readBimiRecord).find(({ logo }) => logo !== null && logo.url !== null);
  if (best === undefined) return [];
  const evidence = best.evidence?.problem === null ? best.evidence.text : "";
  // What is there and cannot be kept is for its owner to say.
  if ((best.evidence?.text ?? "") !== evidence || best.problems.some((problem) => problem.startsWith("lps")))
    return [];
  const prefixes = best.prefixes.length === 0 ? "" : ` lps=${best.prefixes.join(",")};`;
  const preference = best.preference === null ? "" : ` avp=${best.preference};`;
  const record = (value: string) => ({ name: place.name, type: "TXT", value });
  return [
    {
      cures,
      publish: [record(`v=BIMI1; l=${best.logo?.url ?? ""}; a=${evidence};${prefixes}${preference}`)],
      remove: texts.map((text) => record(printable(text, 1000))),
      file: null,
    },
  ];
}
