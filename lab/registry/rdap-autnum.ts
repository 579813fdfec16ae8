import { AS_NAMES } from "../plan/origins.ts";

/** Names of registries in Team Cymru's rows, by the host of their RDAP. */
const HOSTS: Readonly<Record<string, string>> = {
  arin: "rdap.arin.net",
  ripencc: "rdap.db.ripe.net",
  apnic: "rdap.apnic.net",
};

/** The object of a network's number (RFC 9083 section 5.5), made of what Team Cymru has; null where a host has none. */
export function autnum(host: string, number: number): object | null {
  const [, country = "", rir = "", registered, name = ""] = AS_NAMES[number]?.split(" | ") ?? [];
  if (HOSTS[rir] !== host) return null;
  return {
    objectClassName: "autnum",
    handle: `AS${number}`,
    startAutnum: number,
    endAutnum: number,
    name: name.split(/[ ,]/)[0],
    ...(rir === "arin" ? {} : { country }),
    status: ["active"],
    events: [{ eventAction: "registration", eventDate: `${registered}T00:00:00Z` }],
  };
}
