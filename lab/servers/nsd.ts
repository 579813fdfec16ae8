import { mkdirSync, writeFileSync } from "node:fs";
import { DELEGATED_FILE, zoneFile } from "../generate/dnssec.ts";
import { addressesOf, delegatedOnly, holdersOf, hostsOf } from "../plan/plan.ts";
import { absolute } from "../plan/records.ts";
import type { Zone, ZoneDaemon } from "../plan/shapes.ts";
import { situationsAt } from "../plan/situation-zones.ts";
import { ZONES } from "../plan/zones.ts";
import { type Folders, first, type Server, type Site, type ZoneFile } from "./server.ts";

/** Allows zone transfers to every client. */
const TO_ALL = "  provide-xfr: 0.0.0.0/0 NOKEY\n  provide-xfr: ::0/0 NOKEY\n";

/** Configures an NSD for its zones of the plan. */
export function nsd(name: ZoneDaemon & `nsd-${string}`, { made, run }: Folders): Server {
  const folder = `${run}/${name}`;
  mkdirSync(folder);
  const zones = ZONES.filter((zone) => holdersOf(zone).has(name)).map((zone) => ({
    name: zone.name,
    file: zoneFile(zone, name),
    transfer: zone.transfer,
  }));
  const delegated = name === "nsd-leaf" ? ZONES.flatMap(delegatedOnly) : [];
  const addresses = hostsOf(name).flatMap(addressesOf);
  return authoritativeNsd(name, { made, folder, addresses }, [
    ...zones,
    ...delegated.map((one) => ({ name: one, file: DELEGATED_FILE })),
    ...(name === "nsd-leaf" ? situationsAt(name) : []),
  ]);
}

/**
 * Configures an NSD for some zones. Rate limiting is off, so the tables for it are kept small. Many products can run
 * at once, and NSD resets slow connections when half of those that it allows are open.
 */
export function authoritativeNsd(
  name: string,
  { made, folder, addresses }: Site,
  zones: readonly (ZoneFile & Pick<Zone, "transfer">)[],
): Server {
  writeFileSync(
    `${folder}/nsd.conf`,
    `server:
  server-count: 1
  username: ""
  chroot: ""
  database: ""
  pidfile: ""
  zonesdir: "${made}/zones"
  zonelistfile: "${folder}/zone.list"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  nsid: "ascii_${name}"
  tcp-count: 1000
  rrl-size: 10
  rrl-ratelimit: 0
${addresses.map((address) => `  ip-address: ${address}\n`).join("")}remote-control:
  control-enable: no
${zones.map((zone) => `zone:\n  name: "${absolute(zone.name)}"\n  zonefile: "${zone.file}"\n${zone.transfer === "open" ? TO_ALL : ""}`).join("")}`,
  );
  return {
    name,
    command: ["nsd", "-d", "-c", `${folder}/nsd.conf`],
    ready: { dns: first(addresses) },
  };
}
