import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { Count } from "@dnstools/net/lookup/memoised-queries";
import { NOTHING, readCandidate } from "../candidate-answer.ts";
import type {
  BaselineObservation,
  BaselineProbe,
  CandidateAnswer,
  CandidateOutcome,
  CandidateType,
  NameObservation,
} from "../observations.ts";
import {
  compare,
  hasSomething,
  isSteady,
  mayBeSteady,
  readBaseline,
  type WildcardBaseline,
  wantsMore,
} from "../wildcard-baseline.ts";
import { randomLabel, randomService, SHAPES } from "./labels.ts";
import type { QueryScheduler } from "./query-scheduler.ts";

/** What a search for names needs, and what it tells as it goes. */
type Search = {
  readonly scheduler: Pick<QueryScheduler, "ask">;
  /** Our resolver, for what lies in other zones. */
  readonly resolve: (name: string, type: CandidateType) => Promise<Outcome<DnsReply>>;
  readonly count: Count;
  /** Whether the zone is signed, as far as that is known. */
  readonly signed: () => boolean;
  readonly until: AbortSignal;
  /** Told of every name that has something of its own, or may have. */
  readonly onName: (name: string, answer: CandidateAnswer) => void;
};

/** Names that a search has found out about so far, and the wildcard baselines. */
export type Finds = { readonly names: NameObservation[]; readonly baselines: BaselineObservation[] };

/** How a candidate is asked for. */
type How = {
  /** With signatures: their label count shows synthesis from a wildcard. */
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
const BASELINE_AGAIN = 3;

/** A search with what it may still do: names whose aliases are followed one by one. */
type Searching = Search & { left: number };
const FOLLOWED_MAX = 10;
/** Aliases that are followed for one name. */
const ALIASES_MAX = 9;

/** Looks for names below a domain by their addresses, each at whatever level it stands. */
export async function searchNames(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const baselineOf = createBaselines(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const knowing = baselineOf(parent, "A");
      const first = await askCandidate(search, name, "A");
      const answers: Partial<Record<CandidateType, CandidateOutcome>> = { A: first };
      const again: CandidateOutcome[] = [];
      // At the deadline the answers so far stand.
      finds.names.push({ name, parent, answers, again });
      const baseline = await knowing;
      if (first.kind === "present" && !first.value.denied) await lookCloser(name, first.value, baseline);

      async function lookCloser(of: string, answer: CandidateAnswer, at: WildcardBaseline): Promise<void> {
        if (isLike(at) && hasSomething(answer) && search.signed())
          answers.A = orBefore(await askCandidate(search, of, "A", { signed: true }), first);
        const comparison = compare(answers.A ?? first, [], at, of);
        if (comparison === "wildcard") return;
        const moving = comparison === "same" && mayBeSteady(answer, at);
        const types = await furtherTypes(answer, comparison === "same");
        if (comparison === "same") await Promise.all(types.map((type) => baselineOf(parent, type)));
        const [more] = await Promise.all([
          Promise.all(types.map(async (type) => [type, await askCandidate(search, of, type)] as const)),
          moving ? askAgain(of) : null,
        ]);
        Object.assign(answers, Object.fromEntries(more));
        // Where each name has another target, and names are indistinguishable, there is no end of targets.
        const lost = at.kind === "rotating" && compare(answers.A ?? first, again, at, of) === "same";
        for (const one of [answer, ...more.flatMap(([type, got]) => (type === "AAAA" ? presentOf(got) : []))])
          if (hasSomething(one) && !(lost && one.via !== null)) search.onName(of, one);
      }
      /** What else to ask for: where nothing stands, or what others get too, it is other types that tell. */
      async function furtherTypes(answer: CandidateAnswer, same: boolean): Promise<readonly CandidateType[]> {
        // Beside an alias there is nothing (RFC 2181 10.1).
        if (answer.via !== null || answer.tooLarge) return [];
        // At a DNAME record's own name there is nothing else, as a rule.
        if (!hasSomething(answer)) return ["AAAA", ...OTHER_TYPES, ...(same ? [] : (["DNAME"] as const))];
        if (!same) return ["AAAA"];
        const baselines = await Promise.all(
          OTHER_TYPES.map(async (type) => [type, await baselineOf(parent, type)] as const),
        );
        return ["AAAA", ...baselines.flatMap(([type, at]) => (isLike(at) ? [type] : []))];
      }
      async function askAgain(of: string): Promise<void> {
        for (let i = 0; i < AGAIN && (i === 0 || isSteady(answers.A ?? first, again)); i++)
          again.push(await askCandidate(search, of, "A"));
      }
    }),
  );
}

/** Looks for services by their SRV records. */
export async function searchServices(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const baselineOf = createBaselines(search, finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = name.slice(name.indexOf(".") + 1);
      const knowing = baselineOf(parent, "SRV");
      const first = await askCandidate(search, name, "SRV");
      const answers: Partial<Record<CandidateType, CandidateOutcome>> = { SRV: first };
      finds.names.push({ name, parent, answers, again: [] });
      const baseline = await knowing;
      const like = isLike(baseline) && presentOf(first).some(hasSomething);
      if (like && search.signed())
        answers.SRV = orBefore(await askCandidate(search, name, "SRV", { signed: true }), first);
      const [value] = presentOf(answers.SRV ?? first);
      // Our resolver finds out-of-zone targets, which the zone's servers cannot give; not those of indistinguishable names.
      const leads = value !== undefined && value.via !== null && value.values.length === 0 && !value.loop;
      if (leads && compare(answers.SRV ?? first, [], baseline, name) !== "same")
        answers.SRV = await throughResolver(search, name, "SRV", value);
      for (const one of presentOf(answers.SRV ?? first)) if (hasSomething(one)) search.onName(name, one);
    }),
  );
}

