import type { DomainObservation, ServerObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { ComparedType, EndObservation, PropagationObservation } from "../observations.ts";
import { type ComparableAnswer, leavesZone, readAnswer } from "../read-answer.ts";

/** One server's authoritative answer for a record type. */
type ServerAnswer = {
  readonly server: ServerObservation;
  /** The server's answer; null if it is unknown for the reason in `reason`. */
  readonly answer: ComparableAnswer | null;
  readonly reason: Reason | null;
};

/** The combined answers of all servers of a zone for a record type. Resolvers' answers are compared with them. */
export type AuthoritativeAnswer = {
  readonly type: ComparedType;
  /** The combined status; null if no server answered, for the reason in `reason`. */
  readonly status: ComparableAnswer["status"] | null;
  readonly reason: Reason | null;
  readonly servers: readonly ServerAnswer[];
  /** Keys of the different answers that the servers returned. */
  readonly keys: ReadonlySet<string>;
  /** All values that are in the answer of any server. */
  readonly union: ReadonlySet<string>;
  /** Highest TTL in the servers' answers, in seconds; null if the answers have no records. */
  readonly ttl: number | null;
  /** Names at which the servers' CNAME chains end. */
  readonly aliases: ReadonlySet<string>;
  /** True if a CNAME target is outside the zone; the values then come from our resolver. */
  readonly outOfZone: boolean;
  /**
   * True if a single server returned different answers; false if each server always repeated its own answer; null if
   * unknown.
   */
  readonly varies: boolean | null;
};

/** Replies to repeated A queries (`tries`), and our resolver's answers for CNAME targets outside the zone (`ends`). */
type RepeatedQueries = { readonly tries?: readonly ServerReply[]; readonly ends?: readonly EndObservation[] };

/** Number of equal answers after which a server is assumed to always return the same answer. */
const SAME_MIN = 3;

/**
 * Combines the answers of a zone's servers for one record type.
 * @param name the queried name.
 */
export function authoritativeAnswer(
  observed: DomainObservation,
  name: string,
  type: ComparedType,
  { tries = [], ends = [] }: RepeatedQueries = {},
): AuthoritativeAnswer {
  const found = observed.types.find((one) => one.type === type);
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : "";
  const outOfZone = found?.outOfZone ?? null;
  const all = [
    ...(outOfZone === null ? [] : [{ type, ...outOfZone }]),
    ...ends.filter((one) => one.type === type),
  ];
  const read = (reply: ServerReply) => serverAnswer(reply, all, name, type, apex);
  const servers = (found?.replies ?? []).map(read);
  const given = [...servers, ...(type === "A" ? tries : []).map(read)];
  const answers = given.flatMap(({ answer }) => answer ?? []);
  const first =
    answers.find(({ status }) => status === "answer") ??
    answers.find(({ status }) => status === "nodata") ??
    answers[0];
  const outcome = outOfZone?.outcome.kind === "unknown" ? outOfZone.outcome : found?.outcome;
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
    outOfZone: all.length > 0,
    varies: variesOf(given),
  };
}

/**
 * Reads a server's answer. If the CNAME chain leaves the zone, our resolver's answer for the name at the end of the
 * chain is used.
 */
function serverAnswer(
  { server, outcome }: ServerReply,
  ends: readonly EndObservation[],
  name: string,
  type: ComparedType,
  apex: string,
): ServerAnswer {
  const none = (reason: Reason | null): ServerAnswer => ({ server, answer: null, reason });
  if (outcome.kind !== "present") return none(outcome.kind === "unknown" ? outcome.reason : "no_servers");
  const own = readAnswer(outcome.value, name, type, apex);
  if (own === null) return none("malformed");
  const outOfZone = ends.find(({ target }) => target === own.alias);
  if (own.alias === null || own.values.length > 0 || (outOfZone === undefined && !leavesZone(own, apex)))
    return { server, answer: own, reason: null };
  if (outOfZone === undefined) return none("budget");
  if (outOfZone.outcome.kind !== "present")
    return none(outOfZone.outcome.kind === "unknown" ? outOfZone.outcome.reason : null);
  const end = readAnswer(outOfZone.outcome.value, outOfZone.target, type);
  if (end === null) return none("malformed");
  // NXDOMAIN applies to the CNAME target; the name itself exists.
  const status = end.status === "nxdomain" ? "nodata" : end.status;
  const answer: ComparableAnswer = {
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
  const byServer = [...sets.values()].map((all) => ({
    different: new Set(all.map(({ answer }) => `${answer.key} ${answer.alias}`)),
    times: all.length,
  }));
  if (byServer.some(({ different }) => different.size > 1)) return true;
  const sure = byServer.filter(({ times }) => times >= SAME_MIN).flatMap(({ different }) => [...different]);
  const all = new Set(byServer.flatMap(({ different }) => [...different]));
  return sure.length > 0 && all.size === new Set(sure).size ? false : null;
}

/** Returns the zone's serial number at each server, by server address. */
export function serialsOf({
  authoritative,
  versions,
}: Pick<PropagationObservation, "authoritative" | "versions">) {
  const apex = authoritative.zone?.kind === "present" ? authoritative.zone.value.apex : null;
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

/**
 * Whether the zone's servers agree on all record types. `agree` is null if this is unknown: fewer than two servers
 * answered, or the servers' answers differ only in types that may be load-balanced, which `unsure` lists.
 */
export type Agreement = {
  readonly agree: boolean | null;
  readonly disagree: readonly ComparedType[];
  readonly unsure: readonly ComparedType[];
};

/**
 * Finds the record types in which the zone's servers contradict each other: each server always repeats its own answer,
 * and these answers differ. Addresses that vary at a single server are load-balanced, and so are records behind
 * load-balanced aliases. The zone's serial numbers prove nothing here, because the servers of different DNS providers
 * number their versions independently.
 */
export function agreementOf(authoritativeAnswers: readonly AuthoritativeAnswer[]): Agreement {
  const heard = authoritativeAnswers.map(
    ({ servers }) => servers.filter(({ answer }) => answer !== null).length,
  );
  const varies = authoritativeAnswers.find(({ type }) => type === "A")?.varies ?? null;
  const differing = authoritativeAnswers.filter(differs);
  const mayBalance = ({ type, servers }: AuthoritativeAnswer) => {
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

/** Returns true if the servers' first answers differ. */
export function differs({ servers }: Pick<AuthoritativeAnswer, "servers">): boolean {
  return new Set(servers.flatMap(({ answer }) => answer?.key ?? [])).size > 1;
}
