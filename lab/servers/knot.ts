import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { zoneFile } from "../generate/dnssec.ts";
import { PRODUCT } from "../plan/hosts.ts";
import { addressesOf, holdersOf, hostsOf } from "../plan/plan.ts";
import { absolute } from "../plan/records.ts";
import type { Zone } from "../plan/shapes.ts";
import { situationsAt } from "../plan/situation-zones.ts";
import { ZONES } from "../plan/zones.ts";
import { type Folders, first, type Server, type Site, type ZoneFile } from "./server.ts";

/**
 * Configures Knot for its zones of the plan. The zones are already signed; Knot signs only the records that tests
 * publish.
 */
export function knot({ made, run }: Folders): Server {
  const folder = `${run}/knot`;
  mkdirSync(folder);
  const zones = ZONES.filter((zone) => holdersOf(zone).has("knot"));
  const site = { made, folder, addresses: hostsOf("knot").flatMap(addressesOf) };
  const server = authoritativeKnot(site, [...zones.map(entry), ...situationsAt("knot").map(plainEntry)]);
  // Imports the key of each zone that Knot signs, because the DS in the parent zone matches this key. The key signs all
  // records, as KSK and ZSK.
  const keys = zones.filter(signsItself).flatMap((zone) => {
    const file = readdirSync(`${made}/keys`).find((name) => name.startsWith(`K${zone.name}.+`)) ?? "";
    const tag = Number(/\+(\d+)\.\w+$/.exec(file)?.[1]);
    const keymgr = `keymgr -c ${folder}/knot.conf ${zone.name}`;
    return [`${keymgr} import-bind ${made}/keys/${file}`, `${keymgr} set ${tag} ksk=yes zsk=yes`];
  });
  return { ...server, command: ["sh", "-c", [...keys, `exec ${server.command.join(" ")}`].join(" && ")] };
}

/** Configures a Knot. @param entries the configuration of each zone, as plainEntry returns it. */
export function authoritativeKnot({ made, folder, addresses }: Site, entries: readonly string[]): Server {
  writeFileSync(
    `${folder}/knot.conf`,
    `server:
  rundir: "${folder}"
  pidfile: "${folder}/knot.pid"
  nsid: "knot"
  udp-workers: 1
  tcp-workers: 2
  background-workers: 1
${addresses.map((address) => `  listen: ${address}@53\n`).join("")}log:
- target: stderr
  any: warning
database:
  storage: "${folder}"
control:
  listen: "${folder}/knot.sock"
acl:
- id: updates
  address: [${Object.values(PRODUCT).join(", ")}]
  action: update
policy:
- id: own-key
  manual: on
  single-type-signing: on
  algorithm: ecdsap256sha256
  cds-cdnskey-publish: none
template:
- id: default
  storage: "${made}/zones"
  journal-content: none
  zonefile-load: whole
zone:
${entries.join("")}`,
  );
  return {
    name: "knot",
    command: ["knotd", "-c", `${folder}/knot.conf`],
    ready: { dns: first(addresses) },
  };
}

/** Returns the configuration of a zone that Knot serves unchanged. */
export function plainEntry({ name, file }: ZoneFile): string {
  return `- domain: "${absolute(name)}"\n  file: "${file}"\n`;
}

/**
 * Returns a zone's configuration. Changes that tests make stay in memory, because other labs use the same zone files.
 */
function entry(zone: Zone): string {
  const plain = plainEntry({ name: zone.name, file: zoneFile(zone, "knot") });
  const updates = ["  acl: updates", "  journal-content: changes", "  zonefile-sync: -1"];
  const signs = ["  dnssec-signing: on", "  dnssec-policy: own-key"];
  const more = [...(zone.updates === undefined ? [] : updates), ...(signsItself(zone) ? signs : [])];
  return plain + more.map((line) => `${line}\n`).join("");
}

function signsItself(zone: Zone): boolean {
  return zone.updates !== undefined && zone.signing !== undefined;
}
