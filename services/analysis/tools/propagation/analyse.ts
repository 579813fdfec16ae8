import { whoDenies } from "@dnstools/core/domain/report";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { InputOf } from "@dnstools/core/tool/params";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { PropagationData, ResolverData } from "./data.ts";
import { conclude } from "./judge/conclusion.ts";
import { findingsOf } from "./judge/findings.ts";
import { judgeResolvers } from "./judge/resolvers.ts";
import { shownAnswer } from "./judge/shown.ts";
import {
  hasAnswered,
  type Judged,
  latestExpiry,
  tallyOf,
  upToDatePercent,
  verdictsOf,
} from "./judge/summary.ts";
import { agreementOf, serialsOf, type Truth, truthOf } from "./judge/truth.ts";
import type { Verdict } from "./judge/verdict.ts";
import { type ComparedType, type PropagationObservation, TYPES } from "./observations.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(
  observed: PropagationObservation,
  { domain, country, limit }: Input,
): Judgement<PropagationData> {
  const denier = whoDenies(observed.truth, domain);
  if (denier !== null)
    return { kind: "domain_not_found", detail: `${domain} does not exist, by the word of ${denier}.` };
  const truths = TYPES.map((type) => truthOf(observed.truth, domain, type, observed));
  const judged = judgeResolvers(observed, domain, truths);
  if (
    observed.truth.resolverAlive === false &&
    !judged.some(hasAnswered) &&
    truths.every((one) => one.status === null)
  )
    return RESOLVERS_DEAD;
  const agreement = agreementOf(truths);
  const data: PropagationData = {
    country,
    authoritative: authoritativeOf(observed, truths, agreement.agree),
    resolvers: judged.map(({ resolver }): ResolverData => resolver),
    summary: summaryOf(observed, limit, judged),
    conclusion: conclude(judged, truths, agreement, observed),
    intercepted: observed.intercepted,
    excluded: observed.excluded.map(({ candidate: { ip, service, operator }, health }) => ({
      ip,
      service,
      operator,
      fault: health.fault,
      reason: health.reason,
      checkedAt: health.checkedAt,
    })),
    list: observed.list,
  };
  return {
    kind: "answer",
    data,
    findings: findingsOf(observed, domain, limit, judged, truths, agreement.disagree),
  };
}

/** One of each type. */
function each<T>(of: (type: ComparedType) => T): Record<ComparedType, T> {
  return { A: of("A"), MX: of("MX"), TXT: of("TXT") };
}

function authoritativeOf(
  observed: PropagationObservation,
  truths: readonly Truth[],
  agree: boolean | null,
): PropagationData["authoritative"] {
  const serials = serialsOf(observed);
  const [first] = truths;
  const truth = (type: ComparedType) => truths.find((one) => one.type === type) as Truth;
  return {
    agree,
    zone: observed.truth.zone?.kind === "present" ? observed.truth.zone.value.apex : null,
    serials: [...new Set(serials.values())].sort((a, b) => a - b),
    servers: (first?.servers ?? []).map(({ server }, i) => ({
      name: server.name,
      address: server.address,
      serial: serials.get(server.address) ?? null,
      results: each((type) => {
        const said = truth(type).servers[i];
        const answer = said?.answer ?? null;
        return { status: answer?.status ?? "unknown", reason: said?.reason ?? null, ...shownAnswer(answer) };
      }),
    })),
    values: each((type) => {
      const { status, reason, union, ttl, beyond } = truth(type);
      const values = [...union].sort();
      const { alias: _, ...shown } = shownAnswer(status === null ? null : { values });
      return {
        status: status ?? "unknown",
        reason,
        source: beyond ? "resolver" : "authoritative",
        ...shown,
        ttl,
      };
    }),
  };
}

function summaryOf(
  observed: PropagationObservation,
  requested: number,
  judged: readonly Judged[],
): PropagationData["summary"] {
  const verdicts = verdictsOf(judged);
  const latest = latestExpiry(verdicts);
  // What nobody but our own network said is no share of resolvers.
  const tally = (some: readonly Verdict[]) =>
    observed.intercepted === true ? { ...tallyOf(some), percent: null } : tallyOf(some);
  return {
    requested,
    available: observed.available,
    asked: judged.length,
    answered: judged.filter(hasAnswered).length,
    excluded: observed.excluded.length,
    types: each((type) => tally(judged.map(({ verdicts: of }) => of[type]))),
    overall: tally(verdicts),
    upToDatePercent: observed.intercepted === true ? null : upToDatePercent(verdicts),
    latestExpiry: latest === null ? null : isoTime(latest),
  };
}
