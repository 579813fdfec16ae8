import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, isWithin } from "@dnstools/core/protocol/names";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { Count } from "@dnstools/net/lookup/memoised-queries";
import { NOTHING, readCandidate } from "../candidate-answer.ts";
import type {
  BaselineObservation,
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
  presentIn,
  type WildcardBaseline,
} from "../wildcard-baseline.ts";
import { createBaselines, type How } from "./baselines.ts";
import type { QueryScheduler } from "./query-scheduler.ts";

/** The parts that a search for names needs. */
type Search = {
  readonly scheduler: Pick<QueryScheduler, "ask">;
  /** Queries our resolver for names in other zones. */
  readonly resolve: (name: string, type: CandidateType) => Promise<Outcome<DnsReply>>;
  readonly count: Count;
  /** Returns true if the zone is known to be signed. */
  readonly signed: () => boolean;
  readonly until: AbortSignal;
  /** Called for every name that has, or may have, records of its own. */
  readonly onName: (name: string, answer: CandidateAnswer) => void;
};

/** Names that a search has found so far, and the wildcard baselines that it has determined. */
export type Finds = { readonly names: NameObservation[]; readonly baselines: BaselineObservation[] };

/** Maximum length in characters of a name that is queried (RFC 1035 2.3.4). */
const NAME_MAX = 253;
/** Record types, other than address types, for which an existing name is queried if its addresses prove nothing. */
const OTHER_TYPES = ["MX", "TXT"] as const;
/** Number of times that a name's query is repeated if answers to random names vary. */
const AGAIN = 2;

/** A search in progress. `left` is the number of further names whose aliases may be followed one by one. */
type Searching = Search & { left: number };
const FOLLOWED_MAX = 10;
/** Maximum number of aliases that are followed for one name. */
const ALIASES_MAX = 9;

