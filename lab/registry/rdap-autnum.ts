import { AS_NAMES } from "../plan/origins.ts";

/** RDAP hosts of the regional registries, by the name of the registry in Team Cymru's records. */
const HOSTS: Readonly<Record<string, string>> = {
  arin: "rdap.arin.net",
  ripencc: "rdap.db.ripe.net",
  apnic: "rdap.apnic.net",
};

/**
 * Returns the RDAP object of an AS number (RFC 9083 section 5.5), built from Team Cymru's data; null if the number is
 * not one of the host's registry.
 */
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
