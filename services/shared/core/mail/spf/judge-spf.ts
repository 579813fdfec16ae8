import { isOurs } from "../../tool/environment.ts";
import type { Reason } from "../../tool/outcome.ts";
import { type SectionStatus, statusBy } from "../section.ts";
import { type SpfFacts, type SpfFindings, spfFindings } from "./findings-spf.ts";
import { LOOKUPS_MAX, VOIDS_MAX } from "./limits-spf.ts";
import { type SpfTotals, totalsOf } from "./totals-spf.ts";
import type { SpfNode } from "./tree-spf.ts";

/** The result that receivers get when they evaluate a record. */
type SpfEvaluation = "none" | "ok" | "permerror" | "temperror";

/** The judgement of a domain's SPF record and all records below it. */
export type SpfJudgement = {
  readonly status: SectionStatus;
  /** Why the status is unknown; null if it is known. */
  readonly reason: Reason | null;
  readonly evaluation: SpfEvaluation | null;
  readonly totals: SpfTotals;
  readonly findings: SpfFindings;
};

/** Judges a domain's SPF record and all records below it (RFC 7208). */
export function judgeSpf(root: SpfNode, facts: SpfFacts): SpfJudgement {
  const totals = totalsOf(root);
  const findings = spfFindings(root, totals, facts);
  const evaluation = verdictOf(root, totals);
  const status = statusOf(root, evaluation, findings);
  const unknown = root.reason ?? totals.unknown?.reason ?? "budget";
  return { status, reason: status === "unknown" ? unknown : null, evaluation, totals, findings };
}

/** Returns the result that receivers get when they evaluate the record within the limits; null if unknown. */
function verdictOf(root: SpfNode, totals: SpfTotals): SpfEvaluation | null {
  if (root.status === "unknown" || root.status === "pending") return null;
  if (root.status === "none") return "none";
  const overLimits =
    totals.lookups > LOOKUPS_MAX || totals.voids > VOIDS_MAX || totals.tooManyExchanges.length > 0;
  if (isPermerror(root) || overLimits) return "permerror";
  if (totals.unknown === null) return "ok";
  return isOurs(totals.unknown.reason) ? null : "temperror";
}

/**
 * Returns true if a record evaluates to permerror because of its own terms or an included record (RFC 7208 4.6, 5.2,
 * 6.1).
 */
export function isPermerror(node: SpfNode): boolean {
  if (node.status === "several" || node.status === "loop") return true;
  if ((node.record?.problems.length ?? 0) > 0) return true;
  return node.terms.some(
    ({ ignored, child }) =>
      ignored === null && child !== null && (child.status === "none" || isPermerror(child)),
  );
}

/** Returns the section's status: unknown or absent by the verdict, otherwise the status of the worst finding. */
function statusOf(root: SpfNode, evaluation: SpfEvaluation | null, findings: SpfFindings): SectionStatus {
  if (evaluation === null) return "unknown";
  if (root.status === "none") return "absent";
  const status = statusBy(findings.list);
  return evaluation === "temperror" && status !== "invalid" ? "unknown" : status;
}
