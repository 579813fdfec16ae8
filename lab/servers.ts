import { mkdirSync, writeFileSync } from "node:fs";
import { ADDRESSES, ZONES } from "./plan.ts";

/** One server process of the lab: its command line, and the addresses where it answers DNS. */
export type ServerPlan = {
  readonly name: string;
  readonly command: readonly string[];
  readonly addresses: readonly string[];
};

/** Writes zones and configuration below a folder, and says what to start. */
export function planServers(folder: string): readonly ServerPlan[] {
  const tiers = [
    { name: "root", addresses: [ADDRESSES.root] },
    { name: "tld", addresses: [ADDRESSES.tld] },
    { name: "leaf", addresses: [...ADDRESSES.leaf, ADDRESSES.leaf6] },
  ] as const;
  const nsds = tiers.map(({ name, addresses }) =>
    planNsd(`${folder}/nsd-${name}`, name, addresses, ZONES[name]),
  );
  return [...nsds, planUnbound(`${folder}/unbound`)];
}

/** One NSD a tier: a parent and its child zone must not share a process, or the parent answers instead of referring. */
function planNsd(
  folder: string,
  name: string,
  addresses: readonly string[],
  zones: Readonly<Record<string, string>>,
): ServerPlan {
  mkdirSync(folder, { recursive: true });
  const blocks = Object.entries(zones).map(([zone, text], i) => {
    writeFileSync(`${folder}/${i}.zone`, `$ORIGIN ${zone}\n$TTL 300\n${text}`);
    return `zone:\n  name: "${zone}"\n  zonefile: "${folder}/${i}.zone"\n`;
  });
  const config = `server:
${addresses.map((address) => `  ip-address: ${address}`).join("\n")}
  server-count: 1
  username: ""
  chroot: ""
  database: ""
  pidfile: ""
  zonesdir: "${folder}"
  zonelistfile: "${folder}/zone.list"
  xfrdfile: "${folder}/xfrd.state"
  xfrdir: "${folder}"
  rrl-size: 10
  rrl-ratelimit: 0
remote-control:
  control-enable: no
${blocks.join("")}`;
  writeFileSync(`${folder}/nsd.conf`, config);
  return { name: `nsd-${name}`, command: ["nsd", "-d", "-c", `${folder}/nsd.conf`], addresses };
}

function planUnbound(folder: string): ServerPlan {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/root.hints`,
    `. 3600000 NS a.root-servers.net.\na.root-servers.net. 3600000 A ${ADDRESSES.root}\n`,
  );
  const config = `server:
  interface: ${ADDRESSES.resolver}
  access-control: 127.0.0.0/8 allow
  outgoing-interface: 127.53.0.50
  outgoing-interface: ::1
  do-not-query-localhost: no
  module-config: "iterator"
  root-hints: "${folder}/root.hints"
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  verbosity: 0
  num-threads: 1
  infra-host-ttl: 1
remote-control:
  control-enable: no
`;
  writeFileSync(`${folder}/unbound.conf`, config);
  return {
    name: "unbound",
    command: ["unbound", "-d", "-p", "-c", `${folder}/unbound.conf`],
    addresses: [ADDRESSES.resolver],
  };
}
