import type { DomainObservation, Said, ServerObservation } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { ComparedType, EndObservation, PropagationObservation } from "../observations.ts";
import { type Answer, leavesZone, readAnswer } from "../read-answer.ts";

/** What one server of the zone has of a type. */
type ServerAnswer = {
  readonly server: ServerObservation;
  /** Null where it is unknown, for the reason beside it. */
  readonly answer: Answer | null;
  readonly reason: Reason | null;
};

/** What the zone's servers have of a type, as resolvers are compared with it. */
export type Truth = {
  readonly type: ComparedType;
  /** Null where nobody could say, for the reason beside it. */
  readonly status: Answer["status"] | null;
  readonly reason: Reason | null;
  readonly servers: readonly ServerAnswer[];
  /** The different sets that they gave. */
  readonly keys: ReadonlySet<string>;
  /** Everything in any of them. */
  readonly union: ReadonlySet<string>;
  /** The highest TTL that they gave; null where there are no records. */
  readonly ttl: number | null;
  /** Where aliases lead. */
  readonly aliases: ReadonlySet<string>;
  /** Whether aliases lead out of the zone: then it is our resolver's word. */
  readonly beyond: boolean;
  /** Whether one and the same server gave different sets; false where each keeps to its own; null where that is unknown. */
  readonly varies: boolean | null;
};

/** What servers said to the same question asked again, and what is at the ends of aliases that leave the zone. */
type Further = { readonly tries?: readonly Said[]; readonly ends?: readonly EndObservation[] };

/** Answers of one server to the same question, from which on it keeps to its own. */
const SAME_MIN = 3;

export function truthOf(
  observed: DomainObservation,
  name: string,
  type: ComparedType,
  { tries = [], ends = [] }: Further = {},
): Truth {
  const found = observed.types.find((one) => one.type === type);
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  const beyond = found?.beyond ?? null;
  const all = [...(beyond === null ? [] : [{ type, ...beyond }]), ...ends.filter((one) => one.type === type)];
  const read = (said: Said) => serverAnswer(said, all, name, type, apex);
  const servers = (found?.said ?? []).map(read);
  const given = [...servers, ...(type === "A" ? tries : []).map(read)];
  const answers = given.flatMap(({ answer }) => answer ?? []);
  const first =
    answers.find(({ status }) => status === "answer") ??
    answers.find(({ status }) => status === "nodata") ??
    answers[0];
  const outcome = beyond?.outcome.kind === "unknown" ? beyond.outcome : found?.outcome;
  const failed = outcome?.kind === "unknown" ? outcome.reason : "no_servers";
  const ttls = answers.flatMap(({ ttl }) => [ttl.records, ttl.aliases]).filter((ttl) => ttl !== null);
  return {
    type,
    status: first?.status ?? null,
    reason: first === undefined ? failed : null,
    servers,
    keys: new Set(answers.map(({ key }) => key)),
    union: new Set(answers.flatMap(({ values }) => values)),
    ttl: ttls.length === 0 ? null : Math.max(...ttls),
    aliases: new Set(answers.flatMap(({ alias }) => alias ?? [])),
    beyond: all.length > 0,
    varies: variesOf(given),
  };
}

