import { type TProperties, Type } from "@sinclair/typebox";
import { type About, type Finding, type FindingTable, finding } from "../tool/finding.ts";
import { REASON_CODES } from "../tool/outcome.ts";
import { enumeration, nullable } from "../tool/schema.ts";

const STATUSES = ["valid", "warning", "invalid", "absent", "unknown", "not_applicable"] as const;
/** Status of a section of the report. */
export type SectionStatus = (typeof STATUSES)[number];

/** One section of the report as it was evaluated: its part of the answer, and its findings. */
export type Evaluated<Data> = {
  readonly data: Data;
  readonly findings: readonly SectionFinding[];
};

/** The field `instead` of sections that can judge a text from the call instead of what is published. */
export const INSTEAD = {
  instead: nullable(
    Type.String({
      description:
        "Name of the parameter whose text was checked; null if the published record or policy was checked.",
    }),
  ),
};

const SectionStatus = {
  ...enumeration(
    STATUSES,
    "`invalid`: at least one error; `absent`: proved not to exist; `unknown`: could not be determined.",
  ),
  title: "MailSectionStatus",
};

/** Returns the schema of a section: the fields that all sections have, and the section's own fields. */
export function sectionSchema<P extends TProperties>(own: P, description: string) {
  return Type.Object(
    {
      status: SectionStatus,
      reason: nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise.")),
      records: Type.Array(Type.String(), {
        description: "The raw records as they were found, with the strings of each record joined.",
      }),
      findings: Type.Array(Type.String(), {
        description: "Codes of the entries in `findings` that are about this section.",
      }),
      ...own,
    },
    { description },
  );
}

/** A finding, and the keys of the queries whose answers prove it. */
export type SectionFinding = Finding & { readonly queries: readonly string[] };

/** What a finding of a section is about. */
export type SectionAbout = {
  /** Wording for people; if missing, the subjects are listed, separated by commas. */
  readonly subject?: string;
  /** Names, addresses, record types or texts, one per entry. */
  readonly subjects: readonly string[];
  /** Keys of the queries whose answers prove the finding; if missing, the queries of the section. */
  readonly queries?: readonly string[];
};

/** The findings of one section, collected while it is evaluated. */
export type Findings<T extends FindingTable> = {
  readonly list: readonly SectionFinding[];
  /**
   * Adds a finding, unless the list already has a finding with the same code and subject, or already has the maximum
   * number of findings with this code.
   */
  readonly add: (code: keyof T & string, about?: string | SectionAbout | null) => void;
  readonly has: (code: keyof T & string) => boolean;
  /** Returns the codes of the findings, without duplicates. */
  readonly codes: () => string[];
};

/** Maximum number of findings with the same code: a hostile record may have thousands of wrong terms. */
const SUBJECTS_MAX = 10;

/**
 * Creates an empty list of findings for one section.
 * @param table the codes that may be added, with their texts.
 * @param asked keys of the section's queries, which prove each finding that names no queries itself.
 */
export function createFindings<T extends FindingTable>(table: T, asked: readonly string[] = []): Findings<T> {
  const list: SectionFinding[] = [];
  return {
    list,
    add(code, about = null) {
      const one = { ...finding(table, code, aboutOf(about)), queries: queriesOf(about) ?? asked };
      const same = list.filter((other) => other.code === code);
      if (same.length >= SUBJECTS_MAX || same.some(({ subject }) => subject === one.subject)) return;
      // A finding without a subject is about the record as a whole: its subjects are the queried names.
      list.push(about === null ? { ...one, subjects: asked.map((key) => key.split(" ")[0] ?? key) } : one);
    },
    has: (code) => list.some((one) => one.code === code),
    codes: () => [...new Set(list.map(({ code }) => code))],
  };
}

function aboutOf(about: string | SectionAbout | null): About | null {
  return typeof about === "string" ? { subjects: [about] } : about;
}

function queriesOf(about: string | SectionAbout | null): readonly string[] | undefined {
  return typeof about === "string" ? undefined : about?.queries;
}

/** Returns an object that adds findings to the same list, but with `queries` as the proof of these findings. */
export function shownBy<T extends FindingTable>(
  findings: Findings<T>,
  queries: readonly string[],
): Findings<T> {
  return {
    ...findings,
    add: (code, about = null) =>
      findings.add(
        code,
        typeof about === "string" ? { subjects: [about], queries } : about && { queries, ...about },
      ),
  };
}

/** Returns the status of a section that has records, according to its worst finding. */
export function statusBy(findings: readonly Finding[]): "valid" | "warning" | "invalid" {
  const has = (...severities: readonly string[]) =>
    findings.some(({ severity }) => severities.includes(severity));
  return has("critical", "error") ? "invalid" : has("warning") ? "warning" : "valid";
}
