import { mkdirSync, writeFileSync } from "node:fs";
import { zoneFile } from "../generate/dnssec.ts";
import { PRODUCT } from "../plan/hosts.ts";
import { addressesOf, holdersOf, hostsOf } from "../plan/plan.ts";
import { absolute } from "../plan/records.ts";
import type { Zone } from "../plan/shapes.ts";
import { ZONES } from "../plan/zones.ts";
import { type Folders, first, type Server } from "./server.ts";

/** A Knot with the zones the plan gives it; they are signed already. */
export function knot({ made, run }: Folders): Server {
  const folder = `${run}/knot`;
  mkdirSync(folder);
  const addresses = hostsOf("knot").flatMap(addressesOf);
  const zones = ZONES.filter((zone) => holdersOf(zone).has("knot"));
  writeFileSync(
    `${folder}/knot.conf`,
    `server:
  rundir: "${folder}"
  pidfile: "${folder}/knot.pid"
  nsid: "knot"
  udp-workers: 1
  tcp-workers: 1
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
template:
- id: default
  storage: "${made}/zones"
  journal-content: none
  zonefile-load: whole
zone:
${zones.map(entry).join("")}`,
  );
  return {
    name: "knot",
    command: ["knotd", "-c", `${folder}/knot.conf`],
    ready: { dns: first(addresses) },
  };
}

/** A zone's lines. What tests change is kept in memory, and never written to the files that other labs use too. */
function entry(zone: Zone): string {
  const lines = [`- domain: "${absolute(zone.name)}"`, `  file: "${zoneFile(zone, "knot")}"`];
  const updates = ["  acl: updates", "  journal-content: changes", "  zonefile-sync: -1"];
  return [...lines, ...(zone.updates === undefined ? [] : updates)].map((line) => `${line}\n`).join("");
}
