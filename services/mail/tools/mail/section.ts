import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";
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

/** Texts that a call gives to judge in place of what the domain publishes; null or missing where that is judged. */
export type Instead = {
  readonly spf?: string | null;
  readonly dmarc?: string | null;
  /** An MTA-STS policy: as if it were served, and announced by a record. */
  readonly mtasts?: string | null;
};

/** Records to publish and to remove, and a file to serve, after which findings disappear. */
export type Recommendation = {
  /** Codes of the findings that disappear. */
  readonly codes: readonly string[];
  readonly publish: readonly NewRecord[];
  /** Records that are published now and have to be removed. */
  readonly remove: readonly NewRecord[];
  /** A file to serve; null for none. */
  readonly file: { readonly url: string; readonly body: string } | null;
  /** The same as parameters of a call, which judge it before it is done; null where they cannot hold it. */
  readonly test: Instead | null;
};

/** One section of the report: its part of the answer, its findings, and the recommended records. */
export type Section<Data> = {
  readonly data: Data;
  readonly findings: readonly SectionFinding[];
  readonly recommendations: readonly Recommendation[];
};

/** A field of the sections that judge a text of the call in place of what is published. */
export const INSTEAD = {
  instead: nullable(
    Type.String({ description: "The parameter whose text was judged; null where it was what is published." }),
  ),
};

const SectionStatus = {
  ...enumeration(
    STATUSES,
    "`invalid`: an error or worse; `absent`: proved not to be there; `unknown`: could not be found out.",
  ),
  title: "MailSectionStatus",
};

/** The schema of a section: the fields that all sections have, and the section's own fields. */
export function sectionSchema<P extends TProperties>(own: P, description: string) {
  return Type.Object(
    {
      status: SectionStatus,
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

/** A finding, and the keys (`queryKey`) of the queries whose answers show it. */
export type SectionFinding = Finding & { readonly queries: readonly string[] };

/** What a finding of a section is about. */
export type SectionAbout = {
  /** For people; the subjects with commas between, when absent. */
  readonly subject?: string;
  /** Names, addresses, record types, texts: each by itself. */
  readonly subjects: readonly string[];
  /** Keys of the queries whose answers show it; those of the section, when absent. */
  readonly queries?: readonly string[];
};

/** The findings of one section, collected while it is evaluated. */
export type Findings<T extends FindingTable> = {
  readonly list: readonly SectionFinding[];
  /** Adds a finding once for each subject. */
  readonly add: (code: keyof T & string, about?: string | SectionAbout | null) => void;
  readonly has: (code: keyof T & string) => boolean;
  /** The codes of the findings, each once. */
  readonly codes: () => string[];
};

/** Findings with the same code, at most: a hostile record has thousands of wrong terms. */
const SUBJECTS_MAX = 10;

/**
 * @param table the codes that may be added, with their texts.
 * @param asked keys of the queries that the section is about: they show each finding that names no others.
 */
export function createFindings<T extends FindingTable>(table: T, asked: readonly string[] = []): Findings<T> {
  const list: SectionFinding[] = [];
  return {
    list,
    add(code, about = null) {
      const one = { ...finding(table, code, aboutOf(about)), queries: queriesOf(about) ?? asked };
      const same = list.filter((other) => other.code === code);
      if (same.length >= SUBJECTS_MAX || same.some(({ subject }) => subject === one.subject)) return;
      // A finding about the record as a whole is about the names that were asked for it.
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

/** Findings that are added to the same list, and shown by other queries than the section's. */
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

/** The status of a section that has records: that of its worst finding. */
export function statusBy(findings: readonly Finding[]): "valid" | "warning" | "invalid" {
  const has = (...severities: readonly string[]) =>
    findings.some(({ severity }) => severities.includes(severity));
  return has("critical", "error") ? "invalid" : has("warning") ? "warning" : "valid";
}
