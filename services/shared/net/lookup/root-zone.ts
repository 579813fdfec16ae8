import type { DomainName } from "@dnstools/core/protocol/names";
import type { Zone } from "@dnstools/core/protocol/zone";

/** Some of the root servers, by letter (IANA root hints, 2026-11-20), each of another operator. */
const ROOTS: Readonly<Record<string, readonly [v4: string, v6: string]>> = {
  f: ["192.5.5.241", "2001:500:2f::f"],
  j: ["192.58.128.30", "2001:503:c27::2:30"],
  k: ["193.0.14.129", "2001:7fd::1"],
  l: ["199.7.83.42", "2001:500:9f::42"],
};

/** The root zone, from which a descent can begin without our resolver. */
export const ROOT_ZONE: Zone = {
  apex: "" as DomainName,
  nameServers: Object.entries(ROOTS).map(([letter, addresses]) => ({
    ...{ name: `${letter}.root-servers.net`, addresses, alias: null, reason: null },
  })),
  denied: false,
};
