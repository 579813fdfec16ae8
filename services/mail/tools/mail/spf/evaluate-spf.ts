import { printable } from "@dnstools/core/printable";
import { recordsOf, textsOf } from "../answers.ts";
import { type Section, type SectionStatus, statusBy } from "../section.ts";
import type { SpfData } from "./data.ts";
import { providersIn, type SpfNode } from "./lookup-spf.ts";
import { remediesOf, type SpfContext } from "./recommend-spf.ts";
import { isSenderId, sayOf } from "./findings-spf.ts";
import { problemsIn, RECORD_MAX, treeOf } from "./present-spf.ts";
import { isPermerror, LOOKUPS_MAX, resultOfRest, type SpfWeight, VOIDS_MAX, weigh } from "./limits-spf.ts";

export function judgeSpf(root: SpfNode, context: SpfContext): Section<SpfData> {
  const texts = textsOf(context.txt);
  const obsolete = recordsOf(context.type99).map(({ data }) => data.text);
  const weight = weigh(root);
  const { domain, parked } = context;
  const sayer = sayOf(root, weight, { domain, parked, texts, hasType99: obsolete.length > 0 });
  const evaluation = evaluationOf(root, weight);
  const all = isPermerror(root) ? null : resultOfRest(root);
  const status = statusOf(root, evaluation, sayer);
  const unknown = root.reason ?? (status === "unknown" ? (weight.unknown?.reason ?? "budget") : null);
  const valid = root.status === "found" && root.record?.problems.length === 0;
  return {
    data: {
      status,
      reason: status === "unknown" ? unknown : null,
      records: root.texts.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
      findings: sayer.codes(),
      evaluation,
      all,
      lookups: {
        count: weight.lookups,
        limit: LOOKUPS_MAX,
        complete: weight.complete,
        crossedAt: weight.crossedAt,
      },
      voids: { count: weight.voids, ipv6: weight.voidsV6, limit: VOIDS_MAX },
      addresses: valid
        ? {
            ipv4: String(weight.saysAll ? 1n << 32n : weight.ipv4),
            ipv6: String(weight.saysAll ? 1n << 128n : weight.ipv6),
            complete: weight.counted && weight.complete,
          }
        : null,
      problems: problemsIn(root),
      tree: treeOf(root),
      providers: providersIn(root),
      obsolete: {
        type99:
          context.type99.outcome.kind === "unknown"
            ? null
            : obsolete.slice(0, 10).map((text) => printable(text, RECORD_MAX)),
        senderId: texts
          .filter(isSenderId)
          .slice(0, 5)
          .map((text) => printable(text, RECORD_MAX)),
      },
    },
    findings: sayer.findings,
    remedies: remediesOf(root, context),
  };
}

function evaluationOf(root: SpfNode, weight: SpfWeight): SpfData["evaluation"] {
  if (root.status === "unknown" || root.status === "pending") return null;
  if (root.status === "none") return "none";
  const limits =
    weight.lookups > LOOKUPS_MAX || weight.voids > VOIDS_MAX || weight.tooManyExchanges.length > 0;
  if (isPermerror(root) || limits) return "permerror";
  return weight.unknown === null ? "ok" : "temperror";
}

function statusOf(
  root: SpfNode,
  evaluation: SpfData["evaluation"],
  sayer: ReturnType<typeof sayOf>,
): SectionStatus {
  if (evaluation === null) return "unknown";
  if (root.status === "none") return "absent";
  const status = statusBy(sayer.findings);
  return evaluation === "temperror" && status !== "invalid" ? "unknown" : status;
}
