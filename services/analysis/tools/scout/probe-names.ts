import { unknown } from "@dnstools/core/outcome";
import { randomLabel, randomService, SHAPES } from "./labels.ts";
import { readGuess } from "./read-guess.ts";
import {
  compare,
  hasSomething,
  isSteady,
  type Level,
  mayBeSteady,
  readLevel,
  wantsMore,
} from "./read-level.ts";
import type { GuessAnswer, Guessed, GuessType, LevelSeen, NameSeen } from "./seen.ts";
import type { Count, Spread } from "./spread.ts";

/** What a search for names needs, and what it tells as it goes. */
type Search = {
  readonly spread: Spread;
  readonly count: Count;
  /** Whether the zone is signed, as far as that is known. */
  readonly signed: () => boolean;
  readonly until: AbortSignal;
  /** Told of every name that has something of its own, or may have. */
  readonly onName: (name: string, answer: GuessAnswer) => void;
};

/** Names that a search has found out about so far, and what random ones get. */
export type Finds = { readonly names: NameSeen[]; readonly levels: LevelSeen[] };

/** What a name that exists is asked for beside addresses, where it has none. */
const OTHER_TYPES = ["MX", "TXT"] as const;
/** How often a name is asked for again where random ones get ever another answer. */
const AGAIN = 2;

/** Looks for names below a domain by their addresses, each at whatever level it stands. */
export async function searchNames(search: Search, names: readonly string[], finds: Finds): Promise<void> {
  const levelOf = createLevels(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const [level, first] = await Promise.all([levelOf(parent, "A"), guess(search, name, "A")]);
      const answers: Partial<Record<GuessType, Guessed>> = { A: first };
      const again: Guessed[] = [];
      // What is known by the end of the time stands.
      finds.names.push({ name, parent, answers, again });
      if (first.kind === "present" && !first.value.denied) await lookCloser(name, first.value, level);

      async function lookCloser(of: string, answer: GuessAnswer, at: Level): Promise<void> {
        // A signature tells what was made and what was not.
        if (isLike(at) && hasSomething(answer) && search.signed())
          answers.A = await guess(search, of, "A", search.signed);
        const told = compare(answers.A ?? first, [], at, of);
        const moving = told === "same" && mayBeSteady(answer, at);
        if (told === "wildcard") return;
        const types = await furtherTypes(answer, told === "same");
        const [more] = await Promise.all([
          Promise.all(types.map(async (type) => [type, await guess(search, of, type)] as const)),
          moving ? askAgain(of) : null,
        ]);
        if (told === "same") await levelOf(parent, "AAAA");
        Object.assign(answers, Object.fromEntries(more));
        for (const one of [answer, ...more.flatMap(([type, got]) => (type === "AAAA" ? presentOf(got) : []))])
          if (hasSomething(one)) search.onName(of, one);
      }
      /** What else to ask for: where nothing stands, or what others get too, it is other types that tell. */
      async function furtherTypes(answer: GuessAnswer, same: boolean): Promise<readonly GuessType[]> {
        // Beside an alias there is nothing (RFC 2181 10.1).
        if (answer.aliases.length > 0 || answer.tooLarge) return [];
        // Where all names are there and empty, these say no more.
        if (!hasSomething(answer)) return level.kind === "nodata" ? ["AAAA"] : ["AAAA", ...OTHER_TYPES];
        if (!same) return ["AAAA"];
        const levels = await Promise.all(
          OTHER_TYPES.map(async (type) => [type, await levelOf(parent, type)] as const),
        );
        return ["AAAA", ...levels.flatMap(([type, at]) => (isLike(at) ? [type] : []))];
      }
      async function askAgain(of: string): Promise<void> {
        for (let i = 0; i < AGAIN && (i === 0 || isSteady(answers.A ?? first, again)); i++)
          again.push(await guess(search, of, "A"));
      }
    }),
  );
}

/** Looks for services by their SRV records. */
export async function searchServices(search: Search, names: readonly string[], finds: Finds): Promise<void> {
  const levelOf = createLevels(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const [level, first] = await Promise.all([levelOf(parent, "SRV"), guess(search, name, "SRV")]);
      const like = isLike(level) && first.kind === "present" && hasSomething(first.value);
      const answer = like && search.signed() ? await guess(search, name, "SRV", search.signed) : first;
      finds.names.push({ name, parent, answers: { SRV: answer }, again: [] });
      for (const one of presentOf(answer)) if (hasSomething(one)) search.onName(name, one);
    }),
  );
}

function presentOf(answer: Guessed): GuessAnswer[] {
  return answer.kind === "present" ? [answer.value] : [];
}

/** Whether names that nobody has made get an answer. */
function isLike({ kind }: Level): boolean {
  return kind === "fixed" || kind === "rotating";
}

async function guess(
  { spread, count, until }: Search,
  name: string,
  type: GuessType,
  dnssec: () => boolean = never,
): Promise<Guessed> {
  if (until.aborted) return unknown("budget");
  const { outcome, zone } = await spread.ask({ name, type }, { count, until, dnssec });
  return readGuess(outcome, name, type, zone);
}

const never = () => false;

/** What names get that nobody has made, at each level and for each type once. */
function createLevels(search: Search, finds: Finds): (parent: string, type: GuessType) => Promise<Level> {
  const known = new Map<string, Promise<Level>>();

  async function tryOut(parent: string, type: GuessType): Promise<Level> {
    const service = parent.startsWith("_");
    const shapes = type === "A" ? SHAPES : SHAPES.slice(0, 3);
    const batches: LevelSeen["probes"][] = [];
    do {
      const batch = shapes.map(async (shape) => {
        const label = service ? randomService() : randomLabel(shape);
        return { label, shape, answer: await guess(search, `${label}.${parent}`, type, search.signed) };
      });
      batches.push(await Promise.all(batch));
      // Only of addresses names get ever another answer.
    } while (type === "A" && !search.until.aborted && wantsMore(batches));
    const level = { parent, type, probes: batches.flat() };
    finds.levels.push(level);
    return readLevel(level);
  }

  return (parent, type) => {
    const key = `${parent} ${type}`;
    const level = known.get(key) ?? tryOut(parent, type);
    known.set(key, level);
    return level;
  };
}
