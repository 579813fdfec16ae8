import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainName } from "@dnstools/core/protocol/names";
import { WorkProgress } from "@dnstools/core/tool/work-progress";
import type { NetSession } from "@dnstools/net";
import { differs } from "../judge/authoritative.ts";
import {
  type Candidate,
  type ExcludedObservation,
  type PropagationObservation,
  type ResolverHealth,
  type ResolverObservation,
  TYPES,
} from "../observations.ts";
import { askCompared } from "./ask-compared.ts";
import type { AuthoritativeLookup } from "./authoritative.ts";
import { Comparison } from "./comparison.ts";
import type { ResolversHealth } from "./resolver-health.ts";

/** The parts that a call needs to query resolvers. */
export type Asker = {
  readonly session: NetSession;
  readonly health: Pick<ResolversHealth, "latest" | "check" | "suspect">;
  readonly end: AbortSignal;
  readonly domain: DomainName;
  readonly lookup: Promise<AuthoritativeLookup>;
};

/** The observations of the panel. */
export type PanelSeen = Pick<PropagationObservation, "resolvers" | "excluded" | "origins" | "tries" | "ends">;

/** Number of spare resolvers that are checked from the start, so that they can replace unhealthy ones without delay. */
const SPARE = 10;

/**
 * Queries as many healthy resolvers as requested. Candidates for the slots are taken in order:
 *
 *     candidate ──► in a slot: queried and checked ──► member, if healthy
 *         │                                   └──────► excluded: the next candidate takes the slot
 *         └──► excluded at once, if known to be unhealthy
 */
export class ResolverPanel {
  readonly members: ResolverObservation[] = [];
  readonly excluded: ExcludedObservation[] = [];
  private readonly asker: Asker;
  private readonly candidates: readonly Candidate[];
  private readonly comparison: Comparison;
  private readonly progress: WorkProgress;
  /**
   * Number of candidates that were taken for a slot; `checked` is the number of candidates that were checked in
   * advance or skipped.
   */
  private taken = 0;
  private checked = 0;

  /** @param progress receives the name of each member that has answered. */
  constructor(asker: Asker, candidates: readonly Candidate[], progress = new WorkProgress()) {
    this.progress = progress;
    this.asker = asker;
    this.candidates = candidates;
    this.comparison = new Comparison(asker.session, asker.domain, asker.lookup);
  }

  /**
   * Fills the slots, and queries the resolvers in them.
   * @param slots number of resolvers requested.
   */
  async ask(slots: number): Promise<PanelSeen> {
    const { health } = this.asker;
    const { comparison } = this;
    for (let i = 0; i < slots + SPARE; i++) this.checkAhead();
    await Promise.all(Array.from({ length: slots }, () => this.fillSlot()));
    const rank = new Map(this.candidates.map((candidate, i) => [candidate, i]));
    const inOrder = (a: ExcludedObservation, b: ExcludedObservation) =>
      (rank.get(a.candidate) ?? 0) - (rank.get(b.candidate) ?? 0);
    const resolvers = this.members.toSorted(inOrder);
    for (const candidate of silentOnes(resolvers)) health.suspect(candidate);
    // If the answers of the zone's servers differ, the servers are queried again, whatever the resolvers answered.
    if (Object.values(await comparison.authoritativeAnswers).some(differs)) await comparison.wider();
    return {
      resolvers,
      excluded: this.excluded.toSorted(inOrder),
      origins: comparison.origins.found(),
      ...(await comparison.tried()),
    };
  }

  /** Tries one candidate after the other in a slot until one of them is healthy. */
  private async fillSlot(): Promise<void> {
    const { health, end } = this.asker;
    for (;;) {
      const candidate = this.candidates[this.taken++];
      if (candidate === undefined || end.aborted) return;
      const latest = health.latest(candidate.ip);
      if (latest !== null && latest.state !== "healthy") {
        this.excluded.push({ candidate, health: latest });
        continue;
      }
      const asking = TYPES.map((type) => askCompared(this.asker, candidate, type, this.comparison));
      const checked = latest ?? (await orAborted(health.check(candidate), end)) ?? notChecked();
      if (checked.state === "healthy") {
        const answers = await Promise.all(asking);
        this.members.push({ candidate, health: checked, answers });
        this.progress.finish(`${candidate.service ?? candidate.operator} (${candidate.ip})`);
        return;
      }
      this.excluded.push({ candidate, health: checked });
    }
  }

  /**
   * Checks the next candidate in advance, before a slot becomes free. If it is unhealthy, also checks the candidate
   * after it, to save time.
   */
  private checkAhead(): void {
    const { health, end } = this.asker;
    for (;;) {
      const candidate = this.candidates[this.checked++];
      if (candidate === undefined) return;
      const latest = health.latest(candidate.ip);
      if (latest !== null && latest.state !== "healthy") continue;
      if (latest === null)
        void health.check(candidate).then(({ state }) => {
          if (state === "ill" && !end.aborted) this.checkAhead();
        });
      return;
    }
  }
}

/**
 * Returns the resolvers that timed out on every query, if at least half of all resolvers answered. If fewer answered,
 * the name's own servers are the likely cause.
 */
function silentOnes(resolvers: readonly ResolverObservation[]): Candidate[] {
  const silent = resolvers.filter(({ answers }) =>
    answers.every(({ outcome }) => outcome.kind === "unknown" && outcome.reason === "timeout"),
  );
  const answered = resolvers.filter(({ answers }) =>
    answers.some(({ outcome }) => outcome.kind === "present"),
  );
  return 2 * answered.length >= resolvers.length ? silent.map(({ candidate }) => candidate) : [];
}

function notChecked(): ResolverHealth {
  const checkedAt = new Date().toISOString();
  return { state: "unknown", fault: null, reason: "budget", validates: null, checkedAt, evidence: [] };
}
