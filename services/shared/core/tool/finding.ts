import { type Static, Type } from "@sinclair/typebox";
import { enumeration, nullable } from "./schema.ts";

export const SEVERITIES = ["critical", "error", "warning", "notice", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Something worth saying about what was seen. */
export const Finding = Type.Object({
  code: Type.String({ description: "Stable code, `tool.snake_case`." }),
  severity: enumeration(SEVERITIES, "How much it matters."),
  message: Type.String({ description: "What was seen, in one sentence." }),
  subject: nullable(Type.String({ description: "The name, server or record it is about." })),
  reference: nullable(Type.String({ description: "The rule, as RFC and section." })),
  fix: nullable(Type.String({ description: "What to do about it." })),
  docs: nullable(Type.String({ format: "uri", description: "Where to read the rule." })),
});
export type Finding = Static<typeof Finding>;

/** One row of a tool's closed vocabulary. `{subject}` in the texts stands for the subject. */
export type FindingRule = {
  readonly severity: Severity;
  readonly message: string;
  /** RFC and section, such as `RFC 1034 3.6.2`; null where no document rules. */
  readonly reference: string | null;
  readonly fix: string | null;
};

export type FindingTable = Readonly<Record<string, FindingRule>>;

/**
 * A finding out of a tool's table.
 * @param subject what it is about; replaces `{subject}` in the texts.
 */
export function finding<T extends FindingTable>(
  table: T,
  code: keyof T & string,
  subject: string | null = null,
): Finding {
  const rule = table[code] as FindingRule;
  const say = (text: string) => text.replaceAll("{subject}", () => subject ?? "it");
  return {
    code,
    severity: rule.severity,
    message: say(rule.message),
    subject,
    reference: rule.reference,
    fix: rule.fix === null ? null : say(rule.fix),
    docs: rule.reference === null ? null : rfcUrl(rule.reference),
  };
}

/** The RFC editor's page of a reference such as `RFC 1034 3.6.2`; null when it is no RFC. */
export function rfcUrl(reference: string): string | null {
  const match = /^RFC (\d+)(?: ([0-9.]+))?$/.exec(reference);
  if (!match) return null;
  const section = match[2] === undefined ? "" : `#section-${match[2]}`;
  return `https://www.rfc-editor.org/rfc/rfc${match[1]}${section}`;
}
