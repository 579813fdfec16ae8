import { denialOf } from "@dnstools/core/domain/report";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { AnalysisIo } from "../../io.ts";
import { candidatesOf, TABLE } from "./candidates.ts";
import type { contract } from "./contract.ts";
import type { PropagationObservation } from "./observations.ts";
import { lookUpAuthoritative } from "./probe/authoritative.ts";
import { type PanelSeen, ResolverPanel } from "./probe/resolver-panel.ts";

/**
 * Maximum number of candidates for a country. It is higher than the number of resolvers that a call may use, because
 * unhealthy resolvers are replaced.
 */
const CANDIDATES_MAX = 60;
/**
 * Maximum number of queries in one call: enough to query every resolver three times, and the zone's servers as well.
 */
const QUESTIONS_MAX = 1000;

const NOBODY: PanelSeen = { resolvers: [], excluded: [], origins: [], tries: [], ends: [] };

/** Looks up the zone's servers, checks the resolvers and queries the resolvers, all at the same time. */
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
  const isDenied = lookup.then(({ observed }) => denialOf(observed, domain) !== null);
  const asker = { session, health, end, domain, lookup };
  const ask = () => new ResolverPanel(asker, candidates, progress).ask(limit);
  // If many names below the domain were denied recently, resolvers are queried only for names that exist.
  const panel = health.denials.many(domain) ? isDenied.then((denied) => (denied ? NOBODY : ask())) : ask();
  const { observed: authoritative, versions } = await lookup;
  // If the name does not exist, the call does not wait for the resolvers' answers.
  const denied = await isDenied;
  if (denied) health.denials.add(domain);
  const { resolvers, excluded, origins, tries, ends } = denied ? NOBODY : await panel;
  const evidence = [...session.evidence];
  const checks = excluded.flatMap(({ health }) => health.evidence);
  // Cancels queries still in flight: no caller waits for them.
  ended.abort();
  return {
    authoritative,
    versions,
    tries,
    ends,
    resolvers,
    excluded,
    origins,
    intercepted: io.host.isIntercepted(),
    available: all.length,
    list: { ...TABLE, refreshed: list.observed() },
    evidence: [...evidence, ...numberedFrom(checks, session.questions().asked)],
  };
}

/** Renumbers exchanges that all calls share, so that their IDs follow the IDs of this call's own exchanges. */
function numberedFrom(checks: readonly Evidence[], last: number): Evidence[] {
  return checks.map((one, i) => ({ ...one, id: String(last + i + 1) }));
}
