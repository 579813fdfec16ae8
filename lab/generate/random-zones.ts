import { SIGNED_FIX } from "../plan/fix.ts";
import { OTHER } from "../plan/situation-row.ts";
import type { SituationDaemon, ZoneMaking } from "../plan/situation-shapes.ts";
import type { SituationZone } from "../plan/situation-zones.ts";

/** The servers of random zones: names in the signed zone that tests change, and addresses that no host has. */
export const RANDOM_SERVERS = {
  "nsd-leaf": { "nsd1.fix.org": "5.9.210.1", "nsd2.fix.org": "5.9.210.2" },
  bind: { "bind1.fix.org": "5.9.210.3", "bind2.fix.org": "5.9.210.4" },
  knot: { "knot1.fix.org": "5.9.210.5", "knot2.fix.org": "5.9.210.6" },
} as const satisfies Readonly<Record<SituationDaemon, Readonly<Record<string, string>>>>;

/** The seed of the test's zones; RANDOM_ZONES=SEED makes other ones. */
export const RANDOM_SEED = Number(process.env["RANDOM_ZONES"] ?? 49);

/** A random zone: how it is signed and made, in words, and the names to ask about. */
export type RandomZone = {
  readonly zone: SituationZone;
  readonly signing: string;
  readonly what: string;
  readonly names: readonly string[];
};

const EXPIRED: ZoneMaking = { damage: { "*": "expired", DNSKEY: "expired" } };
const UNSIGNED: ZoneMaking = { keys: [] };
const ISLAND: ZoneMaking = { ds: [] };

/** How zones are signed. */
const SIGNINGS: Readonly<Record<string, ZoneMaking>> = {
  NSEC: {},
  "NSEC, two keys": { keys: [{ signs: "keys" }, { flags: 256, signs: "zone" }] },
  "NSEC, RSA": { keys: [{ algorithm: 8 }] },
  "NSEC, Ed25519": { keys: [{ algorithm: 15 }] },
  "NSEC, SHA-1": { keys: [{ algorithm: 5 }] },
  NSEC3: { denial: {} },
  "NSEC3 with salt": { denial: { salt: "AABB" } },
  "opt-out": { denial: { optOut: true } },
  "120 iterations": { denial: { iterations: 120 } },
  unsigned: UNSIGNED,
  island: ISLAND,
};

/** Faults of a zone, each in place of a field of a correct zone. */
const FAULTS: Readonly<Record<string, ZoneMaking>> = {
  // Knot fails at a zone with NSEC3PARAM that has no NSEC3.
  "no denials": { damage: { NSEC: "absent", NSEC3: "absent", NSEC3PARAM: "absent" } },
  "denials without signature": { damage: { NSEC: "missing", NSEC3: "missing" } },
  "denials expired": { damage: { NSEC: "expired", NSEC3: "expired" } },
  "denials leave the zone": { proofs: "leaves" },
  "denials skip names": { proofs: "skips" },
  "denials list no types": { proofs: "no_types" },
  "denials list more types": { proofs: "more_types" },
  "empty non-terminals have no NSEC3": { proofs: "no_ent" },
  "wildcards without NSEC": { damage: { "*.wild NSEC": "absent", "*.star NSEC": "absent" } },
  "A without signature": { damage: { A: "missing" } },
  "A changed": { damage: { A: "changed" } },
  "TXT expired": { damage: { TXT: "expired" } },
  "MX of the future": { damage: { MX: "future" } },
  "CNAME corrupt": { damage: { CNAME: "corrupt" } },
  "CNAME without signature": { damage: { CNAME: "missing" } },
  "DNAME without signature": { damage: { DNAME: "missing" } },
  "SOA without signature": { damage: { SOA: "missing" } },
  "NS corrupt": { damage: { NS: "corrupt" } },
  "DS without signature": { damage: { DS: "missing" } },
  "wrong label count": { damage: { A: "labels", CNAME: "labels" } },
  "signed in the parent's name": { damage: { A: "signer" } },
  "signed by a stranger": { damage: { "*": "stranger" } },
  "DNSKEY without signature": { damage: { DNSKEY: "missing" } },
  "all expired": EXPIRED,
  "DS with a wrong digest": { ds: [{ wrong: "digest" }] },
  "DS with a wrong tag": { ds: [{ wrong: "tag" }] },
  "DS with a wrong algorithm": { ds: [{ wrong: "algorithm" }] },
  "DS with an unknown digest": { ds: [{ digest: 100 }] },
  "unknown algorithm": { keys: [{ as: 100 }] },
  "protocol 4": { keys: [{ protocol: 4 }] },
};

