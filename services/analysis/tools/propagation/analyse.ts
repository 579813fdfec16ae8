import { denialOf } from "@dnstools/core/domain/report";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import type { Finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Summary } from "@dnstools/core/tool/summary";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool/tool";
import type { contract } from "./contract.ts";
import type { PropagationData, ResolverData } from "./data.ts";
import {
  type AuthoritativeAnswer,
  agreementOf,
  authoritativeAnswer,
  serialsOf,
} from "./judge/authoritative.ts";
import { conclude } from "./judge/conclusion.ts";
import { findingsOf } from "./judge/findings.ts";
import { judgeResolvers } from "./judge/resolvers.ts";
import { shownAnswer } from "./judge/shown.ts";
import {
  hasAnswered,
  type JudgedResolver,
  latestExpiry,
  tallyOf,
  upToDatePercent,
  verdictsOf,
} from "./judge/summary.ts";
import type { AnswerVerdict } from "./judge/verdict.ts";
import { type ComparedType, type PropagationObservation, TYPES } from "./observations.ts";

type PropagationInput = InputOf<typeof contract.params>;

/** Compares the resolvers' answers with those of the zone's servers, and determines whether a change has propagated. */
export function analyse(
  observed: PropagationObservation,
  { domain, country, limit }: PropagationInput,
): Judgement<PropagationData> {
  const denial = denialOf(observed.authoritative, domain);
  if (denial !== null) return { kind: "domain_not_found", detail: `${domain} does not exist: ${denial}.` };
  const authoritativeAnswers = TYPES.map((type) =>
    authoritativeAnswer(observed.authoritative, domain, type, observed),
  );
  const judged = judgeResolvers(observed, domain, authoritativeAnswers);
  if (
    observed.authoritative.resolverAlive === false &&
    !judged.some(hasAnswered) &&
    authoritativeAnswers.every((one) => one.status === null)
  )
    return RESOLVERS_DEAD;
  const agreement = agreementOf(authoritativeAnswers);
  const data: PropagationData = {
    country,
    authoritative: authoritativeOf(observed, authoritativeAnswers, agreement.agree),
    resolvers: judged.map(({ resolver }): ResolverData => resolver),
    summary: summaryOf(observed, limit, judged),
    conclusion: conclude(judged, authoritativeAnswers, agreement, observed, { domain, country }),
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
  const findings = findingsOf({ observed, domain, limit, judged, authoritativeAnswers, agreement });
  const summary = headlineOf(domain, data.conclusion, findings, judged);
  return { kind: "answer", summary, data, findings };
}

/**
 * Returns the headline of the answer. Unless the zone's servers disagree, DNSSEC signatures that do not verify take
 * precedence over the conclusion.
 */
function headlineOf(
  domain: string,
  { status, detail }: PropagationData["conclusion"],
  findings: readonly Finding[],
  judged: readonly JudgedResolver[],
): Summary {
  const bogus = findings.some(({ code }) => code === "propagation.dnssec_bogus");
  const text = bogus && status !== "authoritative_disagree" ? bogusText(domain, judged) : detail;
  if (findings.some(({ severity }) => severity === "error")) return { status: "fail", text };
  if (status === "inconclusive") return { status: "unknown", text };
  return { status: status === "in_progress" ? "warning" : "pass", text };
}

function bogusText(domain: string, judged: readonly JudgedResolver[]): string {
  const failing = judged.filter(({ verdicts }) => TYPES.some((type) => verdicts[type].detail === "dnssec"));
  return `${failing.length} of ${judged.length} resolvers answer SERVFAIL for ${domain}, because they cannot verify its DNSSEC signatures.`;
}

/** Builds an object with one entry for each of the compared record types. */
function each<T>(of: (type: ComparedType) => T): Record<ComparedType, T> {
  return { A: of("A"), MX: of("MX"), TXT: of("TXT") };
}

function authoritativeOf(
  observed: PropagationObservation,
  authoritativeAnswers: readonly AuthoritativeAnswer[],
  agree: boolean | null,
): PropagationData["authoritative"] {
  const serials = serialsOf(observed);
  const [first] = authoritativeAnswers;
  const authoritative = (type: ComparedType) =>
    authoritativeAnswers.find((one) => one.type === type) as AuthoritativeAnswer;
  return {
    agree,
    zone: observed.authoritative.zone?.kind === "present" ? observed.authoritative.zone.value.apex : null,
    serials: [...new Set(serials.values())].sort((a, b) => a - b),
    servers: (first?.servers ?? []).map(({ server }, i) => ({
      name: server.name,
      address: server.address,
      serial: serials.get(server.address) ?? null,
      results: each((type) => {
        const own = authoritative(type).servers[i];
        const answer = own?.answer ?? null;
        return { status: answer?.status ?? "unknown", reason: own?.reason ?? null, ...shownAnswer(answer) };
      }),
    })),
    values: each((type) => {
      const { status, reason, union, ttl, outOfZone } = authoritative(type);
      const values = [...union].sort();
      const { alias: _, ...shown } = shownAnswer(status === null ? null : { values });
      return {
        status: status ?? "unknown",
        reason,
        source: outOfZone ? "resolver" : "authoritative",
        ...shown,
        ttl,
      };
    }),
  };
}

function summaryOf(
  observed: PropagationObservation,
  requested: number,
  judged: readonly JudgedResolver[],
): PropagationData["summary"] {
  const verdicts = verdictsOf(judged);
  const latest = latestExpiry(verdicts);
  // If the API's own network intercepts the queries and answers instead of the resolvers, percentages of resolvers are
  // meaningless.
  const tally = (some: readonly AnswerVerdict[]) =>
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
