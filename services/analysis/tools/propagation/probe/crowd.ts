import { orAborted } from "@dnstools/concurrency/abortable";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Look } from "@dnstools/net";
import { openQuestion } from "../judge/answer.ts";
import { operatorCheck } from "../judge/origin.ts";
import { differs, type Truth, truthOf } from "../judge/truth.ts";
import { readAnswer } from "../read-answer.ts";
import {
  type AnswerSeen,
  type Candidate,
  type ComparedType,
  type ExcludedSeen,
  type PropagationSeen,
  type ResolverHealth,
  type ResolverSeen,
  TYPES,
} from "../seen.ts";
import { askAgain, askResolver } from "./ask.ts";
import type { ResolversHealth } from "./health.ts";
import { createOrigins, type Origins } from "./origins.ts";
import type { Tried, TruthSought } from "./truth.ts";

/** One call's questions to resolvers. */
export type Asker = {
  readonly look: Look;
  readonly health: ResolversHealth;
  readonly end: AbortSignal;
  readonly domain: DomainName;
  readonly sought: Promise<TruthSought>;
};

/** What comes of the resolvers. */
export type Crowd = Pick<PropagationSeen, "resolvers" | "excluded" | "origins" | "tries" | "ends">;

/** Resolvers that are checked at first beside as many as are wanted, so that those that are ill have others in their place. */
const SPARE = 10;

/** As many healthy resolvers as are wanted, in order: whoever turns out ill is replaced by the next. */
export async function askCrowd(
  asker: Asker,
  candidates: readonly Candidate[],
  limit: number,
): Promise<Crowd> {
  const { health, end } = asker;
  checkAhead(asker, candidates, limit + SPARE);
  const compared = comparing(asker);
  const left = candidates.values();
  const excluded: ExcludedSeen[] = [];

  async function seat(): Promise<ResolverSeen | null> {
    for (const candidate of left) {
      if (end.aborted) break;
      const known = health.known(candidate.ip);
      if (known !== null && known.state !== "healthy") {
        excluded.push({ candidate, health: known });
        continue;
      }
      const asking = TYPES.map((type) => askOne(asker, candidate, type, compared));
      const checked = known ?? (await orAborted(health.check(candidate), end)) ?? notChecked();
      if (checked.state === "healthy") {
        const answers = await Promise.all(asking);
        return { candidate, health: checked, answers };
      }
      excluded.push({ candidate, health: checked });
    }
    return null;
  }

  const seats = await Promise.all(Array.from({ length: limit }, seat));
  const place = new Map(candidates.map((candidate, i) => [candidate, i]));
  const inOrder = (a: ExcludedSeen, b: ExcludedSeen) =>
    (place.get(a.candidate) ?? 0) - (place.get(b.candidate) ?? 0);
  const resolvers = seats.filter((one) => one !== null).sort(inOrder);
  for (const candidate of doubted(resolvers)) health.doubt(candidate);
  // Servers that differ are asked again, whatever resolvers say.
  if (Object.values(await compared.truths).some(differs)) await compared.wider();
  return {
    resolvers,
    excluded: excluded.sort(inOrder),
    origins: compared.origins.known(),
    ...(await compared.tried()),
  };
}

/** Checks those that come first at the same time, and for each that proves ill the next, so that it does not go in steps. */
function checkAhead({ health, end }: Asker, candidates: readonly Candidate[], count: number): void {
  const left = candidates.values();
  function next(): void {
    for (const candidate of left) {
      const known = health.known(candidate.ip);
      if (known !== null && known.state !== "healthy") continue;
      if (known === null)
        void health.check(candidate).then(({ state }) => {
          if (state === "ill" && !end.aborted) next();
        });
      return;
    }
  }
  for (let i = 0; i < count; i++) next();
}

/** Who answered nothing in time, while at least half of the others did: where nobody does, it is the name's own servers. */
function doubted(resolvers: readonly ResolverSeen[]): Candidate[] {
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

/** What all answers of one call are compared with. */
type Compared = {
  readonly origins: Origins;
  readonly truths: Promise<Readonly<Record<ComparedType, Truth>>>;
  /** The addresses of the truth after asking its servers again, which is done once. */
  readonly wider: () => Promise<Truth>;
  /** What that gave; nothing where it was not needed. */
  readonly tried: () => Promise<Tried>;
};

function comparing({ look, sought, domain }: Asker): Compared {
  let again: Promise<Tried> | null = null;
  let wider: Promise<Truth> | null = null;
  return {
    origins: createOrigins(look),
    truths: sought.then(({ seen, ends }) => ({
      A: truthOf(seen, domain, "A", { ends }),
      MX: truthOf(seen, domain, "MX", { ends }),
      TXT: truthOf(seen, domain, "TXT", { ends }),
    })),
    async tried() {
      const [{ ends }, more] = await Promise.all([sought, again]);
      return { tries: more?.tries ?? [], ends: [...ends, ...(more?.ends ?? [])] };
    },
    wider() {
      again ??= sought.then((one) => one.again());
      wider ??= Promise.all([sought, again]).then(([{ seen, ends }, more]) =>
        truthOf(seen, domain, "A", { tries: more.tries, ends: [...ends, ...more.ends] }),
      );
      return wider;
    },
  };
}

/**
 * One type at one resolver. Addresses that differ get a look at whose they are, and what still may be an old answer one at
 * whether it ends.
 */
async function askOne(
  { look, domain, end }: Asker,
  candidate: Candidate,
  type: ComparedType,
  { origins, truths, wider }: Compared,
): Promise<AnswerSeen> {
  const [seen, { [type]: truth }] = await Promise.all([
    askResolver(look, candidate, domain, type, end),
    truths,
  ]);
  const world = { name: domain, filters: candidate.filters };
  if (openQuestion(seen, truth, world) === null) return seen;
  if (type === "A") {
    const [more] = await Promise.all([wider(), origins.find(addressesOf(seen, truth, domain))]);
    const isSameOperator = operatorCheck(origins.known(), more.union);
    if (openQuestion(seen, more, { ...world, isSameOperator }) !== "ends") return seen;
  }
  return askAgain(look, candidate, domain, seen, end);
}

/** Addresses whose ASes are compared: some of the truth, and some of what differs from it. */
function addressesOf({ outcome, type }: AnswerSeen, { union }: Truth, name: DomainName): string[] {
  const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  const values = answer?.values ?? [];
  return values.length === 0 ? [] : [...[...union].slice(0, 3), ...values.slice(0, 2)];
}
