import { mkdirSync, writeFileSync } from "node:fs";
import { masterFile } from "../plan/records.ts";
import type { PlanRecord } from "../plan/shapes.ts";
import type { DsMaking, ZoneMaking } from "../plan/situation-shapes.ts";
import {
  SITUATION_ZONES,
  type SituationZone,
  situationDelegation,
  situationFile,
  situationRecords,
} from "../plan/situation-zones.ts";
import { dsText, keyText, zoneKey } from "./zone-keys.ts";
import { type Signer, signZone } from "./zone-signer.ts";

/**
 * Writes the zone files of all situations.
 * @returns the records for the parent zone: NS, DS and glue.
 */
export function makeSituations(folder: string): PlanRecord[] {
  mkdirSync(`${folder}/zones/situations`);
  return SITUATION_ZONES.flatMap((zone) => makeSituation(folder, zone));
}

/** Writes the files of a zone and its child zones. @returns the records for the parent zone. */
export function makeSituation(folder: string, zone: SituationZone): PlanRecord[] {
  const below = zone.children.flatMap((child) => makeSituation(folder, child));
  const { second, ...first } = zone.making;
  const versions = second === undefined ? [first] : [first, { ...first, ...second }];
  for (const [i, making] of versions.entries()) {
    const file = `${folder}/zones/${situationFile(zone, i === 0 ? "bind" : "knot")}`;
    writeFileSync(file, `$TTL 300\n${masterFile(zoneRecords(zone, making, below))}`);
  }
  const records = situationDelegation(zone);
  if (zone.making.undelegated) return records;
  return [...records, ...parentDs(zone).map((rdata) => record(zone, 3600, "DS", rdata))];
}

function signersOf({ name }: SituationZone, { keys = [{}] }: ZoneMaking): Signer[] {
  return keys.map((making, place) => ({ key: zoneKey(name, place, making), making }));
}

function zoneRecords(zone: SituationZone, making: ZoneMaking, below: readonly PlanRecord[]): PlanRecord[] {
  const signers = signersOf(zone, making);
  const published = signers.filter(({ making: { hidden } }) => !hidden);
  const isLeftOut = ({ owner, type }: PlanRecord) =>
    (making.without ?? []).some((set) => `${owner} ${type}` === set.replace(" ", `.${zone.name}. `));
  const delegations = below.filter((one) => !isLeftOut(one));
  const records = [
    ...situationRecords(zone, making),
    ...delegations,
    ...published.map(({ key }) => record(zone, 3600, "DNSKEY", keyText(key))),
    ...wishes(zone, making, signers),
  ];
  const cuts = zone.children
    .map(({ name }) => name)
    .filter((name) => delegations.some(({ owner, type }) => type === "NS" && owner === `${name}.`));
  return signers.length === 0 ? records : signZone(zone.name, records, cuts, signers, making);
}

/** Returns the CDS and CDNSKEY records of a zone. */
function wishes(
  zone: SituationZone,
  { cds = [], cdnskey = [] }: ZoneMaking,
  signers: readonly Signer[],
): PlanRecord[] {
  const cdsTexts = cds === "delete" ? ["0 0 0 00"] : cds.map((making) => dsOf(zone, signers, making));
  const keyTexts =
    cdnskey === "delete"
      ? ["0 3 0 AA=="]
      : cdnskey.flatMap((place) => signers.slice(place, place + 1).map(({ key }) => keyText(key)));
  return [
    ...cdsTexts.map((rdata) => record(zone, 300, "CDS", rdata)),
    ...keyTexts.map((rdata) => record(zone, 300, "CDNSKEY", rdata)),
  ];
}

/** Returns the rdata of the DS records that a zone's parent publishes. */
function parentDs(zone: SituationZone): string[] {
  const signers = signersOf(zone, zone.making);
  const { ds = signers.length === 0 ? [] : [{}] } = zone.making;
  return ds.map((making) => dsOf(zone, signers, making));
}

function dsOf(zone: SituationZone, signers: readonly Signer[], making: DsMaking): string {
  const key = making.of === undefined ? signers[making.key ?? 0]?.key : zoneKey(zone.name, 0, making.of);
  if (key === undefined) throw new Error(`${zone.name} has no key ${making.key ?? 0} for a DS`);
  return dsText(zone.name, key, making);
}

function record({ name }: SituationZone, ttl: number, type: string, rdata: string): PlanRecord {
  return { owner: `${name}.`, ttl, type, rdata };
}
