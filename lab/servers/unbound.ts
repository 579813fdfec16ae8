import { mkdirSync, writeFileSync } from "node:fs";
import { EGRESS, OWN_RESOLVER, RESOLVER } from "../plan/hosts.ts";
import { addressesOf, hostsOf } from "../plan/plan.ts";
import type { Host, Lies } from "../plan/shapes.ts";
import { type Folders, first, type Server } from "./server.ts";

/**
 * Configures one validating Unbound that listens on the addresses of all public resolvers, and sends its own queries
 * from other addresses. Each listening address has an `interface-action` line, because any `access-control` would
 * override the actions of single addresses.
 */
export function unbound(folders: Folders): Server {
  return resolver("unbound", hostsOf("unbound"), folders, RESOLVER);
}

/** Configures the operator's own resolver. */
export function recursor(folders: Folders): Server {
  const hosts = hostsOf("recursor").map((host) => ({ ...host, daemon: "unbound" }) as const);
  return resolver("recursor", hosts, folders, OWN_RESOLVER);
}

/** Configures the laggard: a public resolver whose cache the tests never flush. */
export function laggard(folders: Folders): Server {
  const hosts = hostsOf("laggard").map((host) => ({ ...host, daemon: "unbound" }) as const);
  return resolver("laggard", hosts, folders, first(hosts.flatMap(addressesOf)));
}

/**
 * Setting for a larger socket buffer, used in a lab without round-trip times. There, the queries of all tests can
 * arrive at once, but the default buffer holds only 277 packets.
 */
const ROOM = "  so-rcvbuf: 2m\n";
/** Queries in progress at once: as many as both threads of a resolver in our deployment together. */
const QUERIES = 2048;

/** Returns the beginning of unbound.conf(5): no other user, no log of the machine, all files in a folder. */
export function unboundHead(folder: string): string {
  return `server:
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
`;
}

function resolver(
  name: "unbound" | "recursor" | "laggard",
  hosts: readonly (Host & { daemon: "unbound" })[],
  { made, run, rtt }: Folders,
  address: string,
): Server {
  const folder = `${run}/${name}`;
  mkdirSync(folder);
  writeFileSync(
    `${folder}/unbound.conf`,
    `${unboundHead(folder)}  verbosity: 0
  num-threads: 1
  outgoing-range: ${2 * QUERIES}
  num-queries-per-thread: ${QUERIES}
  outgoing-interface: ${EGRESS[name].v4}
  outgoing-interface: ${EGRESS[name].v6}
  module-config: "validator iterator"
  trust-anchor-file: "${made}/root.key"
  minimal-responses: yes
  ede: yes
  aggressive-nsec: no
  infra-host-ttl: 1
${rtt ? "" : ROOM}${hosts.flatMap((host) => addressesOf(host).map((address) => listen(host, address))).join("")}remote-control:
  control-enable: yes
  control-interface: ${folder}/control
  control-use-cert: no
${hosts.map((host) => (host.lies === undefined ? "" : view(host.name, host.lies))).join("")}`,
  );
  return {
    name,
    command: ["unbound", "-d", "-p", "-c", `${folder}/unbound.conf`],
    ready: { dns: address },
  };
}

function listen(host: Host & { daemon: "unbound" }, address: string): string {
  const view = host.lies === undefined ? "" : `  interface-view: ${address} "${host.name}"\n`;
  return `  interface: ${address}\n  interface-action: ${address} ${host.action ?? "allow"}\n${view}`;
}

function view(name: string, lies: Lies): string {
  const zones = Object.entries(lies).map(([question, values]) => {
    const [owner, type] = question.split(" ");
    if (values === null) return `  local-zone: "${owner}." always_nxdomain\n`;
    const data = values.map((value) => `  local-data: "${owner}. 60 IN ${type} ${value}"\n`).join("");
    return `  local-zone: "${owner}." typetransparent\n${data}`;
  });
  return `view:\n  name: "${name}"\n  view-first: yes\n${zones.join("")}`;
}