/** Where a server's aliases leave the zone, what our resolver found at their end stands for it. */
function serverAnswer(
  { server, outcome }: Said,
  ends: readonly EndObservation[],
  name: string,
  type: ComparedType,
  apex: string,
): ServerAnswer {
  const none = (reason: Reason | null): ServerAnswer => ({ server, answer: null, reason });
  if (outcome.kind !== "present") return none(outcome.kind === "unknown" ? outcome.reason : "no_servers");
  const own = readAnswer(outcome.value, name, type, apex);
  if (own === null) return none("malformed");
  const beyond = ends.find(({ target }) => target === own.alias);
  if (own.alias === null || own.values.length > 0 || (beyond === undefined && !leavesZone(own, apex)))
    return { server, answer: own, reason: null };
  if (beyond === undefined) return none("budget");
  if (beyond.outcome.kind !== "present")
    return none(beyond.outcome.kind === "unknown" ? beyond.outcome.reason : null);
  const end = readAnswer(beyond.outcome.value, beyond.target, type);
  if (end === null) return none("malformed");
  // The name is there: what is denied is the target.
  const status = end.status === "nxdomain" ? "nodata" : end.status;
  const answer: Answer = {
    ...end,
    status,
    key: JSON.stringify([status, ...end.values]),
    alias: end.alias ?? own.alias,
    ttl: { records: end.ttl.records, aliases: own.ttl.aliases },
  };
  return { server, answer, reason: null };
}

function variesOf(given: readonly ServerAnswer[]): boolean | null {
  const sets = Map.groupBy(
    given.flatMap(({ server, answer }) => (answer === null ? [] : [{ at: server.address, answer }])),
    ({ at }) => at,
  );
  const kept = [...sets.values()].map((all) => ({
    different: new Set(all.map(({ answer }) => `${answer.key} ${answer.alias}`)),
    times: all.length,
  }));
  if (kept.some(({ different }) => different.size > 1)) return true;
  const sure = kept.filter(({ times }) => times >= SAME_MIN).flatMap(({ different }) => [...different]);
  const all = new Set(kept.flatMap(({ different }) => [...different]));
  return sure.length > 0 && all.size === new Set(sure).size ? false : null;
}

/** The zone's version at each server that told it, by the server's address. */
export function serialsOf({ truth, versions }: Pick<PropagationObservation, "truth" | "versions">) {
  const apex = truth.zone?.kind === "present" ? truth.zone.value.apex : null;
  return new Map(
    versions.flatMap(({ server, outcome }) => {
      const answers = outcome.kind === "present" ? outcome.value.answers : [];
      const soa = answers.find(
        (record): record is DnsRecord<"SOA"> => record.type === "SOA" && answerName(record.name) === apex,
      );
      return soa === undefined ? [] : [[server.address, soa.data.serial] as const];
    }),
  );
}

/** Whether servers of the zone agree on all types; null where that is unknown, as it is of the types in `unsure`. */
export type Agreement = {
  readonly agree: boolean | null;
  readonly disagree: readonly ComparedType[];
  readonly unsure: readonly ComparedType[];
};

/**
 * Servers contradict each other in a type where each keeps to an answer of its own. Addresses that one and the same server
 * gives now so and now so are balanced, and what lies behind balanced aliases is so, too. Versions of the zone show neither:
 * servers of several providers number by themselves.
 */
export function agreementOf(truths: readonly Truth[]): Agreement {
  const heard = truths.map(({ servers }) => servers.filter(({ answer }) => answer !== null).length);
  const varies = truths.find(({ type }) => type === "A")?.varies ?? null;
  const differing = truths.filter(differs);
  const mayBalance = ({ type, servers }: Truth) => {
    const answers = servers.flatMap(({ answer }) => answer ?? []);
    return type === "A"
      ? answers.every(({ status }) => status === "answer")
      : answers.every(({ alias }) => alias !== null);
  };
  const [balanced, apart] = [differing.filter(mayBalance), differing.filter((one) => !mayBalance(one))];
  const contrary = varies === false ? differing : apart;
  const disagree = contrary.map(({ type }) => type);
  const unsure = varies === null ? balanced.map(({ type }) => type) : [];
  const isKnown = Math.max(0, ...heard) >= 2 && unsure.length === 0;
  return { agree: disagree.length > 0 ? false : isKnown || null, disagree, unsure };
}

/** Whether servers gave different sets, each asked once. */
export function differs({ servers }: Pick<Truth, "servers">): boolean {
  return new Set(servers.flatMap(({ answer }) => answer?.key ?? [])).size > 1;
}
