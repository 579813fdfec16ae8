import { createHash } from "node:crypto";
import type { PlanRecord } from "../plan/shapes.ts";
import type { Damage, KeyMaking, Nsec3Making, ProofFault, ZoneMaking } from "../plan/situation-shapes.ts";
import { keyTag, type ZoneKey } from "./zone-keys.ts";
import {
  compareNames,
  labelsOf,
  nameWire,
  rdataWire,
  toBase32Hex,
  typeNumber,
  u16,
  u32,
} from "./zone-wire.ts";

/** A key and its entry in the plan, which states what the key signs. */
export type Signer = { readonly key: ZoneKey; readonly making: KeyMaking };

/** All records of one owner and type. */
type RecordSet = { readonly owner: string; readonly type: string; readonly records: readonly PlanRecord[] };

const DAY_S = 86_400;

/**
 * Signs a zone (RFC 4034, RFC 5155) and applies the damage that its plan entry asks for. The lab's other zones are
 * signed by dnssec-signzone and Knot, which cannot produce wrong signatures.
 * @param records all records of the zone except NSEC, NSEC3 and RRSIG, but including DNSKEY and glue.
 * @param cuts the names of the delegated zones.
 */
export function signZone(
  name: string,
  records: readonly PlanRecord[],
  cuts: readonly string[],
  signers: readonly Signer[],
  { damage = {}, denial, proofs: fault }: ZoneMaking,
): PlanRecord[] {
  const apex = `${name}.`;
  const isGlue = (owner: string) => cuts.some((cut) => owner.endsWith(`.${cut}.`));
  const isCut = (owner: string) => cuts.some((cut) => owner === `${cut}.`);
  const own = records.filter(({ owner, type }) => !isGlue(owner) && !(isCut(owner) && isAddress(type)));
  const unsigned = records.filter((record) => !own.includes(record));
  const proofs = denial === undefined ? nsec(own, isCut) : nsec3(name, own, isCut, denial);
  const signed = setsOf([...own, ...spoiled(proofs, name, fault)]).flatMap((set): readonly PlanRecord[] => {
    if (isCut(set.owner) && set.type === "NS") return set.records;
    const [kind, only] = damageOf(apex, set, damage);
    if (kind === "absent") return [];
    const signatures = signers
      .filter(
        ({ making: { signs = "all" } }) =>
          signs === "all" || signs === (set.type === "DNSKEY" ? "keys" : "zone"),
      )
      .flatMap((signer) => {
        const how = only === null || signers[only] === signer ? kind : null;
        return how === "missing" ? [] : [rrsig(name, set, signer.key, how)];
      });
    return [...(kind === "changed" ? changed(set.records) : set.records), ...signatures];
  });
  return [...signed, ...unsigned];
}

const isAddress = (type: string) => type === "A" || type === "AAAA";

function setsOf(records: readonly PlanRecord[]): RecordSet[] {
  const sets = Map.groupBy(records, ({ owner, type }) => `${owner} ${type}`);
  return [...sets.values()].flatMap((all) => {
    const [one] = all;
    return one === undefined ? [] : [{ owner: one.owner, type: one.type, records: all }];
  });
}

/**
 * Returns the damage to a record set, and the index of the only key whose signature is affected (null for all keys).
 */
function damageOf(
  apex: string,
  { owner, type }: RecordSet,
  damage: NonNullable<ZoneMaking["damage"]>,
): readonly [Damage | null, number | null] {
  const label = owner === apex ? "@" : owner.slice(0, -apex.length - 1);
  const found = damage[`${label} ${type}`] ?? damage[type] ?? (type === "DNSKEY" ? undefined : damage["*"]);
  if (found === undefined) return [null, null];
  return typeof found === "string" ? [found, null] : found;
}

