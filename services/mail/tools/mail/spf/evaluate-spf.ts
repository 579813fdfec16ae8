import { printable } from "@dnstools/core/harmless";
import { recordsOf, textsOf } from "@dnstools/core/mail/answers";
import { isPermerror, judgeSpf } from "@dnstools/core/mail/spf/judge-spf";
import { LOOKUPS_MAX, VOIDS_MAX } from "@dnstools/core/mail/spf/limits-spf";
import { providersIn } from "@dnstools/core/mail/spf/lookup-spf";
import { defaultResult } from "@dnstools/core/mail/spf/senders-spf";
import type { SpfNode } from "@dnstools/core/mail/spf/tree-spf";
import type { Section } from "../section.ts";
import type { SpfData } from "./data.ts";
import {
  presentAddresses,
  presentObsolete,
  presentProblems,
  presentTree,
  RECORD_MAX,
} from "./present-spf.ts";
import { recommendSpf, type SpfContext } from "./recommend-spf.ts";

/** Evaluates a domain's SPF record and all records below it: verdict, findings and recommended record (RFC 7208). */
export function evaluateSpf(root: SpfNode, context: SpfContext): Section<SpfData> {
  const { domain, parked } = context;
  const { status, reason, evaluation, totals, findings } = judgeSpf(root, {
    domain,
    parked,
    texts: textsOf(context.txt),
    hasType99: recordsOf(context.type99).length > 0,
  });
  return {
    data: {
      status,
      reason,
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
