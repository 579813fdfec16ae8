import { join } from "node:path";
import { VERBS } from "../plan/odd-mail.ts";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import { bind } from "./bind.ts";
import { dnsdist } from "./dnsdist.ts";
import { dovecot } from "./dovecot.ts";
import { knot } from "./knot.ts";
import { nginx } from "./nginx.ts";
import { nsd } from "./nsd.ts";
import { postfix } from "./postfix.ts";
import { rbldnsd } from "./rbldnsd.ts";
import { registry } from "./registry.ts";
import { type Folders, first, type Part, type Server } from "./server.ts";
import { laggard, recursor, unbound } from "./unbound.ts";

/** Writes the configuration of all servers of the given parts, and returns the commands that start them. */
export async function planServers(folders: Folders, parts: readonly Part[]): Promise<readonly Server[]> {
  const makers: Readonly<Record<Part, () => Server[] | Promise<Server[]>>> = {
    dns: () => [
      nsd("nsd-root", folders),
      nsd("nsd-tld", folders),
      nsd("nsd-registry", folders),
      nsd("nsd-leaf", folders),
      knot(folders),
      bind(folders),
      unbound(folders),
      recursor(folders),
      laggard(folders),
      dnsdist(folders),
    ],
    rbl: () => [rbldnsd(folders)],
    web: () => [nginx(folders)],
    registry: () => [registry(folders)],
    mail: async () => [await postfix(folders), dovecot(folders)],
  };
  return [...(await Promise.all(parts.map((part) => makers[part]()))).flat(), ...odd(folders, parts)];
}

/** Configures one process for all servers whose misbehaviour no package supports. */
function odd({ made }: Folders, parts: readonly Part[]): Server[] {
  // The process starts its servers in this order, so the last one shows that all are ready.
  const ready: Readonly<Partial<Record<Part, Server["ready"]>>> = {
    web: { tcp: first(hostsOf("odd-http").flatMap(addressesOf)), port: 80 },
    mail: { tcp: VERBS.v4, port: VERBS.port },
    dns: {
      dns: first(hostsOf("odd").flatMap((host) => (host.deviation === "no_edns" ? addressesOf(host) : []))),
    },
  };
  const last = Object.entries(ready).findLast(([part]) => parts.some((one) => one === part));
  if (last === undefined) return [];
  const command = [process.execPath, join(import.meta.dir, "../odd/index.ts"), made, ...parts];
  return [{ name: "odd", command, ready: last[1] }];
}
