import { orAborted } from "@dnstools/concurrency/abortable";
import { nxdomainSource } from "@dnstools/core/domain/report";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { AnalysisIo } from "../../io.ts";
import { candidatesOf, TABLE } from "./candidates.ts";
import type { contract } from "./contract.ts";
import type { PropagationObservation } from "./observations.ts";
import { lookUpAuthoritative } from "./probe/authoritative.ts";
import { type PanelSeen, ResolverPanel } from "./probe/resolver-panel.ts";

/** Candidates of a country that are looked at: the others take the place of those that are ill. */
const CANDIDATES_MAX = 60;
/** Questions of one call: those of resolvers three times over, and of the zone's servers. */
const QUESTIONS_MAX = 1000;

const NOBODY: PanelSeen = { resolvers: [], excluded: [], origins: [], tries: [], ends: [] };

/** Everything leaves at once: the way to the zone's servers, checks of resolvers, and the questions to them. */
export async function probe(
  { domain, country, limit }: InputOf<typeof contract.params>,
  io: AnalysisIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<PropagationObservation> {
  const { health, list } = io.propagation;
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  const session = io.session(end, { progress, most: QUESTIONS_MAX });
  const all = candidatesOf(country, list.of(country)).filter(({ ip }) => io.guard.refusal(ip) === null);
  const candidates = all.slice(0, CANDIDATES_MAX);
  health.keepFresh(country, candidates);
  const lookup = progress.part("the zone's servers", lookUpAuthoritative(session, domain));
  const looking = orAborted(health.intercepted(), end);
  const isDenied = lookup.then(({ observed }) => nxdomainSource(observed, domain) !== null);
  const asker = { session, health, end, domain, lookup };
  const ask = () => new ResolverPanel(asker, candidates, progress).ask(limit);
  // Below a name of which many were denied lately resolvers are asked only for what is there.
  const panel = health.denials.many(domain) ? isDenied.then((denied) => (denied ? NOBODY : ask())) : ask();
  const { observed: authoritative, versions } = await lookup;
  // For a name that does not exist the resolvers' answers are not awaited.
  const denied = await isDenied;
  if (denied) health.denials.add(domain);
  const { resolvers, excluded, origins, tries, ends } = denied ? NOBODY : await panel;
  const interception = denied ? null : await looking;
  const evidence = [...session.evidence];
  const checks = [
    // Where no resolver was really asked, this shows it.
    ...(interception?.intercepted === true ? interception.evidence : []),
    ...excluded.flatMap(({ health }) => health.evidence),
  ];
  // No caller waits for queries that are still under way.
  ended.abort();
  return {
    authoritative,
    versions,
    tries,
    ends,
    resolvers,
    excluded,
    origins,
    intercepted: interception?.intercepted ?? null,
    available: all.length,
    list: { ...TABLE, refreshed: list.observed() },
    evidence: [...evidence, ...numberedFrom(checks, session.questions().asked)],
  };
}

/** Exchanges that were had for all calls, with numbers that come after those of this call. */
function numberedFrom(checks: readonly Evidence[], last: number): Evidence[] {
  return checks.map((one, i) => ({ ...one, id: String(last + i + 1) }));
}
