import { ROLE_WORDS } from "@dnstools/core/mail/role";
import type { SectionStatus } from "@dnstools/core/mail/section";
import type { Finding } from "@dnstools/core/tool/finding";
import { type Summary, summarize } from "@dnstools/core/tool/summary";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { MailData, SECTIONS } from "../data.ts";
import type { ReputationData } from "../reputation/data.ts";
import { FOR_OPERATORS } from "../reputation/findings.ts";
import type { Section } from "../section.ts";

type SectionState = {
  readonly name: SectionName;
  readonly status: SectionStatus;
  readonly reason: string | null;
};

/** The facts that the summary is built from. */
type SummaryFacts = {
  readonly domain: string;
  readonly role: MailData["role"];
  readonly sections: readonly SectionState[];
  /** Findings about what the domain publishes. */
  readonly published: readonly Finding[];
  /** Findings from the blocklists' answers about the domain's addresses. */
  readonly reputation: readonly Finding[];
  readonly spoofing: Verdict;
};

type SectionName = (typeof SECTIONS)[number];

/** Names of the sections for use in sentences. */
const LABELS: Readonly<Record<SectionName, string>> = {
  mx: "MX",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  mtaSts: "MTA-STS",
  tlsRpt: "TLS-RPT",
  bimi: "BIMI",
  dane: "DANE",
  reputation: "blocklists",
};

const REASONS = { fail: "errors", unknown: "sections_unknown", warning: "warnings", pass: null } as const;

/**
 * Returns the answer's summary, and the verdict on what the domain publishes. The two follow the same rule, but only
 * the summary takes the blocklist findings into account. A blocklist without an answer changes neither the summary nor
 * the verdict, because it shows nothing about the domain.
 */
export function summaryOf(facts: SummaryFacts): { readonly summary: Summary; readonly verdict: Verdict } {
  const { domain, published, reputation } = facts;
  // A DKIM section that is unknown without a reason is not a failed lookup: the keys are unknown only because selectors
  // cannot be listed.
  const unknown = facts.sections.filter(
    ({ name, status, reason }) =>
      status === "unknown" && name !== "reputation" && (name !== "dkim" || reason !== null),
  );
  const failed = unknown
    .map(({ name, reason }) => (reason === null ? LABELS[name] : `${LABELS[name]} (${reason})`))
    .join(", ");
  const open =
    unknown.length === 0
      ? null
      : `The mail records of ${domain} could not be checked completely: no answer for ${failed}.`;
  const words = { open, good: goodOf(facts) };
  const { status } = summarize(published, words);
  const count = (...severities: readonly string[]) =>
    published.filter(({ severity }) => severities.includes(severity)).length;
  const [errors, warnings] = [count("critical", "error"), count("warning")];
  const rest =
    unknown.length === 0
      ? ""
      : ` Could not be determined: ${unknown.map(({ name }) => LABELS[name]).join(", ")}.`;
  const detail = `${plural(errors, "error")}, ${plural(warnings, "warning")}.${rest}`;
  const summary = summarize([...published, ...reputation], words);
  const text = summary.text.includes(domain) ? summary.text : `Mail of ${domain}: ${summary.text}`;
  return { summary: { ...summary, text }, verdict: { status, reason: REASONS[status], detail } };
}

/** Returns the sentence about a domain without errors and warnings. */
function goodOf({ domain, role, spoofing }: SummaryFacts): string {
  const asked =
    spoofing.status === "pass" ? "reject" : spoofing.reason === "quarantine" ? "treat as spam" : null;
  const forged = asked === null ? "" : `, and receivers are asked to ${asked} mail that forges it`;
  return `${domain} ${ROLE_WORDS[role]}; its mail records have no error and no warning${forged}.`;
}

function plural(count: number, word: string, ending = "s"): string {
  return `${count} ${word}${count === 1 ? "" : ending}`;
}

const REPUTATION_VERDICTS = {
  valid: { status: "pass", reason: null },
  warning: { status: "warning", reason: "listed_by_minor_lists" },
  invalid: { status: "fail", reason: "listed" },
} as const;

/** Returns the verdict of the blocklists on the addresses; null if there is no address. */
export function reputationOf({ data, findings }: Section<ReputationData>): Verdict | null {
  const { status, reason, addresses } = data;
  if (status === "not_applicable" || status === "absent") return null;
  const asked = addresses.filter((one) => one.status === "asked");
  const listed = asked.filter(({ listings }) => listings.some(({ kind }) => kind !== "policy"));
  const open = findings.filter(({ code }) => FOR_OPERATORS.includes(code)).map(({ subject }) => subject);
  const rest = open.length === 0 ? "" : ` Could not be determined: ${open.join(", ")}.`;
  const detail = `Listed: ${listed.length} of ${plural(asked.length, "address", "es")} that blocklists answered about.${rest}`;
  if (status === "unknown") return { status, reason: reason ?? "lists_unknown", detail };
  return { ...REPUTATION_VERDICTS[status], detail };
}

/** Judges by the DMARC policy and the SPF record whether receivers refuse mail that forges the domain. */
export function spoofingOf(dmarc: MailData["dmarc"], spf: MailData["spf"]): Verdict {
  const { effective } = dmarc;
  if (spf.addresses !== null && spf.findings.includes("mail.spf_pass_all"))
    return { status: "fail", reason: "spf_pass_all", detail: "SPF lets every host send for the domain." };
  if (effective === null)
    return {
      status: "unknown",
      reason: dmarc.reason ?? "dmarc_unknown",
      detail: "Which DMARC policy applies could not be determined.",
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
      detail: `The domain is protected (${effective.domain}), but names below it are not.`,
    };
  return effective.domain === "quarantine"
    ? {
        status: "warning",
        reason: "quarantine",
        detail: "Receivers are asked to treat mail that forges the domain as spam.",
      }
    : { status: "pass", reason: null, detail: "Receivers are asked to reject mail that forges the domain." };
}