/** The second answer; the first one where the second did not come. */
function orBefore(again: CandidateOutcome, before: CandidateOutcome): CandidateOutcome {
  return again.kind === "present" ? again : before;
}

function presentOf(answer: CandidateOutcome): CandidateAnswer[] {
  return answer.kind === "present" ? [answer.value] : [];
}

/** Whether random names get an answer. */
function isLike({ kind }: WildcardBaseline): boolean {
  return kind === "fixed" || kind === "rotating";
}

/** Asks one of the zone's servers; where these name those of another zone, our resolver. */
async function askCandidate(
  search: Searching,
  name: string,
  type: CandidateType,
  how: How = {},
): Promise<CandidateOutcome> {
  const { scheduler, count, until } = search;
  if (until.aborted || name.length > NAME_MAX) return unknown("budget");
  const { signed = false, first = false } = how;
  const { outcome, zone } = await scheduler.ask({ name, type }, { count, until, dnssec: signed, first });
  const answer = readCandidate(outcome, name, type, zone);
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
  type: CandidateType,
  failed: CandidateOutcome,
): Promise<CandidateOutcome> {
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
    answer = readCandidate(present({ ...outcome.value, answers: aliases }), name, type, zone);
    const target = answerName(alias.data.target);
    const isKnown = aliases.some((record) => answerName(record.name) === target);
    at = isKnown || !isWithin(target, zone ?? "") ? null : target;
  }
  return answer;
}

function isOwner(record: { readonly type: string; readonly name: string }, name: string): boolean {
  return record.type === "NS" && record.name.toLowerCase() === name;
}

/** @param before the zone's answer, where it has the aliases; null for a name of another zone. */
async function throughResolver(
  search: Search,
  name: string,
  type: CandidateType,
  before: CandidateAnswer | null,
): Promise<CandidateOutcome> {
  const answer = readCandidate(await search.resolve(name, type), name, type, null);
  if (answer.kind !== "present") return before === null ? answer : present(before);
  // The zone's answer for the name itself stands.
  const own = before === null ? {} : { ...before, values: answer.value.values, total: answer.value.total };
  return present({ ...answer.value, ...own });
}

/** Finds the wildcard baseline of each parent and type, each once. */
function createBaselines(
  search: Searching,
  finds: Finds,
): (parent: string, type: CandidateType) => Promise<WildcardBaseline> {
  const started = new Map<string, Promise<WildcardBaseline>>();

  async function tryOut(parent: string, type: CandidateType): Promise<WildcardBaseline> {
    const service = parent.startsWith("_");
    const shapes = type === "A" ? SHAPES : SHAPES.slice(0, 3);
    const batches: BaselineProbe[][] = [];
    let signed = false;
    do {
      const batch = shapes.map(async (shape): Promise<BaselineProbe> => {
        const label = service ? randomService() : randomLabel(shape);
        const answer = await askCandidate(search, `${label}.${parent}`, type, { signed, first: true });
        return { label, shape: service ? "service" : shape, answer, again: null };
      });
      batches.push(await Promise.all(batch));
      // As names are asked at first; signatures only where they tell something.
      signed = search.signed();
      // Only of addresses names get ever another answer.
    } while (!search.until.aborted && wantsMore(batches, signed, type === "A"));
    const probes = batches.flat();
    const moving = type === "A" && readBaseline({ parent, type, probes }).kind === "rotating";
    const baseline = { parent, type, probes: moving ? await askSomeAgain(probes, parent, type) : probes };
    finds.baselines.push(baseline);
    return readBaseline(baseline);
  }

  async function askSomeAgain(
    probes: readonly BaselineProbe[],
    parent: string,
    type: CandidateType,
  ): Promise<BaselineProbe[]> {
    const hits = probes.filter(({ answer }) => presentOf(answer).some(hasSomething)).slice(0, BASELINE_AGAIN);
    return Promise.all(
      probes.map(async (probe) =>
        hits.includes(probe)
          ? { ...probe, again: await askUntilOther(probe, `${probe.label}.${parent}`) }
          : probe,
      ),
    );

    /** The first answer that differs, or the last: of a few dozen addresses one comes twice by chance. */
    async function askUntilOther({ answer }: BaselineProbe, name: string): Promise<CandidateOutcome> {
      for (let i = 1; ; i++) {
        const again = await askCandidate(search, name, type, { first: true });
        if (i > AGAIN || !isSteady(answer, [again])) return again;
      }
    }
  }

  return (parent, type) => {
    const key = `${parent} ${type}`;
    const baseline = started.get(key) ?? tryOut(parent, type);
    started.set(key, baseline);
    return baseline;
  };
}
