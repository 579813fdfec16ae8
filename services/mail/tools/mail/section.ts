import { type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type TProperties, Type } from "@sinclair/typebox";

const STATUSES = ["valid", "warning", "invalid", "absent", "unknown", "not_applicable"] as const;
export type SectionStatus = (typeof STATUSES)[number];

/** A record to publish. */
export type NewRecord = {
  /** Owner, without a trailing dot. */
  readonly name: string;
  readonly type: string;
  /** Its data: of TXT the text itself, of others as in a zone file. */
  readonly value: string;
};

/** What makes findings disappear. */
export type Remedy = {
  /** Codes of the findings that it cures. */
  readonly cures: readonly string[];
  readonly publish: readonly NewRecord[];
  /** What is there now and must go. */
  readonly remove: readonly NewRecord[];
  /** A file to serve; null for none. */
  readonly file: { readonly url: string; readonly body: string } | null;
};

/** One section of the report, judged. */
export type Section<Data> = {
  readonly data: Data;
  readonly findings: readonly Finding[];
  readonly remedies: readonly Remedy[];
};

/** Schema of a section: what all have, and its own parsed form. */
export function sectionSchema<P extends TProperties>(own: P, description: string) {
  return Type.Object(
    {
      status: enumeration(
        STATUSES,
        "`invalid`: an error or worse; `absent`: proved not to be there; `unknown`: could not be found out.",
      ),
      reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
      records: Type.Array(Type.String(), {
        description: "The raw records, strings joined, as they were found.",
      }),
      findings: Type.Array(Type.String(), { description: "Codes of what is said of it in `findings`." }),
      ...own,
    },
    { description },
  );
}

/** Collects the findings of one section. */
export type Sayer<T extends FindingTable> = {
  readonly findings: Finding[];
  /** @param subject see `finding`. The same is said once. */
  readonly say: (code: keyof T & string, subject?: string | null) => void;
  readonly has: (code: keyof T & string) => boolean;
  /** Codes said, each once. */
  readonly codes: () => string[];
};

/** The same code is said of so many subjects: hostile records have thousands. */
const SUBJECTS_MAX = 10;

export function createSayer<T extends FindingTable>(table: T): Sayer<T> {
  const findings: Finding[] = [];
  return {
    findings,
    say(code, subject = null) {
      const same = findings.filter((one) => one.code === code);
      if (same.length >= SUBJECTS_MAX || same.some((one) => one.subject === subject)) return;
      findings.push(finding(table, code, subject));
    },
    has: (code) => findings.some((one) => one.code === code),
    codes: () => [...new Set(findings.map(({ code }) => code))],
  };
}

/** The status of a section that has something in it: the worst of what is said of it. */
export function statusBy(findings: readonly Finding[]): "valid" | "warning" | "invalid" {
  const has = (...severities: readonly string[]) =>
    findings.some(({ severity }) => severities.includes(severity));
  return has("critical", "error") ? "invalid" : has("warning") ? "warning" : "valid";
}
