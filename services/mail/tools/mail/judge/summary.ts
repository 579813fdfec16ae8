import type { Finding } from "@dnstools/core/tool/finding";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { MailData } from "../data.ts";
import type { ReputationData } from "../reputation/data.ts";
import { FOR_OPERATORS } from "../reputation/findings.ts";
import type { Section, SectionStatus } from "../section.ts";

/**
 * The verdict over the sections: that of the worst error or warning, even where other sections are unknown; without any, unknown
 * while a section is.
 */
export function verdictOf(
  findings: readonly Finding[],
  sections: readonly {
    readonly name: string;
    readonly status: SectionStatus;
    readonly reason: string | null;
  }[],
): Verdict {
  const count = (...severities: readonly string[]) =>
    findings.filter(({ severity }) => severities.includes(severity)).length;
  const [errors, warnings] = [count("critical", "error"), count("warning")];
  // A DKIM section without a reason is unknown because selectors cannot be listed, and no lookup failed.
  const unknown = sections.filter(
    ({ name, status, reason }) => status === "unknown" && (name !== "dkim" || reason !== null),
  );
  const names = unknown.map(({ name }) => name).join(", ");
  const rest = unknown.length === 0 ? "" : ` Not found out: ${names}.`;
  const detail = `${plural(errors, "error")}, ${plural(warnings, "warning")}.${rest}`;
  if (errors > 0) return { status: "fail", reason: "errors", detail };
  if (warnings > 0) return { status: "warning", reason: "warnings", detail };
  if (unknown.length > 0) return { status: "unknown", reason: "sections_unknown", detail };
  return { status: "pass", reason: null, detail };
}

function plural(count: number, word: string, ending = "s"): string {
  return `${count} ${word}${count === 1 ? "" : ending}`;
}

const REPUTATION_VERDICTS = {
  valid: { status: "pass", reason: null },
  warning: { status: "warning", reason: "listed_by_minor_lists" },
  invalid: { status: "fail", reason: "listed" },
} as const;

/** The verdict of the blocklists on the addresses; null where there is no address. */
export function reputationOf({ data, findings }: Section<ReputationData>): Verdict | null {
  const { status, reason, addresses } = data;
  if (status === "not_applicable" || status === "absent") return null;
  const asked = addresses.filter((one) => one.status === "asked");
  const listed = asked.filter(({ listings }) => listings.some(({ kind }) => kind !== "policy"));
  const open = findings.filter(({ code }) => FOR_OPERATORS.includes(code)).map(({ subject }) => subject);
  const rest = open.length === 0 ? "" : ` Not found out: ${open.join(", ")}.`;
  const detail = `Listed: ${listed.length} of ${plural(asked.length, "address", "es")} that blocklists answered about.${rest}`;
  if (status === "unknown") return { status, reason: reason ?? "lists_unknown", detail };
  return { ...REPUTATION_VERDICTS[status], detail };
}

/** Whether receivers refuse mail that forges the domain, by its DMARC policy and its SPF record. */
export function spoofingOf(dmarc: MailData["dmarc"], spf: MailData["spf"]): Verdict {
  const { effective } = dmarc;
  if (spf.addresses !== null && spf.findings.includes("mail.spf_pass_all"))
    return { status: "fail", reason: "spf_pass_all", detail: "SPF lets every host send for the domain." };
  if (effective === null)
    return {
      status: "unknown",
      reason: dmarc.reason ?? "dmarc_unknown",
      detail: "Which DMARC policy applies could not be found out.",
    };
  if (effective.domain === null || effective.domain === "none")
    return {
      status: "fail",
      reason: effective.domain === null ? "no_dmarc" : "policy_none",
      detail: "Receivers are not asked to refuse mail that forges the domain.",
    };
  const below = [effective.subdomains, effective.missingSubdomains];
  if (below.includes("none"))
    return {
      status: "warning",
      reason: "subdomains",
      detail: `The domain is protected (${effective.domain}), names below it are not.`,
    };
  return effective.domain === "quarantine"
    ? { status: "warning", reason: "quarantine", detail: "Mail that forges the domain goes to spam." }
    : { status: "pass", reason: null, detail: "Receivers are asked to reject mail that forges the domain." };
}
