import { type Static, Type } from "@sinclair/typebox";
import { enumeration, nullable } from "./schema.ts";

export const SEVERITIES = ["critical", "error", "warning", "notice", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something worth saying about what was seen. */
export const Finding = Type.Object(
  {
    code: Type.String({ description: "Stable code, `tool.snake_case`." }),
    severity: enumeration(SEVERITIES, "How much it matters."),
    message: Type.String({ description: "What was seen, in one sentence." }),
    subject: nullable(Type.String({ description: "What it is about, for people." })),
    subjects: Type.Array(Type.String(), {
      description: "The same for programs: each name, address, record type or text by itself.",
    }),
    evidence: Type.Array(Type.String(), { description: "Ids of the exchanges in `evidence` that show it." }),
    reference: nullable(Type.String({ description: "The rule, as RFC and section." })),
    fix: nullable(Type.String({ description: "What to do about it." })),
    docs: Type.String({ format: "uri-reference", description: "Where the code is explained." }),
  },
  { title: "Finding" },
);
export type Finding = Static<typeof Finding>;

/** One row of a tool's closed vocabulary. `{subject}` in the texts stands for the subject. */
export type FindingRule = {
  readonly severity: Severity;
  readonly message: string;
  /** RFC and section, such as `RFC 1034 3.6.2`; null where no document rules. */
  readonly reference: string | null;
  readonly fix: string | null;
  /** For the page of the code: what it means to the reader, and what happens if nothing is done. */
  readonly meaning?: string;
  /** For the page of the code: how this API finds it. */
  readonly found?: string;
  /** For the page of the code: an example of the record to publish, as in a zone file. */
  readonly record?: string;
  /** Record types of the questions that show it, where no subject is a type. */
  readonly types?: readonly string[];
};

export type FindingTable = Readonly<Record<string, FindingRule>>;

/** What a finding is about. */
export type About = {
  /** For people; the subjects with commas between, when absent. */
  readonly subject?: string;
  /** Names, addresses, record types, texts: each by itself. Names, addresses and types lead to the evidence. */
  readonly subjects: readonly string[];
  /** Ids of the exchanges that show it, where the subjects do not lead there. */
  readonly evidence?: readonly string[];
};

/**
 * A finding out of a tool's table.
 * @param about what it is about: one subject, or more; its text replaces `{subject}` in the texts.
 */
export function finding<T extends FindingTable>(
  table: T,
  code: keyof T & string,
  about: string | About | null = null,
): Finding {
  const rule = table[code] as FindingRule;
  const {
    subjects,
    evidence = [],
    subject = subjects.join(", "),
  } = typeof about === "string" ? { subjects: [about] } : (about ?? { subjects: [] });
  const say = (text: string) => text.replaceAll("{subject}", () => (about === null ? "it" : subject));
  return {
    code,
    severity: rule.severity,
    message: say(rule.message),
    subject: about === null ? null : subject,
    subjects: [...subjects],
    evidence: [...evidence],
    reference: rule.reference,
    fix: rule.fix === null ? null : say(rule.fix),
    docs: findingPath(code),
  };
}

/** The page that explains a code. */
export function findingPath(code: string): string {
  return `/docs/findings/${code}`;
}

/** The findings in the order in which an answer shows them: worst first, and as the judgement has them among equals. */
export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/** The RFC editor's page of a reference such as `RFC 1034 3.6.2`; null when it is no RFC. */
export function rfcUrl(reference: string): string | null {
  const match = /^RFC (\d+)(?: ([0-9.]+|[A-Z][0-9.]*))?$/.exec(reference);
  if (!match) return null;
  const [, number, part] = match;
  const kind = /^\d/.test(part ?? "") ? "section" : "appendix";
  return `https://www.rfc-editor.org/rfc/rfc${number}${part === undefined ? "" : `#${kind}-${part}`}`;
}
