import { printable } from "@dnstools/core/harmless";
import { isOurs } from "@dnstools/core/tool/environment";
import { recordsOf, textsOf } from "../answers.ts";
import { type Section, type SectionStatus, statusBy } from "../section.ts";
import type { SpfData } from "./data.ts";
import { type SpfFindings, spfFindings } from "./findings-spf.ts";
import { LOOKUPS_MAX, VOIDS_MAX } from "./limits-spf.ts";
import { providersIn } from "./lookup-spf.ts";
import {
  presentAddresses,
  presentObsolete,
  presentProblems,
  presentTree,
  RECORD_MAX,
} from "./present-spf.ts";
import { recommendSpf, type SpfContext } from "./recommend-spf.ts";
import { defaultResult } from "./senders-spf.ts";
import { type SpfTotals, totalsOf } from "./totals-spf.ts";
import type { SpfNode } from "./tree-spf.ts";

/** Evaluates a domain's SPF record and all records below it: verdict, findings and recommended record (RFC 7208). */
export function evaluateSpf(root: SpfNode, context: SpfContext): Section<SpfData> {
  const { domain, parked } = context;
  const totals = totalsOf(root);
  const findings = spfFindings(root, totals, {
    domain,
    parked,
    texts: textsOf(context.txt),
    hasType99: recordsOf(context.type99).length > 0,
  });
  const evaluation = verdictOf(root, totals);
  const status = statusOf(root, evaluation, findings);
  const unknown = root.reason ?? (status === "unknown" ? (totals.unknown?.reason ?? "budget") : null);
  return {
    data: {
      status,
      reason: status === "unknown" ? unknown : null,
      records: root.texts.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
      findings: findings.codes(),
      instead: null,
      evaluation,
      all: isPermerror(root) ? null : defaultResult(root),
      lookups: {
        count: totals.lookups,
        limit: LOOKUPS_MAX,
        complete: totals.complete,
        crossedAt: totals.crossedAt,
      },
      voids: { count: totals.voids, ipv6: totals.voidsV6, limit: VOIDS_MAX },
      addresses: presentAddresses(root, totals),
      problems: presentProblems(root),
      tree: presentTree(root),
      providers: providersIn(root),
      obsolete: presentObsolete(context),
    },
    findings: findings.list,
    recommendations: recommendSpf(root, context),
  };
}

/** Returns the result that receivers get when they evaluate the record within the limits; null if unknown. */
function verdictOf(root: SpfNode, totals: SpfTotals): SpfData["evaluation"] {
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
function isPermerror(node: SpfNode): boolean {
  if (node.status === "several" || node.status === "loop") return true;
  if ((node.record?.problems.length ?? 0) > 0) return true;
  return node.terms.some(
    ({ ignored, child }) =>
      ignored === null && child !== null && (child.status === "none" || isPermerror(child)),
  );
}

/** Returns the section's status: unknown or absent by the verdict, otherwise the status of the worst finding. */
function statusOf(root: SpfNode, evaluation: SpfData["evaluation"], findings: SpfFindings): SectionStatus {
  if (evaluation === null) return "unknown";
  if (root.status === "none") return "absent";
  const status = statusBy(findings.list);
  return evaluation === "temperror" && status !== "invalid" ? "unknown" : status;
}
