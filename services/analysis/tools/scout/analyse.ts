import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { ScoutData, SubdomainsData } from "./data.ts";
import { axfrData } from "./judge/axfr.ts";
import { judgeEmail } from "./judge/email.ts";
import { findingsOf } from "./judge/findings.ts";
import { ALIKE_MAX, judgeNames, nameData, tallyOf, wildcardsOf, withoutUnknown } from "./judge/names.ts";
import { ptrData } from "./judge/ptr.ts";
import { recordsData } from "./judge/records.ts";
import { srvData } from "./judge/srv.ts";
import { summaryOf } from "./judge/summary.ts";
import type { ScoutObservation } from "./observations.ts";
import { headOf } from "./section.ts";

/** Maximum number of queries that are sent at once to an idle address; see net/dns/server-rate-limiter.ts. */
const BURST = 100;

/** Converts a call's observations to the data of the sections, the findings and the summary. */
export function analyse(
  observed: ScoutObservation,
  { domain }: InputOf<typeof contract.params>,
): Judgement<ScoutData> {
  if (observed.resolverAlive === false && observed.exists === null) return RESOLVERS_DEAD;
  // An answer of the zone's servers takes precedence over an answer of our resolver.
  if (observed.exists === false || (observed.exists === null && observed.zone.kind === "absent")) {
    const by = observed.exists === false ? "the servers of its zone" : "our resolver";
    return { kind: "domain_not_found", detail: `${domain} does not exist: ${by} answered NXDOMAIN.` };
  }
  const { questions, perSecond } = observed.bounds;
  const email = judgeEmail(observed, domain);
  const data: ScoutData = {
    domain,
    zone: observed.zone.kind === "present" ? observed.zone.value.apex : null,
    politeness: {
      questions: observed.asked,
      questionsMost: questions === 0 ? null : questions,
      perServerPerSecond: perSecond === 0 ? null : perSecond,
      burst: perSecond === 0 ? null : Math.min(BURST, perSecond),
    },
    records: recordsData(observed, domain),
    email: email?.data ?? null,
    srv: srvData(observed, domain),
    subdomains: subdomainsData(observed),
    axfr: axfrData(observed),
    ptr: ptrData(observed),
  };
  const findings = findingsOf(data, observed, email?.parts ?? null);
  return { kind: "answer", summary: summaryOf(data, findings), data, findings };
}

function subdomainsData({ names: { subdomains }, hosts, efforts }: ScoutObservation): SubdomainsData | null {
  if (subdomains === null) return null;
  const { exists, indistinguishable, fromWildcard, unknown, tally } = tallyOf(
    judgeNames(subdomains, "A"),
    subdomains.wanted,
  );
  const names = exists.map((one) => nameData(one, hosts));
  const whole = withoutUnknown(
    tally,
    names.map(({ reason }) => reason),
  );
  return {
    ...headOf(efforts.subdomains, whole),
    names,
    indistinguishable: indistinguishable.slice(0, ALIKE_MAX).map((one) => nameData(one, hosts)),
    indistinguishableTotal: indistinguishable.length,
    fromWildcard,
    unknown,
    wildcards: wildcardsOf(subdomains),
  };
}
