import { orAborted } from "@dnstools/concurrency/abortable";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Waits } from "@dnstools/core/waits";
import type { NetSession } from "@dnstools/net";
import { type Count, memoiseQueries } from "@dnstools/net/lookup/memoised-queries";
import { type Effort, SECTIONS, type Section } from "../observations.ts";
import { SECTION_WORDS } from "../report/words.ts";

/** For each section, the name of the timeout setting that limits its time. */
const BUDGETS: Readonly<Record<Section, keyof Waits>> = {
  records: "scoutRecordsMs",
  email: "scoutEmailMs",
  srv: "scoutSrvMs",
  subdomains: "scoutSubdomainsMs",
  axfr: "scoutAxfrMs",
  ptr: "scoutPtrMs",
};

/** A session for each section, which counts the section's queries. Equal queries of two sections are sent only once. */
export type SectionSessions = {
  readonly counts: Readonly<Record<Section, Count>>;
  readonly sessions: Readonly<Record<Section, NetSession>>;
};

/** Creates the sessions of all sections. */
export function sectionSessions(session: NetSession): SectionSessions {
  const counting = memoiseQueries(session);
  const counts = bySection((): Count => ({ questions: 0, failed: 0 }));
  return { counts, sessions: bySection((section) => counting(counts[section])) };
}

type SectionsParts = {
  readonly session: NetSession;
  readonly own: SectionSessions;
  readonly wanted: readonly Section[];
  readonly signal: AbortSignal;
  /** Receives the name of each section when it has ended. */
  readonly progress: WorkProgress;
  /** Start of the call, on the clock of performance.now(), from which elapsed times are counted. */
  readonly startedAt: number;
};

/**
 * Runs the sections of a call, each within its time limit. States of a section:
 *
 *     not requested
 *     waiting ──► running ──► ended: `done`, `time` or `questions` (the call's maximum)
 */
export class Sections {
  /** The effort of each section that has already ended. */
  readonly efforts: Partial<Record<Section, Effort>> = {};
  /**
   * For each section, a signal that aborts when the section's time limit is reached, counted from the creation of this
   * object.
   */
  readonly ends: Readonly<Record<Section, AbortSignal>>;
  private readonly parts: SectionsParts;

  constructor(parts: SectionsParts) {
    this.parts = parts;
    const { session, signal } = parts;
    this.ends = bySection((section) =>
      AbortSignal.any([signal, AbortSignal.timeout(session.waits[BUDGETS[section]])]),
    );
  }

  wants(section: Section): boolean {
    return this.parts.wanted.includes(section);
  }

  /** Runs a section, if it was requested, until its work is done or its time limit is reached. */
  async run(
    section: Section,
    work: (session: NetSession, until: AbortSignal, count: Count) => Promise<unknown>,
  ): Promise<void> {
    if (!this.wants(section)) return;
    const { session, own, startedAt, progress } = this.parts;
    const until = this.ends[section];
    const count = own.counts[section];
    let mistake: unknown = null;
    const working = work(own.sessions[section], until, count).catch((error) => {
      mistake = error;
    });
    const done = await orAborted(
      working.then(() => true),
      until,
    );
    if (mistake !== null) throw mistake;
    const { asked, most } = session.questions();
    const ended = done === null || until.aborted ? "time" : asked >= most ? "questions" : "done";
    this.efforts[section] = { ...count, elapsedMs: Math.round(performance.now() - startedAt), ended };
    progress.finish(SECTION_WORDS[section]);
  }
}

function bySection<T>(make: (section: Section) => T): Record<Section, T> {
  return Object.fromEntries(SECTIONS.map((section) => [section, make(section)])) as Record<Section, T>;
}
