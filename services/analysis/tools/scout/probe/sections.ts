import { orAborted } from "@dnstools/concurrency/abortable";
import type { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { Waits } from "@dnstools/core/waits";
import type { NetSession } from "@dnstools/net";
import { type Count, memoiseQueries } from "@dnstools/net/lookup/memoised-queries";
import { type Effort, SECTIONS, type Section } from "../observations.ts";
import { SECTION_WORDS } from "../report/words.ts";

/** The setting with the milliseconds that each section has, where the tool has that much. */
const BUDGETS: Readonly<Record<Section, keyof Waits>> = {
  records: "scoutRecordsMs",
  email: "scoutEmailMs",
  srv: "scoutSrvMs",
  subdomains: "scoutSubdomainsMs",
  axfr: "scoutAxfrMs",
  ptr: "scoutPtrMs",
};

/** The questions of each section, and a session for each that counts them; what two sections ask is asked once. */
export type SectionSessions = {
  readonly counts: Readonly<Record<Section, Count>>;
  readonly sessions: Readonly<Record<Section, NetSession>>;
};

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
  /** Where sections are named that have ended. */
  readonly progress: WorkProgress;
  /** Start of the call, on the clock of performance.now(): elapsed times count from it. */
  readonly startedAt: number;
};

/**
 * The sections of a call, each within its time:
 *
 *     not wanted
 *     waiting ──► running ──► ended: `done`, `time` or `questions` (the call's bound)
 */
export class Sections {
  /** How each section ended; none of those that have not. */
  readonly efforts: Partial<Record<Section, Effort>> = {};
  /** The end of each section's time, which begins here. */
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

  /** Runs a section, where it is wanted, until its time is up; what it has found by then stands. */
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
