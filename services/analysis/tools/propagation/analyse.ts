import { whoDenies } from "@dnstools/core/domain/report";
import type { InputOf } from "@dnstools/core/params";
import { isoTime } from "@dnstools/core/protocol/dns/text";
import { type Judgement, RESOLVERS_DEAD } from "@dnstools/core/tool";
import type { contract } from "./contract.ts";
import type { PropagationData, ResolverData } from "./data.ts";
import { conclude } from "./judge-conclusion.ts";
import { findingsOf } from "./judge-findings.ts";
import { judgeResolvers } from "./judge-resolvers.ts";
import { shownAnswer } from "./judge-shown.ts";
import {
  hasAnswered,
  type Judged,
  latestExpiry,
  tallyOf,
  upToDatePercent,
  verdictsOf,
} from "./judge-summary.ts";
import { disagreements, serialsOf, type Truth, truthOf } from "./judge-truth.ts";
import { type ComparedType, type PropagationSeen, TYPES } from "./seen.ts";

type Input = InputOf<typeof contract.params>;

export function analyse(
  seen: PropagationSeen,
  { domain, country, limit }: Input,
): Judgement<PropagationData> {
  const denier = whoDenies(seen.truth, domain);
  if (denier !== null)
    return { kind: "domain_not_found", detail: `${domain} does not exist, by the word of ${denier}.` };
  const truths = TYPES.map((type) => truthOf(seen.truth, domain, type, type === "A" ? seen.tries : []));
  const judged = judgeResolvers(seen, domain, truths);
  if (
    seen.truth.resolverAlive === false &&
    !judged.some(hasAnswered) &&
    truths.every((one) => one.status === null)
  )
    return RESOLVERS_DEAD;
  const disagree = disagreements(seen, truths);
  const data: PropagationData = {
    country,
    authoritative: authoritativeOf(seen, truths, disagree),
    resolvers: judged.map(({ resolver }): ResolverData => resolver),
    summary: summaryOf(seen, limit, judged),
    conclusion: conclude(judged, truths, disagree, seen.intercepted),
    intercepted: seen.intercepted,
    excluded: seen.excluded.map(({ candidate: { ip, service, operator }, health }) => ({
      ip,
      service,
      operator,
      fault: health.fault,
      reason: health.reason,
      checkedAt: health.checkedAt,
    })),
    list: seen.list,
  };
  return { kind: "answer", data, findings: findingsOf(seen, domain, limit, judged, truths, disagree) };
}

/** One of each type. */
function each<T>(of: (type: ComparedType) => T): Record<ComparedType, T> {
  return { A: of("A"), MX: of("MX"), TXT: of("TXT") };
}

function authoritativeOf(
  seen: PropagationSeen,
  truths: readonly Truth[],
  disagree: readonly ComparedType[],
): PropagationData["authoritative"] {
  const serials = serialsOf(seen);
  const [first] = truths;
  const truth = (type: ComparedType) => truths.find((one) => one.type === type) as Truth;
  const heard = truths.map(({ servers }) => servers.filter(({ answer }) => answer !== null).length);
  return {
    agree: Math.max(0, ...heard) < 2 ? null : disagree.length === 0,
    zone: seen.truth.zone?.kind === "present" ? seen.truth.zone.value.apex : null,
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
      const shown = status === null ? shownAnswer(null) : { ...shownAnswer({ values }), ttl };
      return { status: status ?? "unknown", reason, source: beyond ? "resolver" : "authoritative", ...shown };
    }),
  };
}

function summaryOf(
  seen: PropagationSeen,
  requested: number,
  judged: readonly Judged[],
): PropagationData["summary"] {
  const verdicts = verdictsOf(judged);
  const latest = latestExpiry(verdicts);
  return {
    requested,
    available: seen.available,
    asked: judged.length,
    answered: judged.filter(hasAnswered).length,
    excluded: seen.excluded.length,
    types: each((type) => tallyOf(judged.map(({ verdicts: of }) => of[type]))),
    overall: tallyOf(verdicts),
    upToDatePercent: upToDatePercent(verdicts),
    latestExpiry: latest === null ? null : isoTime(latest),
  };
}
