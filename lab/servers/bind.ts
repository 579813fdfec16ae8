import { mkdirSync, writeFileSync } from "node:fs";
import { zoneFile } from "../generate/dnssec.ts";
import { addressesOf, holdersOf, hostsOf } from "../plan/plan.ts";
import { absolute } from "../plan/records.ts";
import { situationsAt } from "../plan/situation-zones.ts";
import { ZONES } from "../plan/zones.ts";
import { type Folders, first, type Server, type Site, type ZoneFile } from "./server.ts";

/** Returns the beginning of named.conf(5): all files in a folder, and none for other processes. */
export function namedHead(folder: string): string {
  return `options {
  directory "${folder}";
  pid-file none;
  lock-file none;
  session-keyfile none;
`;
}

/** Configures BIND for its zones of the plan. */
export function bind({ made, run }: Folders): Server {
  const folder = `${run}/bind`;
  mkdirSync(folder);
  const zones = [
    ...ZONES.filter((zone) => holdersOf(zone).has("bind")).map((zone) => ({
      name: zone.name,
      file: zoneFile(zone, "bind"),
    })),
    ...situationsAt("bind"),
  ];
  return authoritativeBind({ made, folder, addresses: hostsOf("bind").flatMap(addressesOf) }, zones);
}

/**
 * Configures a single-threaded BIND for some zones. The zones are already signed, and BIND serves them unchanged,
 * including their faults. Everything else is off: transfers, notifies, empty zones, the control channel and session
 * keys.
 */
export function authoritativeBind({ made, folder, addresses }: Site, zones: readonly ZoneFile[]): Server {
  const at = (family: (address: string) => boolean) =>
    addresses
      .filter(family)
      .map((address) => `${address}; `)
      .join("");
  const isV6 = (address: string) => address.includes(":");
  writeFileSync(
    `${folder}/named.conf`,
    `${namedHead(folder)}  listen-on { ${at((address) => !isV6(address))}};
  listen-on-v6 { ${at(isV6)}};
  interface-interval 0;
  server-id "bind";
  version "bind";
  recursion no;
  dnssec-validation no;
  empty-zones-enable no;
  notify no;
  allow-transfer { none; };
  zone-statistics none;
  check-names primary ignore;
  check-integrity no;
  check-dup-records ignore;
  check-mx ignore;
  check-mx-cname ignore;
  check-srv-cname ignore;
  check-sibling no;
  check-spf ignore;
  check-wildcard no;
};
controls { };
logging {
  channel warnings { stderr; severity error; };
  category default { warnings; };
};
${zones.map(({ name, file }) => `zone "${absolute(name)}" { type primary; file "${made}/zones/${file}"; };\n`).join("")}`,
  );
  return {
    name: "bind",
    command: ["named", "-f", "-n", "1", "-c", `${folder}/named.conf`],
    ready: { dns: first(addresses) },
  };
}

/**
 * Configures BIND as a validating resolver with the lab's root key. It remembers no failure and derives no answer from
 * a denial (RFC 8198), so no question changes the answer to another one.
 */
export function validatingBind({ made, folder, addresses }: Site): Server {
  writeFileSync(
    `${folder}/named.conf`,
    `${namedHead(folder)}  listen-on { ${addresses.join("; ")}; };
  listen-on-v6 { none; };
  allow-query { any; };
  allow-recursion { any; };
  dnssec-validation yes;
  synth-from-dnssec no;
  servfail-ttl 0;
  resolver-query-timeout 4000;
  max-recursion-queries 200;
  empty-zones-enable no;
  minimal-responses yes;
};
controls { };
include "${made}/root.anchor";
`,
  );
  return {
    name: "named",
    command: ["named", "-f", "-n", "1", "-c", `${folder}/named.conf`],
    ready: { dns: first(addresses) },
  };
}
