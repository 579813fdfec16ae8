import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { Count } from "@dnstools/net/lookup/memoised-queries";
import type {
  GuessAnswer,
  Guessed,
  GuessType,
  LevelObservation,
  LevelProbe,
  NameObservation,
} from "../observations.ts";
import { NOTHING, readGuess } from "../read-guess.ts";
import {
  compare,
  hasSomething,
  isSteady,
  type Level,
  mayBeSteady,
  readLevel,
  wantsMore,
} from "../read-level.ts";
import { randomLabel, randomService, SHAPES } from "./labels.ts";
import type { QueryScheduler } from "./query-scheduler.ts";

/** What a search for names needs, and what it tells as it goes. */
type Search = {
  readonly scheduler: Pick<QueryScheduler, "ask">;
  /** Our resolver, for what lies in other zones. */
  readonly resolve: (name: string, type: GuessType) => Promise<Outcome<DnsReply>>;
  readonly count: Count;
  /** Whether the zone is signed, as far as that is known. */
  readonly signed: () => boolean;
  readonly until: AbortSignal;
  /** Told of every name that has something of its own, or may have. */
  readonly onName: (name: string, answer: GuessAnswer) => void;
};

/** Names that a search has found out about so far, and what random ones get. */
export type Finds = { readonly names: NameObservation[]; readonly levels: LevelObservation[] };

/** How a guess is asked. */
type How = {
  /** With signatures: they tell what was made from what was not. */
  readonly signed?: boolean;
  /** Before those that wait: others depend on it. */
  readonly first?: boolean;
};

/** Characters of a name (RFC 1035 2.3.4). */
const NAME_MAX = 253;
/** What a name that exists is asked for beside addresses, where these do not tell. */
const OTHER_TYPES = ["MX", "TXT"] as const;
/** How often a name is asked for again where random ones get ever another answer; and random names that are. */
const AGAIN = 2;
const LEVEL_AGAIN = 3;

/** A search with what it may still do: names whose aliases are followed one by one. */
type Searching = Search & { left: number };
const FOLLOWED_MAX = 10;
/** Aliases that are followed for one name. */
const ALIASES_MAX = 9;

