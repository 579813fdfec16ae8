import type { DomainObservation, ServerReply } from "@dnstools/core/domain/observations";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { NetSession } from "@dnstools/net";
import { NO_NAMES, unasked, zoneSays } from "@dnstools/net/lookup/domain";
import { reachZone } from "@dnstools/net/lookup/reach";
import { askEach, type BarredAddresses, serversOf } from "@dnstools/net/lookup/zone";
import { authoritativeAnswer } from "../judge/authoritative.ts";
import { type ComparedType, type EndObservation, TYPES } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { createFollow } from "./follow.ts";
import { untilNothingNew } from "./until-nothing-new.ts";

/**
 * Replies of the zone's servers to repeated A queries, and our resolver's answers for the CNAME targets outside the
 * zone.
 */
export type RepeatedAnswers = {
  readonly tries: readonly ServerReply[];
  readonly ends: readonly EndObservation[];
};

/** The authoritative answers, and a function that repeats the A query. */
export type AuthoritativeLookup = {
  readonly observed: DomainObservation;
  /** Replies of the zone's servers to the query for the zone's SOA record. */
  readonly versions: readonly ServerReply[];
  /** Our resolver's answers for CNAME targets outside the zone that are not in `observed`. */
  readonly ends: readonly EndObservation[];
  /** Repeats the A query, in order to detect servers that return some of many addresses to each client. */
  readonly again: () => Promise<RepeatedAnswers>;
};

/**
 * Maximum number of server addresses that are queried: the IPv4 and IPv6 addresses of 13 servers. DENIED_MAX applies
 * if a registry denied the name.
 */
const SERVERS_MAX = 26;
const DENIED_MAX = 2;
/** Maximum number of servers at which the A query is repeated; a few servers are enough to detect answers that vary. */
const TRIED_MAX = 4;

/** Queries every server of a name's zone for A, MX, TXT and SOA, all at the same time. */
export async function lookUpAuthoritative(
  session: NetSession,
  name: DomainName,
): Promise<AuthoritativeLookup> {
  const { zone, delegation, denied } = await reachZone(session, name);
  const barredAddresses: BarredAddresses = new Map();
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await session.resolverAlive() : null;
    const all = TYPES.map((type) => unasked(type, zone));
    const observed = { ...NO_NAMES, delegation, zone, resolverAlive, types: all };
    return { observed, versions: [], ends: [], again: () => Promise.resolve({ tries: [], ends: [] }) };
  }
  const most = denied ? DENIED_MAX : SERVERS_MAX;
  const says = (at: DomainName, type: ComparedType | "SOA") =>
    zoneSays(session, zone.value, at, type, barredAddresses, most);
  const follow = createFollow(session, zone.value.apex, name);
  const [versions, ...types] = await Promise.all([
    says(zone.value.apex, "SOA"),
    ...TYPES.map(async (type) => {
      const observation = await says(name, type);
      const { outOfZone } = observation;
      const followed = outOfZone === null ? [] : [outOfZone.target];
      return { observation, ends: await follow(type, observation.replies, followed) };
    }),
  ]);
  const observations = types.map((one) => one.observation);
  const lost = observations.every(({ outcome }) => outcome.kind === "unknown");
  const resolverAlive = lost ? await session.resolverAlive() : null;
  const observed = { ...NO_NAMES, delegation, zone, resolverAlive, types: observations };
  const further = types.flatMap((one) => one.ends);
  const again = async () => {
    const tries = await askAgain(session, zone.value, name, barredAddresses, { observed, ends: further });
    const outOfZone = observations[0]?.outOfZone?.target;
    const before = further.filter(({ type }) => type === "A").map(({ target }) => target);
    return {
      tries,
      ends: await follow("A", tries, outOfZone === undefined ? before : [outOfZone, ...before]),
    };
  };
  return { observed, versions: versions.replies, ends: further, again };
}

/** Repeats the A query in rounds, one after the other, because identical queries in flight are merged into one. */
async function askAgain(
  session: NetSession,
  zone: Zone,
  name: DomainName,
  barredAddresses: BarredAddresses,
  { observed, ends: followed }: Pick<AuthoritativeLookup, "observed" | "ends">,
): Promise<readonly ServerReply[]> {
  const once = authoritativeAnswer(observed, name, "A", { ends: followed });
  // The first queries go to one server for each different answer.
  const answers = once.servers.filter(({ answer }) => answer !== null);
  const firsts = new Map(answers.toReversed().map((one) => [one.answer?.key, one]));
  const inOrder = new Set([...firsts.values(), ...answers].map(({ server }) => server.address));
  const tried = [...inOrder].slice(0, TRIED_MAX);
  const servers = serversOf(zone).filter(({ address }) => tried.includes(address));
  const first = observed.types.find(({ type }) => type === "A")?.replies ?? [];
  const partsOf = ({ outcome }: ServerReply) => {
    const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, "A", zone.apex) : null;
    return answer === null ? null : [answer.status, `alias ${answer.alias}`, ...answer.values];
  };
  return untilNothingNew(first, partsOf, () =>
    askEach(session, zone, servers, { name, type: "A" }, barredAddresses),
  );
}
