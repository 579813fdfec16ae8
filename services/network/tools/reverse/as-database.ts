import { readFileSync } from "node:fs";
import { formatIp, type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { Reader } from "mmdb-lib";
import type { OriginObservation } from "./observations.ts";

/** A local database of origin ASes, used instead of queries to Team Cymru. */
export type AsDatabase = {
  /** Returns the block of an address, its AS and the AS's name; absent if no block contains the address. */
  readonly originOf: (ip: string) => Outcome<OriginObservation>;
};

/** Row format of the databases of @ip-location-db and GeoLite2 ASN. */
type AsDatabaseRow = {
  readonly autonomous_system_number?: unknown;
  readonly autonomous_system_organization?: unknown;
};

/**
 * Opens a database of ASes.
 * @throws if the file is missing, not an MMDB file, or not a database of ASes.
 */
export function openAsDatabase(path: string): AsDatabase {
  const reader = new Reader(readFileSync(path)) as Reader<never>;
  if (!/asn|isp/i.test(reader.metadata.databaseType)) throw new Error("it is not a database of ASes");
  return {
    originOf(ip) {
      // In a database with only IPv4 addresses, the reader would look up the first bits of an IPv6 address as
      // IPv4.
      if (reader.metadata.ipVersion === 4 && ip.includes(":")) return unknown("no_servers");
      try {
        return originAt(reader, ip);
      } catch {
        return unknown("malformed");
      }
    },
  };
}

/**
 * Looks up an address.
 * @throws if the file is damaged at this entry.
 */
function originAt(reader: Reader<never>, ip: string): Outcome<OriginObservation> {
  const [row, bits] = reader.getWithPrefixLength(ip) as [AsDatabaseRow | null, number];
  const asn = row?.autonomous_system_number;
  const name = row?.autonomous_system_organization;
  const bytes = parseIp(ip);
  if (row === null) return absent("nodata");
  if (typeof asn !== "number" || bytes === null) return unknown("malformed");
  const prefix = `${formatIp(masked(bytes, bits))}/${bits}`;
  return present({
    asn,
    prefix,
    name: typeof name === "string" ? present(name.slice(0, 200)) : absent("nodata"),
  });
}

/** Sets all bits after the prefix to zero. */
function masked(bytes: IpBytes, bits: number): IpBytes {
  return bytes.map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * i)))) & 0xff);
}