/** Looks for names below a domain by their addresses, each at whatever level it stands. */
export async function searchNames(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const levelOf = createLevels(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const knowing = levelOf(parent, "A");
      const first = await guess(search, name, "A");
      const answers: Partial<Record<GuessType, Guessed>> = { A: first };
      const again: Guessed[] = [];
      // What is known by the end of the time stands.
      finds.names.push({ name, parent, answers, again });
      const level = await knowing;
      if (first.kind === "present" && !first.value.denied) await lookCloser(name, first.value, level);

      async function lookCloser(of: string, answer: GuessAnswer, at: Level): Promise<void> {
        if (isLike(at) && hasSomething(answer) && search.signed())
          answers.A = orBefore(await guess(search, of, "A", { signed: true }), first);
        const told = compare(answers.A ?? first, [], at, of);
        if (told === "wildcard") return;
        const moving = told === "same" && mayBeSteady(answer, at);
        const types = await furtherTypes(answer, told === "same");
        if (told === "same") await Promise.all(types.map((type) => levelOf(parent, type)));
        const [more] = await Promise.all([
          Promise.all(types.map(async (type) => [type, await guess(search, of, type)] as const)),
          moving ? askAgain(of) : null,
        ]);
        Object.assign(answers, Object.fromEntries(more));
        // Where each name leads elsewhere, and nobody can tell one from the other, there is no end of targets.
        const lost = at.kind === "rotating" && compare(answers.A ?? first, again, at, of) === "same";
        for (const one of [answer, ...more.flatMap(([type, got]) => (type === "AAAA" ? presentOf(got) : []))])
          if (hasSomething(one) && !(lost && one.via !== null)) search.onName(of, one);
      }
      /** What else to ask for: where nothing stands, or what others get too, it is other types that tell. */
      async function furtherTypes(answer: GuessAnswer, same: boolean): Promise<readonly GuessType[]> {
        // Beside an alias there is nothing (RFC 2181 10.1).
        if (answer.via !== null || answer.tooLarge) return [];
        // At a DNAME record's own name there is nothing else, as a rule.
        if (!hasSomething(answer)) return ["AAAA", ...OTHER_TYPES, ...(same ? [] : (["DNAME"] as const))];
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
export async function searchServices(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const levelOf = createLevels(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const knowing = levelOf(parent, "SRV");
      const first = await guess(search, name, "SRV");
      const answers: Partial<Record<GuessType, Guessed>> = { SRV: first };
      finds.names.push({ name, parent, answers, again: [] });
      const level = await knowing;
      const like = isLike(level) && presentOf(first).some(hasSomething);
      if (like && search.signed())
        answers.SRV = orBefore(await guess(search, name, "SRV", { signed: true }), first);
      const [value] = presentOf(answers.SRV ?? first);
      // The zone's servers do not know what an alias leads to elsewhere; but not of names that nobody can tell from others.
      const leads = value !== undefined && value.via !== null && value.values.length === 0 && !value.loop;
      if (leads && compare(answers.SRV ?? first, [], level, name) !== "same")
        answers.SRV = await throughResolver(search, name, "SRV", value);
      for (const one of presentOf(answers.SRV ?? first)) if (hasSomething(one)) search.onName(name, one);
    }),
  );
}

/** What was asked again and stayed out leaves what was known. */
function orBefore(again: Guessed, before: Guessed): Guessed {
  return again.kind === "present" ? again : before;
}

function presentOf(answer: Guessed): GuessAnswer[] {
  return answer.kind === "present" ? [answer.value] : [];
}

/** Whether names that nobody has made get an answer. */
function isLike({ kind }: Level): boolean {
  return kind === "fixed" || kind === "rotating";
}

/** Asks one of the zone's servers; where these name those of another zone, our resolver. */
async function guess(search: Searching, name: string, type: GuessType, how: How = {}): Promise<Guessed> {
  const { scheduler, count, until } = search;
  if (until.aborted || name.length > NAME_MAX) return unknown("budget");
  const { signed = false, first = false } = how;
  const { outcome, zone } = await scheduler.ask({ name, type }, { count, until, dnssec: signed, first });
  const answer = readGuess(outcome, name, type, zone);
  if (answer.kind === "unknown" && answer.reason === "servfail" && zone !== null && !first && search.left > 0)
    return followAliases(search, name, type, answer);
  if (answer.kind !== "present" || !answer.value.delegated) return answer;
  // What is itself delegated is there, whatever its servers do; what lies below is only what our resolver finds.
  const cut = outcome.kind === "present" && outcome.value.authorities.some((one) => isOwner(one, name));
  const through = await throughResolver(search, name, type, null);
  if (!cut) return through;
  if (through.kind === "present") return present({ ...through.value, delegated: true, denied: false });
  const reason = through.kind === "unknown" ? through.reason : null;
  return present({ ...NOTHING, delegated: true, reason });
}

/**
 * Follows a name's aliases one by one. Some servers (BIND) give SERVFAIL where aliases lead in a circle or are many; asked for the
 * CNAME record itself, each answers.
 * @returns the aliases, or the failure of the question where no alias came.
 */
async function followAliases(
  search: Searching,
  name: string,
  type: GuessType,
  failed: Guessed,
): Promise<Guessed> {
  const { scheduler, count, until } = search;
  search.left -= 1;
  const aliases: DnsRecord<"CNAME">[] = [];
  let answer = failed;
  for (let at: string | null = name; at !== null && aliases.length < ALIASES_MAX && !until.aborted; ) {
    const owner: string = at;
    const how = { count, until, dnssec: false, first: true };
    const { outcome, zone } = await scheduler.ask({ name: owner, type: "CNAME" }, how);
    if (outcome.kind !== "present") break;
    const alias = outcome.value.answers.find(
      (record): record is DnsRecord<"CNAME"> => record.type === "CNAME" && answerName(record.name) === owner,
    );
    if (alias === undefined) break;
    aliases.push(alias);
    answer = readGuess(present({ ...outcome.value, answers: aliases }), name, type, zone);
    const target = answerName(alias.data.target);
    const isKnown = aliases.some((record) => answerName(record.name) === target);
    at = isKnown || !isWithin(target, zone ?? "") ? null : target;
  }
  return answer;
}

function isOwner(record: { readonly type: string; readonly name: string }, name: string): boolean {
  return record.type === "NS" && record.name.toLowerCase() === name;
}

/** @param before what the zone's servers said, where they know the aliases; null where it is another zone's name. */
async function throughResolver(
  search: Search,
  name: string,
  type: GuessType,
  before: GuessAnswer | null,
): Promise<Guessed> {
  const answer = readGuess(await search.resolve(name, type), name, type, null);
  if (answer.kind !== "present") return before === null ? answer : present(before);
  // What the zone's servers said of the name itself stands.
  const own = before === null ? {} : { ...before, values: answer.value.values, total: answer.value.total };
  return present({ ...answer.value, ...own });
}

/** What names get that nobody has made, at each level and for each type once. */
function createLevels(search: Searching, finds: Finds): (parent: string, type: GuessType) => Promise<Level> {
  const known = new Map<string, Promise<Level>>();

  async function tryOut(parent: string, type: GuessType): Promise<Level> {
    const service = parent.startsWith("_");
    const shapes = type === "A" ? SHAPES : SHAPES.slice(0, 3);
    const batches: LevelProbe[][] = [];
    let signed = false;
    do {
      const batch = shapes.map(async (shape): Promise<LevelProbe> => {
        const label = service ? randomService() : randomLabel(shape);
        const answer = await guess(search, `${label}.${parent}`, type, { signed, first: true });
        return { label, shape: service ? "service" : shape, answer, again: null };
      });
      batches.push(await Promise.all(batch));
      // As names are asked at first; signatures only where they tell something.
      signed = search.signed();
      // Only of addresses names get ever another answer.
    } while (!search.until.aborted && wantsMore(batches, signed, type === "A"));
    const probes = batches.flat();
    const moving = type === "A" && readLevel({ parent, type, probes }).kind === "rotating";
    const level = { parent, type, probes: moving ? await askSomeAgain(probes, parent, type) : probes };
    finds.levels.push(level);
    return readLevel(level);
  }

  async function askSomeAgain(
    probes: readonly LevelProbe[],
    parent: string,
    type: GuessType,
  ): Promise<LevelProbe[]> {
    const hits = probes.filter(({ answer }) => presentOf(answer).some(hasSomething)).slice(0, LEVEL_AGAIN);
    return Promise.all(
      probes.map(async (probe) =>
        hits.includes(probe)
          ? { ...probe, again: await askUntilOther(probe, `${probe.label}.${parent}`) }
          : probe,
      ),
    );

    /** The first answer that differs, or the last: of a few dozen addresses one comes twice by chance. */
    async function askUntilOther({ answer }: LevelProbe, name: string): Promise<Guessed> {
      for (let i = 1; ; i++) {
        const again = await guess(search, name, type, { first: true });
        if (i > AGAIN || !isSteady(answer, [again])) return again;
      }
    }
  }

  return (parent, type) => {
    const key = `${parent} ${type}`;
    const level = known.get(key) ?? tryOut(parent, type);
    known.set(key, level);
    return level;
  };
}