/** The states of child zones. */
const CHILDREN: Readonly<Record<string, ZoneMaking>> = {
  signed: {},
  "signed with NSEC3": { denial: {} },
  unsigned: UNSIGNED,
  island: ISLAND,
  expired: EXPIRED,
  "under a DS of another key": { ds: [{ of: OTHER }] },
  "unsigned, under a DS": { keys: [], ds: [{ of: OTHER }] },
  "with wrong signatures": { damage: { "*": "corrupt" } },
  "with wrong addresses": { damage: { A: "corrupt" } },
  "without signatures": { damage: { "*": "missing" } },
  "without denials": { damage: { NSEC: "absent" } },
};

/** Names that aliases lead to, with the name of a zone in place of `@`. */
const TARGETS = ["www.@", "www.@", "@", "alias.@", "nothing.@", "ent.@", "x.wild.@"];
/** Aliases that other aliases lead to, only in later zones, so that no alias leads to itself. */
const FURTHER = [...TARGETS, "to0.@", "x.star.@", "www.tree.@"];

/**
 * Returns random zones below SIGNED_FIX, the same ones for the same seed: signed in some way, most with one fault, with
 * child zones on the same or on other servers, and with aliases into these and into each other.
 */
export function randomZones(seed: number, count: number): readonly RandomZone[] {
  let state = seed;
  const below = (end: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
  const chance = (percent: number) => below(100) < percent;
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const named = (table: Readonly<Record<string, ZoneMaking>>) => one(Object.entries(table));
  const zones = Array.from({ length: count }, (_, i) => `r${i}.${SIGNED_FIX}`);
  const daemons = Object.keys(RANDOM_SERVERS) as SituationDaemon[];

  /** Returns a zone whose servers are of one software, or one of each of two. */
  const zoneOf = (name: string, making: ZoneMaking, held: readonly SituationDaemon[]): SituationZone => {
    const names = held.flatMap((daemon) => Object.keys(RANDOM_SERVERS[daemon]).slice(0, 3 - held.length));
    return { name, making, held, servers: names.map((name) => ({ name })), children: [] };
  };
  const holders = (): SituationDaemon[] => {
    const first = one(["nsd-leaf", ...daemons] as const);
    const second = chance(15) ? one(daemons) : first;
    return [...new Set([first, second])];
  };

  return zones.map((name, i) => {
    const [signing, signed] = named(SIGNINGS);
    const [fault, change] = signed !== UNSIGNED && chance(60) ? named(FAULTS) : ["no fault", {}];
    const held = holders();
    const children = ["child", "inner"].slice(0, below(3)).map((label) => {
      const [state, making] = named(CHILDREN);
      const at = chance(60) ? held : holders();
      return { label, words: `${label} ${state} at ${at}`, zone: zoneOf(`${label}.${name}`, making, at) };
    });
    const target = () => {
      const own = [name, ...children.flatMap(({ zone }) => [zone.name, zone.name, zone.name])];
      const later = zones.slice(i + 1);
      return later.length === 0 || chance(75)
        ? `${one(TARGETS).replace("@", one(own))}.`
        : `${one(FURTHER).replace("@", one(later))}.`;
    };
    const records = ["to0 CNAME", "to1 CNAME", "to2 CNAME", "*.star CNAME", "deep.er.sub CNAME"].map(
      (owner) => `${owner} ${target()}`,
    );
    records.push(
      `tree DNAME ${one([...children.map(({ zone }) => zone.name), name, zones[i + 1] ?? name])}.`,
    );
    const making = { ...signed, ...change, records: records.join("\n") };
    const own = ["@", "www", "to0", "to1", "to2", "x.star", "www.tree", "nothing", "x.wild", "er.sub"];
    return {
      zone: { ...zoneOf(name, making, held), children: children.map(({ zone }) => zone) },
      signing,
      what: [signing, fault, `at ${held}`, ...children.map(({ words }) => words), ...records].join("; "),
      names: [...own, ...children.map(({ label }) => one([`www.${label}`, `nothing.${label}`]))].map(
        (label) => (label === "@" ? name : `${label}.${name}`),
      ),
    };
  });
}
