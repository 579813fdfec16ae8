import { type Static, Type } from "@sinclair/typebox";
import { enumeration, nullable } from "./schema.ts";

/** Severities of findings, the worst first. */
export const SEVERITIES = ["critical", "error", "warning", "notice", "info"] as const;
/** Severity of a finding. */
export type Severity = (typeof SEVERITIES)[number];

/** Schema of a finding: a problem or a notable fact about the target. */
export const Finding = Type.Object(
  {
    code: Type.String({ description: "Stable code, `tool.snake_case`." }),
    severity: enumeration(SEVERITIES, "Severity of the finding."),
    message: Type.String({ description: "What was found, in one sentence." }),
    subject: nullable(
      Type.String({
        description: "What the finding is about, as text for people; null if it concerns the whole target.",
      }),
    ),
    subjects: Type.Array(Type.String(), {
      description:
        "What the finding is about, for programs: one entry per name, address, record type or text.",
    }),
    evidence: Type.Array(Type.String(), {
      description: "Ids of the exchanges in `evidence` that show the finding.",
    }),
    reference: nullable(
      Type.String({
        description: "Rule that the finding refers to, as RFC and section; null if there is none.",
      }),
    ),
    fix: nullable(
      Type.String({ description: "What to do about the finding; null if nothing needs to be done." }),
    ),
    docs: Type.String({ format: "uri-reference", description: "Page that explains the code." }),
  },
  { title: "Finding" },
);
/** A finding in an answer. */
export type Finding = Static<typeof Finding>;

/** The rule of one finding code. In its texts, `{subject}` is replaced by the finding's subject. */
export type FindingRule = {
  readonly severity: Severity;
  readonly message: string;
  /** RFC and section that the rule refers to, such as `RFC 1034 3.6.2`; null if no document applies. */
  readonly reference: string | null;
  readonly fix: string | null;
  /** Text for the code's page: what the finding means for the reader, and what happens if nothing is done. */
  readonly meaning?: string;
  /** Text for the code's page: how this API detects the finding. */
  readonly found?: string;
  /** Text for the code's page: an example of the record to publish, in zone file format. */
  readonly record?: string;
  /** Record types of the queries that show the finding. They are used if no subject of the finding is a type. */
  readonly types?: readonly string[];
};

/** All finding rules of a tool, by code. */
export type FindingTable = Readonly<Record<string, FindingRule>>;

/** What a finding is about, and the exchanges that show it. */
export type About = {
  /** The subject as text for people. The default is the subjects, separated by commas. */
  readonly subject?: string;
  /**
   * Names, addresses, record types or texts, one per entry. Names, addresses and types are matched with the evidence.
   */
  readonly subjects: readonly string[];
  /** Ids of the exchanges that show the finding, if they cannot be determined from the subjects. */
  readonly evidence?: readonly string[];
};

/**
 * Makes a finding from a tool's table.
 * @param about one or more subjects; their text replaces `{subject}` in the texts.
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

/** Returns the path of the page that explains a finding's code. */
export function findingPath(code: string): string {
  return `/docs/findings/${code}`;
}

/** Sorts findings by severity, worst first; findings of equal severity keep their order. */
export function worstFirst<F extends Finding>(findings: readonly F[]): F[] {
  return findings.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
}

/**
 * Returns the URL of an RFC at the RFC Editor, from a reference such as `RFC 1034 3.6.2`; null if the reference is not
 * an RFC.
 */
export function rfcUrl(reference: string): string | null {
  const match = /^RFC (\d+)(?: ([0-9.]+|[A-Z][0-9.]*))?$/.exec(reference);
  if (!match) return null;
  const [, number, part] = match;
  const kind = /^\d/.test(part ?? "") ? "section" : "appendix";
  return `https://www.rfc-editor.org/rfc/rfc${number}${part === undefined ? "" : `#${kind}-${part}`}`;
}