/** Returns a signature's validity period, in seconds from now. */
function timesOf(damage: Damage | null): readonly [number, number] {
  switch (damage) {
    case "expired":
      return [-60 * DAY_S, -30 * DAY_S];
    case "future":
      return [30 * DAY_S, 60 * DAY_S];
    case "soon":
      return [-29 * DAY_S, DAY_S];
    case "reversed":
      return [30 * DAY_S, -30 * DAY_S];
    default:
      return [-DAY_S, 30 * DAY_S];
  }
}

function rrsig(
  zone: string,
  { owner, type, records }: RecordSet,
  key: ZoneKey,
  damage: Damage | null,
): PlanRecord {
  const [{ ttl = 0 } = {}] = records;
  const labels = labelsOf(owner).filter((label) => label !== "*").length + (damage === "labels" ? 1 : 0);
  const signer = damage === "signer" ? zone.slice(zone.indexOf(".") + 1) : zone;
  const original = damage === "ttl" ? ttl - 60 : ttl;
  const [start, end] = timesOf(damage).map((seconds) => Math.floor(Date.now() / 1000) + seconds) as [
    number,
    number,
  ];
  // A signature by an unpublished key differs from a good one only in its key tag.
  const tag = (keyTag(key) + (damage === "stranger" ? 1 : 0)) & 0xffff;
  const head = Buffer.concat([
    u16(typeNumber(type)),
    Buffer.from([key.algorithm, labels]),
    ...[original, end, start].map(u32),
    u16(tag),
    nameWire(signer),
  ]);
  const rdatas = records.map(({ rdata }) => rdataWire(type, rdata)).sort(Buffer.compare);
  const prefix = Buffer.concat([nameWire(owner), u16(typeNumber(type)), u16(1), u32(original)]);
  const signature = Buffer.from(
    key.sign(Buffer.concat([head, ...rdatas.flatMap((rdata) => [prefix, u16(rdata.length), rdata])])),
  );
  const middle = signature.length >> 1;
  if (damage === "corrupt") signature[middle] = (signature[middle] ?? 0) ^ 1;
  const fields = [type, key.algorithm, labels, original, timeText(end), timeText(start), tag, `${signer}.`];
  return { owner, ttl, type: "RRSIG", rdata: `${fields.join(" ")} ${signature.toString("base64")}` };
}

/** Formats a time as YYYYMMDDHHMMSS, UTC. */
function timeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace(/\D/g, "").slice(0, 14);
}

/** Changes the value of the last record. */
function changed(records: readonly PlanRecord[]): PlanRecord[] {
  const rdataOf = ({ type, rdata }: PlanRecord) => {
    switch (type) {
      case "A":
        return rdata.replace(/\d+$/, "99");
      case "TXT":
        return '"changed"';
      default:
        return rdata.replace(/\d+/, (number) => String(Number(number) + 1));
    }
  };
  return records.map((record, i) =>
    i === records.length - 1 ? { ...record, rdata: rdataOf(record) } : record,
  );
}

/** Returns the types for a name's NSEC or NSEC3 record. At a zone cut, only NS and DS count. */
function typesAt(owner: string, records: readonly PlanRecord[], isCut: (owner: string) => boolean): string[] {
  const here = new Set(records.filter((record) => record.owner === owner).map(({ type }) => type));
  return [...here].filter((type) => !isCut(owner) || type === "NS" || type === "DS");
}

const byNumber = (types: readonly string[]) =>
  types.toSorted((a, b) => typeNumber(a) - typeNumber(b)).join(" ");
const NEGATIVE_TTL = 300;

function nsec(records: readonly PlanRecord[], isCut: (owner: string) => boolean): PlanRecord[] {
  const owners = [...new Set(records.map(({ owner }) => owner))].sort(compareNames);
  return owners.map((owner, i) => {
    const types = byNumber([...typesAt(owner, records, isCut), "RRSIG", "NSEC"]);
    return { owner, ttl: NEGATIVE_TTL, type: "NSEC", rdata: `${owners[(i + 1) % owners.length]} ${types}` };
  });
}

