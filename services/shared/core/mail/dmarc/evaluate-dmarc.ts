import { printable } from "../../harmless.ts";
import { isDmarc } from "../../protocol/dmarc/record.ts";
import { textsOf } from "../answers.ts";
import { type Evaluated, statusBy } from "../section.ts";
import type { DmarcData } from "./data.ts";
import { evaluateDestination } from "./evaluate-destination.ts";
import { effectivePolicies } from "./evaluate-policy.ts";
import { seenByRfc7489 } from "./evaluate-rfc7489.ts";
import { type DmarcContext, dmarcFindings } from "./findings-dmarc.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";
import {
  invalidUris,
  leftUris,
  presentRecord,
  presentTags,
  presentWalk,
  RECORD_MAX,
} from "./present-dmarc.ts";

/** Evaluates the DMARC record that applies to a domain: policies, destinations of reports, and findings. */
export function evaluateDmarc(lookup: DmarcLookup, context: DmarcContext): Evaluated<DmarcData> {
  const { walk, policy, unknown, old } = lookup;
  const { domain } = context;
  const own = old.own === null ? [] : textsOf(old.own);
  const reports = lookup.destinations.map((one) => evaluateDestination(one, context.reportHosts));
  const effective = unknown === null ? effectivePolicies(lookup, domain) : null;
  const rfc9989 = { policy: effective?.domain ?? null, org: walk.org };
  const rfc7489 = unknown === null ? seenByRfc7489(lookup, domain, rfc9989) : null;
  const findings = dmarcFindings(lookup, context, { effective, reports, rfc7489, rfc9989 });
  const status = unknown === null ? (policy === null ? "absent" : statusBy(findings.list)) : "unknown";
  return {
    data: {
      status: status === "absent" && findings.has("mail.dmarc_several") ? "invalid" : status,
      reason: unknown,
      records: (policy === null ? own.filter(isDmarc) : [policy.record.text])
        .slice(0, 10)
        .map((text) => printable(text, RECORD_MAX)),
      findings: findings.codes(),
      instead: null,
      ...presentRecord(policy, effective),
      organizationalDomain: walk.org,
      walk: presentWalk(walk),
      tags: presentTags(policy),
      reports: [...reports, ...invalidUris(policy?.record ?? null), ...leftUris(lookup)],
      asSeenByRfc7489: rfc7489,
    },
    findings: findings.list,
  };
}
