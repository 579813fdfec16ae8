import type { DomainObservation, Said } from "@dnstools/core/domain/observations";
import type { DomainName } from "@dnstools/core/protocol/names";
import type { Zone } from "@dnstools/core/protocol/zone";
import type { Look } from "@dnstools/net";
import { NO_NAMES, unasked, zoneSays } from "@dnstools/net/lookup/domain";
import { reachZone } from "@dnstools/net/lookup/reach";
import { askEach, type BarredAddresses, serversOf } from "@dnstools/net/lookup/zone";
import { truthOf } from "../judge/truth.ts";
import { type ComparedType, type EndObservation, TYPES } from "../observations.ts";
import { readAnswer } from "../read-answer.ts";
import { createFollow } from "./follow.ts";
import { untilNothingNew } from "./until-nothing-new.ts";

/** What the zone's servers said to further A questions, and the ends of aliases in these. */
export type Tried = { readonly tries: readonly Said[]; readonly ends: readonly EndObservation[] };

/** What the zone's servers say, and a way to ask them for addresses again. */
export type TruthSought = {
  readonly observed: DomainObservation;
  /** The zone's SOA as each server has it. */
  readonly versions: readonly Said[];
  /** Ends of aliases that are not in `seen`. */
  readonly ends: readonly EndObservation[];
  /** Asks for A some more times: who gives each asker some of many addresses shows it. */
  readonly again: () => Promise<Tried>;
};

/** Addresses of a zone's servers that are asked: both of 13. A registry that has denied a name is asked at two. */
const SERVERS_MAX = 26;
const DENIED_MAX = 2;
/** Of a zone with many servers some are enough to see that answers vary. */
const TRIED_MAX = 4;

/** Asks every server of a name's zone for A, MX, TXT and SOA, all at the same time. */
export async function seekTruth(look: Look, name: DomainName): Promise<TruthSought> {
  const { zone, delegation, denied } = await reachZone(look, name);
  const barred: BarredAddresses = new Map();
  if (zone.kind !== "present") {
    const resolverAlive = zone.kind === "unknown" ? await look.resolverAlive() : null;
    const all = TYPES.map((type) => unasked(type, zone));
    const observed = { ...NO_NAMES, delegation, zone, resolverAlive, types: all };
    return { observed, versions: [], ends: [], again: () => Promise.resolve({ tries: [], ends: [] }) };
  }
  const most = denied ? DENIED_MAX : SERVERS_MAX;
  const says = (at: DomainName, type: ComparedType | "SOA") =>
    zoneSays(look, zone.value, at, type, barred, most);
  const follow = createFollow(look, zone.value.apex, name);
  const [versions, ...types] = await Promise.all([
    says(zone.value.apex, "SOA"),
    ...TYPES.map(async (type) => {
      const said = await says(name, type);
      const followed = said.beyond === null ? [] : [said.beyond.target];
      return { said, ends: await follow(type, said.said, followed) };
    }),
  ]);
  const said = types.map((one) => one.said);
  const lost = said.every(({ outcome }) => outcome.kind === "unknown");
  const resolverAlive = lost ? await look.resolverAlive() : null;
  const observed = { ...NO_NAMES, delegation, zone, resolverAlive, types: said };
  const further = types.flatMap((one) => one.ends);
  const again = async () => {
    const tries = await askAgain(look, zone.value, name, barred, { observed, ends: further });
    const beyond = said[0]?.beyond?.target;
    const before = further.filter(({ type }) => type === "A").map(({ target }) => target);
    return { tries, ends: await follow("A", tries, beyond === undefined ? before : [beyond, ...before]) };
  };
  return { observed, versions: versions.said, ends: further, again };
}

/** One time after the other: the same question at the same time is one question. */
async function askAgain(
  look: Look,
  zone: Zone,
  name: DomainName,
  barred: BarredAddresses,
  { observed, ends: followed }: Pick<TruthSought, "observed" | "ends">,
): Promise<readonly Said[]> {
  const once = truthOf(observed, name, "A", { ends: followed });
  // One of each answer before the second of any.
  const answers = once.servers.filter(({ answer }) => answer !== null);
  const firsts = new Map(answers.toReversed().map((one) => [one.answer?.key, one]));
  const inOrder = new Set([...firsts.values(), ...answers].map(({ server }) => server.address));
  const tried = [...inOrder].slice(0, TRIED_MAX);
  const servers = serversOf(zone).filter(({ address }) => tried.includes(address));
  const first = observed.types.find(({ type }) => type === "A")?.said ?? [];
  const partsOf = ({ outcome }: Said) => {
    const answer = outcome.kind === "present" ? readAnswer(outcome.value, name, "A", zone.apex) : null;
    return answer === null ? null : [answer.status, `alias ${answer.alias}`, ...answer.values];
  };
  return untilNothingNew(first, partsOf, () => askEach(look, zone, servers, { name, type: "A" }, barred));
}
