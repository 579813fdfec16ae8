import { printable } from "@dnstools/core/harmless";
import { dnsKey } from "@dnstools/core/mail/answers";
import { addBimiRecordFindings, isMeant } from "@dnstools/core/mail/bimi-record";
import { createFindings, type Findings, shownBy, statusBy } from "@dnstools/core/mail/section";
import type { BimiRecord } from "@dnstools/core/protocol/bimi/record";
import { unpackSvg } from "@dnstools/core/protocol/bimi/svg";
import { createHash } from "@dnstools/core/protocol/platform";
import type { Section } from "../section.ts";
import type { BimiData } from "./data.ts";
import { type EvidenceContext, evaluateEvidence } from "./evaluate-evidence.ts";
import { evaluateLogo } from "./evaluate-logo.ts";
import { BIMI_FINDINGS } from "./findings.ts";
import type { BimiLookup } from "./lookup-bimi.ts";
import { RECORDS_MAX, recommendBimi } from "./recommend-bimi.ts";

/** The facts about the domain, in addition to its BIMI record, that the evaluation needs. */
export type BimiContext = EvidenceContext & {
  readonly dmarc: {
    /** True if the DMARC policy is strict enough for BIMI; null if unknown. */
    readonly enforced: boolean | null;
    /** Describes the DMARC policy, for use within a sentence. */
    readonly detail: string;
    /** The name whose DMARC record applies; null if no record applies. */
    readonly foundAt: string | null;
  };
};

const PREFIXES_MAX = 20;

/** Evaluates the BIMI record, the logo, and the evidence document that certifies the logo. */
export function evaluateBimi(lookup: BimiLookup, context: BimiContext): Section<BimiData> {
  const { names, record } = lookup;
  const asked = names.map(({ name }) => dnsKey(name, "TXT"));
  const findings = createFindings(BIMI_FINDINGS, asked);
  const found = names.at(-1);
  const texts = [...new Set(names.flatMap(({ records, nearMisses }) => [...records, ...nearMisses]))];
  addBimiRecordFindings(lookup, findings.add);
  const files = evaluateFiles(lookup, record, context, findings);
  const name = texts.length === 0 ? null : (names.find(isMeant)?.name ?? null);
  const data: BimiData = {
    ...statusOf(lookup, texts.length > 0, files, statusBy(findings.list)),
    records: texts.slice(0, RECORDS_MAX).map((text) => printable(text, 1000)),
    findings: findings.codes(),
    name: found !== undefined && found.records.length > 0 ? found.name : name,
    declined: record?.declined ?? false,
    prefixes: record?.prefixes.slice(0, PREFIXES_MAX) ?? [],
    preference: record?.preference ? printable(record.preference, 50) : null,
    dmarcEnforced: context.dmarc.enforced,
    ...files,
  };
  return { data, findings: findings.list, recommendations: recommendBimi(lookup, findings.codes()) };
}

type BimiFiles = Pick<BimiData, "logo" | "evidence" | "logoMatches">;

function evaluateFiles(
  lookup: BimiLookup,
  record: BimiRecord | null,
  context: BimiContext,
  findings: Findings<typeof BIMI_FINDINGS>,
): BimiFiles {
  const { add } = findings;
  if (record === null) return { logo: null, evidence: null, logoMatches: null };
  if (record.declined) add("mail.bimi_declined");
  else if (context.dmarc.enforced === false)
    add("mail.bimi_dmarc", {
      subject: printable(context.dmarc.detail, 200),
      subjects: [context.domain],
      queries: [dnsKey(`_dmarc.${context.dmarc.foundAt ?? context.domain}`, "TXT")],
    });
  const there = (location: BimiRecord["logo"]) =>
    location === null || location.text === "" || location.problem !== null ? null : location;
  const at = { logo: there(record.logo), evidence: there(record.evidence) };
  const logo =
    at.logo === null ? null : evaluateLogo(at.logo, lookup.logo, shownBy(findings, urlsOf(at.logo)).add);
  if (at.logo !== null && (record.evidence?.text ?? "") === "") add("mail.bimi_no_certificate");
  const evidence =
    at.evidence === null
      ? null
      : evaluateEvidence(at.evidence, lookup.evidence, context, shownBy(findings, urlsOf(at.evidence)));
  const logoMatches = isSame(logo?.svg ?? null, evidence?.logo ?? null);
  if (logoMatches === false)
    add("mail.bimi_logo_differs", {
      subjects: [context.domain],
      queries: [...urlsOf(at.logo), ...urlsOf(at.evidence)],
    });
  return { logo: logo?.data ?? null, evidence: evidence?.data ?? null, logoMatches };
}

function urlsOf(location: BimiRecord["logo"]): readonly string[] {
  return location?.url == null ? [] : [location.url];
}

/**
 * Returns true if two logos are identical after decompression, since their compressed bytes may differ; null if one of
 * the logos is unknown.
 */
function isSame(svg: Uint8Array | null, packed: Uint8Array | null): boolean | null {
  if (svg === null || packed === null) return null;
  const embedded = unpackSvg(packed);
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
  return embedded === null ? null : hash(embedded) === hash(svg);
}

function statusOf(
  { names, halfKnown }: BimiLookup,
  isThere: boolean,
  { logo, evidence }: BimiFiles,
  found: ReturnType<typeof statusBy>,
): Pick<BimiData, "status" | "reason"> {
  const last = names.at(-1)?.answer.outcome;
  if (last?.kind === "unknown" && found !== "invalid") return { status: "unknown", reason: last.reason };
  if (!isThere)
    return halfKnown === null ? { status: "absent", reason: null } : { status: "unknown", reason: halfKnown };
  const open = [logo, evidence].find((file) => file?.status === "unknown");
  if (open && found !== "invalid") return { status: "unknown", reason: open.reason };
  return { status: found, reason: null };
}