/** Returns the NSEC3 hash of a name (RFC 5155 section 5). */
function nsec3Hash(name: string, salt: Buffer, iterations: number): string {
  let hash = createHash("sha1").update(nameWire(name)).update(salt).digest();
  for (let i = 0; i < iterations; i++) hash = createHash("sha1").update(hash).update(salt).digest();
  return toBase32Hex(hash);
}

function nsec3(
  zone: string,
  records: readonly PlanRecord[],
  isCut: (owner: string) => boolean,
  { iterations = 0, salt = "-", optOut, hash = 1 }: Nsec3Making,
): PlanRecord[] {
  const apex = `${zone}.`;
  const octets = Buffer.from(salt === "-" ? "" : salt, "hex");
  const signed = (owner: string) => !optOut || typesAt(owner, records, isCut).includes("DS") || !isCut(owner);
  const owners = new Set<string>([apex]);
  // Empty non-terminals need NSEC3 records too (RFC 5155 section 7.1).
  for (const { owner } of records)
    for (let at = owner; at !== apex && signed(owner); at = at.slice(at.indexOf(".") + 1)) owners.add(at);
  const flags = optOut ? 1 : 0;
  const parameters: PlanRecord = {
    owner: apex,
    ttl: 0,
    type: "NSEC3PARAM",
    rdata: `${hash} 0 ${iterations} ${salt}`,
  };
  const hashes = [...owners]
    .map((owner) => ({ owner, hash: nsec3Hash(owner, octets, iterations) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1));
  const chain = hashes.map((one, i): PlanRecord => {
    const types = typesAt(one.owner, [...records, parameters], isCut);
    const isSigned = types.length > 0 && (!isCut(one.owner) || types.includes("DS"));
    const next = hashes[(i + 1) % hashes.length]?.hash ?? "";
    const rdata = `${hash} ${flags} ${iterations} ${salt} ${next} ${byNumber([...types, ...(isSigned ? ["RRSIG"] : [])])}`;
    return { owner: `${one.hash}.${apex}`, ttl: NEGATIVE_TTL, type: "NSEC3", rdata: rdata.trim() };
  });
  return [parameters, ...chain];
}

/** Returns NSEC or NSEC3 records with a fault. */
function spoiled(proofs: readonly PlanRecord[], zone: string, fault: ProofFault | undefined): PlanRecord[] {
  const chain = proofs.filter(({ type }) => type !== "NSEC3PARAM");
  const others = proofs.filter(({ type }) => type === "NSEC3PARAM");
  // Number of words of the rdata before the list of types. The last of them is the next name or hash.
  const head = chain[0]?.type === "NSEC" ? 1 : 5;
  const changed = chain.map((record, i): PlanRecord => {
    const words = record.rdata.split(" ");
    const [next, types] = [words.slice(0, head), words.slice(head)];
    const rdataOf = () => {
      switch (fault) {
        case "leaves":
          return head === 1 ? [`zzz${zone.slice(zone.indexOf("."))}.`, ...types] : words;
        case "skips":
          return [
            ...next.slice(0, -1),
            (chain[(i + 1) % chain.length]?.rdata ?? "").split(" ")[head - 1],
            ...types,
          ];
        case "no_types":
          return [...next, ...types.filter((type) => type === "RRSIG" || type === "NSEC")];
        case "more_types":
          return [...next, byNumber([...new Set([...types, "AAAA", "MX"])])];
        default:
          return words;
      }
    };
    return { ...record, rdata: rdataOf().join(" ") };
  });
  const nxname = { owner: `nothing.${zone}.`, rdata: `\\000.nothing.${zone}. RRSIG NSEC TYPE128` };
  return [
    ...others,
    ...(fault === "nxname" ? [{ ...nxname, ttl: NEGATIVE_TTL, type: "NSEC" }] : []),
    ...(fault === "no_ent" ? changed.filter(({ rdata }) => rdata.split(" ").length > head) : changed),
  ];
}
