import { mkdirSync, writeFileSync } from "node:fs";
import { childrenOf } from "../plan/plan.ts";
import { absolute, DELEGATED_ZONE, delegationsOf, fillerOf, masterFile, recordsOf } from "../plan/records.ts";
import type { PlanRecord, Zone, ZoneDaemon } from "../plan/shapes.ts";
import { SITUATIONS_PARENT } from "../plan/situation-row.ts";
import { ZONES } from "../plan/zones.ts";
import { atOnce, run } from "../support/run.ts";
import { makeSituations } from "./situations.ts";

/** A zone's DS and DNSKEY rdata, as `dig +nosplit` prints them. */
export type ZoneKeys = { readonly ds: string; readonly dnskey: string };

/**
 * Returns the name of a zone's master file, relative to the folder of zones. A process may hold its own version of
 * the zone.
 */
export function zoneFile(zone: Zone, at?: ZoneDaemon): string {
  const version = at !== undefined && zone.variant?.at === at ? `@${at}` : "";
  return `${zone.name === "" ? "root" : zone.name}${version}.zone`;
}

/** The one master file that every zone in `Zone.delegates` shares. */
export const DELEGATED_FILE = "delegated.zone";

/**
 * Writes every zone's master file, signed where the plan says so, and the root's trust anchor as `root.key` (for
 * Unbound) and `root.anchor` (for delv). Each signed zone has one key, made by BIND's tools.
 */
export async function makeZones(folder: string): Promise<void> {
  for (const name of ["zones", "keys", "other-keys", "plain"]) mkdirSync(`${folder}/${name}`);
  writeFileSync(`${folder}/zones/${DELEGATED_FILE}`, DELEGATED_ZONE);
  const keys = new Map<string, ZoneKeys>();
  const parentDs = new Map<string, string>();
  await atOnce(
    ZONES.filter((zone) => zone.signing !== undefined || zone.strayDs),
    async (zone) => {
      if (zone.signing !== undefined) {
        const own = await makeKey(`${folder}/keys`, zone);
        keys.set(zone.name, own);
        if (zone.signing.wrong !== "wrong_ds" && zone.signing.wrong !== "no_ds")
          parentDs.set(zone.name, own.ds);
      }
      if (zone.strayDs || zone.signing?.wrong === "wrong_ds")
        parentDs.set(zone.name, (await makeKey(`${folder}/other-keys`, zone)).ds);
    },
  );
  const situations = makeSituations(folder);
  await atOnce(
    ZONES.filter((zone) => zone.blocklist === undefined),
    (zone) => writeZone(folder, zone, parentDs, zone.name === SITUATIONS_PARENT ? situations : []),
  );
  writeFileSync(`${folder}/keys.json`, JSON.stringify(Object.fromEntries(keys)));
  const anchor = keys.get("")?.dnskey ?? "";
  writeFileSync(`${folder}/root.key`, `. IN DNSKEY ${anchor}\n`);
  const [flags, protocol, algorithm, key] = anchor.split(" ");
  writeFileSync(
    `${folder}/root.anchor`,
    `trust-anchors { . static-key ${flags} ${protocol} ${algorithm} "${key}"; };\n`,
  );
}

async function makeKey(folder: string, zone: Zone): Promise<ZoneKeys> {
  const base = await run(
    "dnssec-keygen",
    "-q",
    "-K",
    folder,
    "-a",
    ...(zone.signing?.algorithm === "RSASHA1" ? ["RSASHA1", "-b", "2048"] : ["ECDSAP256SHA256"]),
    "-f",
    "KSK",
    absolute(zone.name),
  );
  const file = `${folder}/${base.trim()}.key`;
  const rdata = (record: string, type: string) => {
    const [, fields = ""] = record.split(` ${type} `);
    return fields.trim();
  };
  const record = (await Bun.file(file).text()).split("\n").find((line) => line.includes(" DNSKEY ")) ?? "";
  const [flags, protocol, algorithm, ...key] = rdata(record, "DNSKEY").split(/\s+/);
  return {
    ds: rdata(await run("dnssec-dsfromkey", "-2", file), "DS"),
    dnskey: `${flags} ${protocol} ${algorithm} ${key.join("")}`,
  };
}

async function writeZone(
  folder: string,
  zone: Zone,
  parentDs: ReadonlyMap<string, string>,
  further: readonly PlanRecord[],
): Promise<void> {
  const ds = childrenOf(zone).flatMap((child) => {
    const rdata = parentDs.get(child.name);
    return rdata === undefined ? [] : [{ owner: absolute(child.name), ttl: 86_400, type: "DS", rdata }];
  });
  const text = `$TTL 300\n${masterFile([...recordsOf(zone), ...delegationsOf(zone), ...ds, ...further, ...fillerOf(zone)])}`;
  const signed = `${folder}/zones/${zoneFile(zone)}`;
  if (zone.variant !== undefined) {
    const text = `$TTL 300\n${masterFile(recordsOf(zone, zone.variant))}`;
    writeFileSync(`${folder}/zones/${zoneFile(zone, zone.variant.at)}`, text);
  }
  if (zone.signing === undefined) {
    writeFileSync(signed, text);
    return;
  }
  const plain = `${folder}/plain/${zoneFile(zone)}`;
  writeFileSync(plain, text);
  const [start, end] = TIMES[zone.signing.wrong ?? ""] ?? [-1, 30];
  const nsec3 = zone.signing.denial === "nsec3" ? ["-3", "-", "-H", "0"] : [];
  // -S -z -x: the only key signs all records. -P: skip the final check, which would reject an expired zone.
  const options = [
    "-q",
    "-P",
    "-S",
    "-z",
    "-x",
    "-O",
    "full",
    "-K",
    `${folder}/keys`,
    "-d",
    `${folder}/plain`,
  ];
  const times = ["-s", daysFromNow(start), "-e", daysFromNow(end)];
  await run(
    "dnssec-signzone",
    ...options,
    ...times,
    ...nsec3,
    "-o",
    absolute(zone.name),
    "-f",
    signed,
    plain,
  );
}

/** Validity period of deliberately wrong signatures, in days from now. */
const TIMES: Readonly<Record<string, readonly [number, number]>> = { expired: [-60, -30], soon: [-29, 1] };

/** Formats a time for dnssec-signzone: YYYYMMDDHHMMSS, UTC. */
function daysFromNow(days: number): string {
  const time = new Date(Date.now() + days * 86_400_000);
  return time.toISOString().replace(/\D/g, "").slice(0, 14);
}
