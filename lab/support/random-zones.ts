import { mkdirSync } from "node:fs";
import { RANDOM_SERVERS, type RandomZone } from "../generate/random-zones.ts";
import { makeSituation } from "../generate/situations.ts";
import { labHere } from "../host/place.ts";
import { SIGNED_FIX } from "../plan/fix.ts";
import type { SituationDaemon } from "../plan/situation-shapes.ts";
import { type SituationZone, situationFile } from "../plan/situation-zones.ts";
import { authoritativeBind } from "../servers/bind.ts";
import { authoritativeKnot, plainEntry } from "../servers/knot.ts";
import { authoritativeNsd } from "../servers/nsd.ts";
import { startOnInternet } from "./internet-server.ts";
import { publish } from "./publish.ts";

/**
 * Starts servers for random zones, and delegates the zones from the signed zone that tests change. The delegations
 * stay there as long as the lab.
 */
export async function serveRandomZones(zones: readonly RandomZone[]): Promise<AsyncDisposable> {
  const made = `${labHere().run}/random`;
  mkdirSync(`${made}/zones/situations`, { recursive: true });
  const delegations = zones.flatMap(({ zone }) => makeSituation(made, zone));
  const all = zones.flatMap(({ zone }) => [zone, ...zone.children]);
  const filesAt = (daemon: SituationDaemon) =>
    all
      .filter(({ held }) => held.includes(daemon))
      .map((zone: SituationZone) => ({ name: zone.name, file: situationFile(zone, daemon) }));
  const addressesOf = (daemon: SituationDaemon) => Object.values(RANDOM_SERVERS[daemon]);
  const servers = await Promise.all([
    startOnInternet("random-nsd", addressesOf("nsd-leaf"), (site) =>
      authoritativeNsd("random-nsd", { ...site, made }, filesAt("nsd-leaf")),
    ),
    startOnInternet("random-bind", addressesOf("bind"), (site) =>
      authoritativeBind({ ...site, made }, filesAt("bind")),
    ),
    startOnInternet("random-knot", addressesOf("knot"), (site) =>
      authoritativeKnot({ ...site, made }, filesAt("knot").map(plainEntry)),
    ),
  ]);
  const hosts = Object.values(RANDOM_SERVERS).flatMap((names) => Object.entries(names));
  const relative = (owner: string) => owner.slice(0, -`.${SIGNED_FIX}.`.length);
  const lines = [
    ...hosts.map(([name, address]) => `${relative(`${name}.`)} A ${address}`),
    ...delegations.map(({ owner, type, rdata }) => `${relative(owner)} ${type} ${rdata}`),
  ];
  await publish({ lines: { [SIGNED_FIX]: lines } });
  return {
    async [Symbol.asyncDispose]() {
      for (const server of servers) await server[Symbol.asyncDispose]();
    },
  };
}
