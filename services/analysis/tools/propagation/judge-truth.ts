import type { DomainSeen, Said, ServerSeen, TypeSeen } from "@dnstools/core/domain/seen";
import type { Reason } from "@dnstools/core/outcome";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { type Answer, readAnswer } from "./read-answer.ts";
import type { ComparedType, PropagationSeen } from "./seen.ts";

/** What one server of the zone has of a type. */
export type ServerAnswer = {
  readonly server: ServerSeen;
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
  readonly alias: string | null;
  /** Whether aliases lead out of the zone: then it is our resolver's word. */
  readonly beyond: boolean;
};

/** @param tries what servers said to the same question asked again. */
export function truthOf(
  seen: DomainSeen,
  name: string,
  type: ComparedType,
  tries: readonly Said[] = [],
): Truth {
  const found = seen.types.find((one) => one.type === type);
  const apex = seen.zone?.kind === "present" ? seen.zone.value.apex : "";
  const servers = (found?.said ?? []).map((said) => serverAnswer(said, found, name, type, apex));
  const more = tries.map((said) => serverAnswer(said, found, name, type, apex));
  const answers = [...servers, ...more].flatMap(({ answer }) => answer ?? []);
  const first =
    answers.find(({ status }) => status === "answer") ??
    answers.find(({ status }) => status === "nodata") ??
    answers[0];
  const outcome = found?.beyond?.outcome.kind === "unknown" ? found.beyond.outcome : found?.outcome;
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
    alias: first?.alias ?? null,
    beyond: (found?.beyond ?? null) !== null,
  };
}

/** Where a server's aliases leave the zone, what our resolver found at their end stands for it. */
function serverAnswer(
  { server, outcome }: Said,
  found: TypeSeen | undefined,
  name: string,
  type: ComparedType,
  apex: string,
): ServerAnswer {
  if (outcome.kind !== "present")
    return { server, answer: null, reason: outcome.kind === "unknown" ? outcome.reason : "no_servers" };
  const own = readAnswer(outcome.value, name, type, apex);
  if (own === null) return { server, answer: null, reason: "malformed" };
  const beyond = found?.beyond ?? null;
  if (own.alias === null || own.values.length > 0 || beyond === null || beyond.target !== own.alias)
    return { server, answer: own, reason: null };
  if (beyond.outcome.kind !== "present")
    return { server, answer: null, reason: beyond.outcome.kind === "unknown" ? beyond.outcome.reason : null };
  const end = readAnswer(beyond.outcome.value, beyond.target, type);
  if (end === null) return { server, answer: null, reason: "malformed" };
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

/** The zone's version at each server that told it, by the server's address. */
export function serialsOf({ truth, versions }: Pick<PropagationSeen, "truth" | "versions">) {
  const apex = truth.zone?.kind === "present" ? truth.zone.value.apex : null;
  return new Map(
    versions.flatMap(({ server, outcome }) => {
      const answers = outcome.kind === "present" ? outcome.value.answers : [];
      const soa = answers.find(
        (one): one is DnsRecord<"SOA"> => one.type === "SOA" && answerName(one.name) === apex,
      );
      return soa === undefined ? [] : [[server.address, soa.data.serial] as const];
    }),
  );
}

/**
 * Types for which servers of the zone contradict each other. Addresses alone that differ at servers with one version of
 * the zone are given so on purpose, to spread those who ask.
 */
export function disagreements(
  seen: Pick<PropagationSeen, "truth" | "versions">,
  truths: readonly Truth[],
): ComparedType[] {
  const oneVersion = new Set(serialsOf(seen).values()).size <= 1;
  const differing = truths.filter(({ servers }) => {
    const answers = servers.flatMap(({ answer }) => answer ?? []);
    return new Set(answers.map(({ key }) => key)).size > 1;
  });
  const onPurpose = ({ type, servers }: Truth) =>
    (type === "A" || servers.some(({ answer }) => (answer?.alias ?? null) !== null)) &&
    servers.every(({ answer }) => answer === null || answer.status === "answer");
  return oneVersion && differing.every(onPurpose) ? [] : differing.map(({ type }) => type);
}