/** Searches for names below a domain by their address records. A name may have several labels below the domain. */
export async function searchNames(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const { baselineOf, askFirst } = beginSearch(search, "A", finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = parentOf(name);
      const knowing = baselineOf(parent, "A");
      const first = await askFirst(name);
      const answers: Partial<Record<CandidateType, CandidateOutcome>> = { A: first };
      const again: CandidateOutcome[] = [];
      // The name is added before its queries end, so that the answers received until the deadline are used.
      finds.names.push({ name, parent, answers, again });
      await knowing;
      if (first.kind === "present" && !first.value.denied)
        await lookCloser(name, first.value, await baselineOf(parent, "A", first.value));

      async function lookCloser(of: string, answer: CandidateAnswer, at: WildcardBaseline): Promise<void> {
        if (isLike(at) && hasSomething(answer) && search.signed())
          answers.A = orBefore(await askCandidate(search, of, "A", { signed: true }), first);
        const comparison = compare(answers.A ?? first, [], at, of);
        if (comparison === "wildcard") return;
        const moving = comparison === "same" && mayBeSteady(answer, at);
        const types = await furtherTypes(answer, comparison === "same");
        const [more] = await Promise.all([
          Promise.all(types.map(async (type) => [type, await askCandidate(search, of, type)] as const)),
          moving ? askAgain(of) : null,
        ]);
        if (comparison === "same")
          await Promise.all(more.map(([type, got]) => baselineOf(parent, type, ...presentIn(got))));
        Object.assign(answers, Object.fromEntries(more));
        // If every random name has a different target, the targets of names that cannot be distinguished from random
        // names are not looked up, because there would be too many.
        const lost = at.kind === "rotating" && compare(answers.A ?? first, again, at, of) === "same";
        for (const one of [answer, ...more.flatMap(([type, got]) => (type === "AAAA" ? presentIn(got) : []))])
          if (hasSomething(one) && !(lost && one.via !== null)) search.onName(of, one);
      }
      /**
       * Returns the further record types to query. If the name has no address, or has the same answer as random names,
       * only records of other types can prove that the name exists.
       */
      async function furtherTypes(answer: CandidateAnswer, same: boolean): Promise<readonly CandidateType[]> {
        // A name with an alias has no other records (RFC 2181 10.1).
        if (answer.via !== null || answer.tooLarge) return [];
        // The owner of a DNAME record usually has no address, so only names without an address are queried for DNAME.
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

/** Searches for services by their SRV records. */
export async function searchServices(asked: Search, names: readonly string[], finds: Finds): Promise<void> {
  const search: Searching = { ...asked, left: FOLLOWED_MAX };
  const { baselineOf, askFirst } = beginSearch(search, "SRV", finds);
  await Promise.all(
    names.map(async (name) => {
      const parent = parentOf(name);
      const knowing = baselineOf(parent, "SRV");
      const first = await askFirst(name);
      const answers: Partial<Record<CandidateType, CandidateOutcome>> = { SRV: first };
      finds.names.push({ name, parent, answers, again: [] });
      await knowing;
      const baseline = await baselineOf(parent, "SRV", ...presentIn(first));
      const like = isLike(baseline) && presentIn(first).some(hasSomething);
      if (like && search.signed())
        answers.SRV = orBefore(await askCandidate(search, name, "SRV", { signed: true }), first);
      const [value] = presentIn(answers.SRV ?? first);
      // Only our resolver can follow an alias that leaves the zone. The target does not matter for names that cannot be
      // distinguished from random names.
      const leads = value !== undefined && value.via !== null && value.values.length === 0 && !value.loop;
      if (leads && compare(answers.SRV ?? first, [], baseline, name) !== "same")
        answers.SRV = await throughResolver(search, name, "SRV", value);
      for (const one of presentIn(answers.SRV ?? first)) if (hasSomething(one)) search.onName(name, one);
    }),
  );
}

/** Returns functions that determine wildcard baselines, and that send the first query for a name. */
function beginSearch(search: Searching, type: CandidateType, { baselines }: Finds) {
  const ask = askCandidate.bind(null, search);
  const firsts = new Map<string, Promise<CandidateOutcome>[]>();
  const tried = (parent: string, of: CandidateType) =>
    Promise.all(of === type ? (firsts.get(parent) ?? []) : []);
  return {
    baselineOf: createBaselines({ ...search, ask, tried }, baselines),
    askFirst(name: string): Promise<CandidateOutcome> {
      const siblings = firsts.get(parentOf(name)) ?? [];
      const first = ask(name, type);
      siblings.push(first);
      firsts.set(parentOf(name), siblings);
      return first;
    },
  };
}

function parentOf(name: string): string {
  return name.slice(name.indexOf(".") + 1);
}

/** Returns the outcome of the repeated query or, if that was not answered, the outcome of the first query. */
function orBefore(again: CandidateOutcome, before: CandidateOutcome): CandidateOutcome {
  return again.kind === "present" ? again : before;
}

/** Returns true if random names get an answer. A name may then be indistinguishable from them. */
function isLike({ kind }: WildcardBaseline): boolean {
  return kind === "fixed" || kind === "rotating";
}

/** Queries one of the zone's servers. If the reply refers to another zone, queries our resolver. */
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
  // A name that is itself delegated exists, whatever its own servers answer. For a name below a delegated name, our
  // resolver's answer decides whether it exists.
  const { nameServers } = answer.value;
  const through = await throughResolver(search, name, type, null);
  if (nameServers.length === 0) return through;
  if (through.kind === "present")
    return present({ ...through.value, delegated: true, denied: false, nameServers });
  const reason = through.kind === "unknown" ? through.reason : null;
  return present({ ...NOTHING, delegated: true, nameServers, reason });
}

/**
 * Follows a name's aliases one by one. Some servers (BIND) answer SERVFAIL if aliases form a loop or if there are
 * many, although they answer queries for the CNAME records themselves.
 * @returns the aliases, or the failure of the original query if the name is not an alias.
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

/**
 * Queries our resolver for a name.
 * @param before the zone's answer with the aliases; null for a name in another zone.
 */
async function throughResolver(
  search: Search,
  name: string,
  type: CandidateType,
  before: CandidateAnswer | null,
): Promise<CandidateOutcome> {
  const answer = readCandidate(await search.resolve(name, type), name, type, null);
  if (answer.kind !== "present") return before === null ? answer : present(before);
  // The zone's answer about the name itself is kept. Only the values at the end of the CNAME chain are added.
  const own = before === null ? {} : { ...before, values: answer.value.values, total: answer.value.total };
  return present({ ...answer.value, ...own });
}
