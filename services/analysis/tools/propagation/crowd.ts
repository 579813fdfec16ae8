import type { DomainName } from "@dnstools/core/protocol/names";
import type { Look } from "@dnstools/net";
import { orAborted } from "@dnstools/net/or-aborted";
import { askAgain, askResolver } from "./ask.ts";
import type { ResolversHealth } from "./health.ts";
import { isDoubtful } from "./judge-answer.ts";
import { operatorCheck } from "./judge-resolvers.ts";
import { type Truth, truthOf } from "./judge-truth.ts";
import { createOrigins, type Origins } from "./origins.ts";
import { readAnswer } from "./read-answer.ts";
import {
  type AnswerSeen,
  type Candidate,
  type ComparedType,
  type ExcludedSeen,
  type PropagationSeen,
  type ResolverHealth,
  type ResolverSeen,
  TYPES,
} from "./seen.ts";
import type { TruthSought } from "./truth.ts";

/** One call's questions to resolvers. */
export type Asker = {
  readonly look: Look;
  readonly health: ResolversHealth;
  readonly end: AbortSignal;
  readonly domain: DomainName;
  readonly sought: Promise<TruthSought>;
};

/** What comes of the resolvers. */
export type Crowd = Pick<PropagationSeen, "resolvers" | "excluded" | "origins" | "tries">;

/** As many healthy resolvers as are wanted, in order: whoever turns out ill is replaced by the next. */
export async function askCrowd(
  asker: Asker,
  candidates: readonly Candidate[],
  limit: number,
): Promise<Crowd> {
  const { health, end } = asker;
  // All at once, so that finding replacements does not go in steps.
  for (const candidate of candidates) if (health.known(candidate.ip) === null) void health.check(candidate);
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
  for (const { candidate, answers } of resolvers)
    if (answers.every(({ outcome }) => outcome.kind === "unknown" && outcome.reason === "timeout"))
      health.doubt(candidate.ip);
  return {
    resolvers,
    excluded: excluded.sort(inOrder),
    origins: compared.origins.known(),
    tries: await compared.tries(),
  };
}

function notChecked(): ResolverHealth {
  const checkedAt = new Date().toISOString();
  return { state: "unknown", fault: null, reason: "budget", validates: null, checkedAt };
}

/** What all answers of one call are compared with. */
type Compared = {
  readonly origins: Origins;
  readonly truths: Promise<Readonly<Record<ComparedType, Truth>>>;
  /** The addresses of the truth after asking its servers again, which is done once. */
  readonly wider: () => Promise<Truth>;
  readonly tries: () => Promise<PropagationSeen["tries"]>;
};

function comparing({ look, sought, domain }: Asker): Compared {
  let tries: Promise<PropagationSeen["tries"]> | null = null;
  let wider: Promise<Truth> | null = null;
  return {
    origins: createOrigins(look),
    truths: sought.then(({ seen }) => ({
      A: truthOf(seen, domain, "A"),
      MX: truthOf(seen, domain, "MX"),
      TXT: truthOf(seen, domain, "TXT"),
    })),
    tries: async () => (await tries) ?? [],
    wider() {
      tries ??= sought.then(({ again }) => again());
      wider ??= Promise.all([sought, tries]).then(([{ seen }, more]) => truthOf(seen, domain, "A", more));
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
  const [seen, { [type]: truth }] = await Promise.all([askResolver(look, candidate, domain, type), truths]);
  const world = { name: domain, filters: candidate.filters };
  if (!isDoubtful(seen, truth, world)) return seen;
  if (type === "A") {
    const [more] = await Promise.all([wider(), origins.find(addressesOf(seen, truth, domain))]);
    const isSameOperator = operatorCheck(origins.known(), more);
    if (!isDoubtful(seen, more, { ...world, isSameOperator })) return seen;
  }
  return askAgain(look, candidate, domain, seen, end);
}

/** Addresses whose ASes are compared: some of the truth, and some of what differs from it. */
function addressesOf({ outcome, type }: AnswerSeen, { union }: Truth, name: DomainName): string[] {
  const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, type) : null;
  const values = answer?.values ?? [];
  return values.length === 0 ? [] : [...[...union].slice(0, 3), ...values.slice(0, 2)];
}
