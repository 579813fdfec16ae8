import { mkdirSync, writeFileSync } from "node:fs";
import { addressesOf, hostsOf, serversOf } from "../plan/plan.ts";
import type { Zone } from "../plan/shapes.ts";
import { ZONES } from "../plan/zones.ts";
import { type Folders, first, type Server } from "./server.ts";

/** Configures rbldnsd for the plan's blocklists. It refuses to run as root, and answers over UDP only. */
export function rbldnsd({ run }: Folders): Server {
  const folder = `${run}/rbldnsd`;
  mkdirSync(folder);
  const addresses = hostsOf("rbldnsd").flatMap(addressesOf);
  const zones = ZONES.filter((zone) => zone.blocklist !== undefined);
  const datasets = zones.flatMap((zone) => writeDatasets(folder, zone));
  const unprivileged = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  return {
    name: "rbldnsd",
    command: [
      ...unprivileged,
      ...["rbldnsd", "-n", "-w", folder, "-p", "/dev/null"],
      ...addresses.flatMap((address) => ["-b", `${address}/53`]),
      ...datasets,
    ],
    ready: { dns: first(addresses) },
  };
}

/**
 * Writes a file for each dataset of a zone.
 * @returns rbldnsd's arguments for the datasets.
 */
function writeDatasets(folder: string, zone: Zone): string[] {
  const [primary, ...others] = serversOf(zone).map((host) => host.name);
  const apex = `$SOA 300 ${primary} hostmaster.${zone.name} 1 7200 3600 1209600 300\n$NS 3600 ${[primary, ...others].join(" ")}\n`;
  return Object.entries(zone.blocklist?.datasets ?? {}).map(([type, lines]) => {
    const file = `${zone.name}.${type}`;
    writeFileSync(`${folder}/${file}`, `${type === "acl" ? "" : apex}${lines.join("\n")}\n`);
    return `${zone.name}:${type}:${file}`;
  });
}
