import type {
  BaselineObservation,
  BaselineProbe,
  CandidateAnswer,
  CandidateOutcome,
  CandidateType,
} from "../observations.ts";
import {
  hasSomething,
  isDoubtful,
  isSteady,
  RANDOM_NAMES,
  readBaseline,
  type WildcardBaseline,
  wantsMore,
} from "../wildcard-baseline.ts";
import { randomLabel, randomService, SHAPES } from "./labels.ts";

/** Options of a query for a candidate name. */
export type How = {
  /** True to request signatures, whose number of labels shows whether an answer was synthesized from a wildcard. */
  readonly signed?: boolean;
  /** True to send the query before those that wait, because other queries depend on its answer. */
  readonly first?: boolean;
};

/** The parts that the queries for random names need. */
type RandomSearch = {
  readonly ask: (name: string, type: CandidateType, how: How) => Promise<CandidateOutcome>;
  /** Waits for the answers to all names that are searched for below a parent by their records of a type. */
  readonly tried: (parent: string, type: CandidateType) => Promise<readonly CandidateOutcome[]>;
  /** Returns true if the zone is known to be signed. */
  readonly signed: () => boolean;
  readonly until: AbortSignal;
};

/** Number of random names that are queried first for types other than A. */
const FEW = 3;
/**
 * Number of random names whose query is repeated if answers to random names vary; AGAIN is the number of repetitions.
 */
const BASELINE_AGAIN = 3;
const AGAIN = 2;

/** Returns the wildcard baseline for a parent and a record type, which is certain enough for the answer of a name. */
type BaselineOf = (
  parent: string,
  type: CandidateType,
  answer?: CandidateAnswer,
) => Promise<WildcardBaseline>;

/**
 * Creates a function that determines wildcard baselines. Each baseline is determined once and, if a name's answer could
 * mislead because few random names were queried, once more with many, unless the names of the search are sample enough.
 */
export function createBaselines(search: RandomSearch, finds: BaselineObservation[]): BaselineOf {
  const started = new Map<string, Promise<BaselineObservation>>();

  async function tryOut(
    parent: string,
    type: CandidateType,
    before: readonly BaselineProbe[],
    least: number,
  ): Promise<BaselineObservation> {
    const service = parent.startsWith("_");
    const batches: (readonly BaselineProbe[])[] = before.length === 0 ? [] : [before];
    let missing = least - before.length;
    let signed = before.length > 0 && search.signed();
    do {
      const batch = Array.from({ length: missing }, async (_, i): Promise<BaselineProbe> => {
        const shape = SHAPES[i % SHAPES.length] as (typeof SHAPES)[number];
        const label = service ? randomService() : randomLabel(shape);
        const answer = await search.ask(`${label}.${parent}`, type, { signed, first: true });
        return { label, shape: service ? "service" : shape, answer, again: null };
      });
      batches.push(await Promise.all(batch));
      missing = SHAPES.length;
      // The first batch is queried without signatures, like the names that are compared with it. Later batches request
      // signatures if the zone is signed.
      signed = search.signed();
      // Only address records are expected to vary from query to query.
    } while (!search.until.aborted && wantsMore(batches, signed, type === "A"));
    const probes = batches.flat();
    const moving = type === "A" && readBaseline({ parent, type, probes }).kind === "rotating";
    return { parent, type, probes: moving ? await askSomeAgain(probes, parent, type) : probes };
  }

  async function askSomeAgain(
    probes: readonly BaselineProbe[],
    parent: string,
    type: CandidateType,
  ): Promise<BaselineProbe[]> {
    const hits = probes
      .filter(({ answer }) => answer.kind === "present" && hasSomething(answer.value))
      .slice(0, BASELINE_AGAIN);
    return Promise.all(
      probes.map(async (probe) =>
        hits.includes(probe)
          ? { ...probe, again: await askUntilOther(probe, `${probe.label}.${parent}`) }
          : probe,
      ),
    );

    /**
     * Repeats a query and returns the first answer that differs from the original one; if none differs, returns the
     * last answer. A server that chooses among a few dozen addresses may return the same one twice by chance.
     */
    async function askUntilOther({ answer }: BaselineProbe, name: string): Promise<CandidateOutcome> {
      for (let i = 1; ; i++) {
        const again = await search.ask(name, type, { first: true });
        if (i > AGAIN || !isSteady(answer, [again])) return again;
      }
    }
  }

  /** Returns a baseline, which is determined only if this was not begun under the same key before. */
  function once(key: string, work: () => Promise<BaselineObservation>): Promise<BaselineObservation> {
    const running = started.get(key) ?? work();
    started.set(key, running);
    return running;
  }

  return async (parent, type, answer) => {
    const few = await once(`${parent} ${type}`, async () => {
      const observed = await tryOut(parent, type, [], type === "A" ? SHAPES.length : FEW);
      finds.push(observed);
      return observed;
    });
    if (answer === undefined || !isDoubtful(readBaseline(few), answer)) return readBaseline(few);
    const tried = await search.tried(parent, type);
    const sampled = readBaseline(few, tried);
    if (!isDoubtful(sampled, answer)) return sampled;
    const many = await once(`${parent} ${type} many`, async () => {
      const observed = await tryOut(parent, type, few.probes, RANDOM_NAMES);
      finds.splice(finds.indexOf(few), 1, observed);
      return observed;
    });
    return readBaseline(many, tried);
  };
}
