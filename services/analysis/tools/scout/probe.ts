import type { InputOf } from "@dnstools/core/tool/params";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "@dnstools/net";
import type { AnalysisIo } from "../../io.ts";
import type { contract } from "./contract.ts";
import type { ScoutObservation } from "./observations.ts";
import { QueryScheduler } from "./probe/query-scheduler.ts";
import { Scout } from "./probe/scout.ts";
import { Sections, sectionSessions } from "./probe/sections.ts";
import { reachTarget } from "./probe/target.ts";

type ScoutInput = InputOf<typeof contract.params>;

/** Runs the requested sections of a scout call. */
export async function probe(
  input: ScoutInput,
  io: AnalysisIo,
  signal: AbortSignal,
  progress: WorkProgress,
): Promise<ScoutObservation> {
  const { questionsMax } = io.scout;
  const most = questionsMax === 0 ? Number.POSITIVE_INFINITY : questionsMax;
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  const session = io.session(until, { progress, most });
  try {
    return await scout({ session, signal: until, progress }, input, io);
  } finally {
    // Cancels the queries that the sections have left in flight.
    end.abort();
  }
}

type Way = { readonly session: NetSession; readonly signal: AbortSignal; readonly progress: WorkProgress };

async function scout(
  { session, signal, progress }: Way,
  { domain, sections: wanted }: ScoutInput,
  { scout: { questionsMax, perSecond, wordList }, guard }: AnalysisIo,
): Promise<ScoutObservation> {
  const start = performance.now();
  const own = sectionSessions(session);
  const first = own.sessions[wanted[0] ?? "records"];
  const target = await reachTarget(first, own, domain, wanted.includes("records"));
  const { alive: servers, apex: zone } = target;
  const scheduler = new QueryScheduler({ session, signal, zone, perSecond, servers });
  const sections = new Sections({ session, own, wanted, signal, progress, startedAt: start });
  const refused = (address: string) => guard.refusal(address)?.reason ?? null;
  const work = new Scout({ target, own, sections, scheduler, wordList, refused });
  await work.run();
  const observed = await Promise.all(target.asked.map((asked) => asked.observed));
  const exists = await target.exists;
  // If the zone's servers are silent, the queries went to our resolver instead, so their result depends on whether our
  // resolver works.
  const resolverAlive =
    (await target.resolverAlive) ?? (exists === null ? await first.resolverAlive() : null);
  return {
    ...work.found(),
    zone: target.reached.zone,
    servers: observed,
    signed: exists === null ? null : target.isSigned(),
    exists,
    resolverAlive,
    efforts: sections.efforts,
    bounds: { questions: questionsMax, perSecond },
    asked: session.questions().asked,
    evidence: session.evidence,
  };
}
