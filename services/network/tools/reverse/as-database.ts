import { readFileSync } from "node:fs";
import { formatIp, type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { Reader } from "mmdb-lib";
import type { OriginObservation } from "./observations.ts";

/** A local file of origin ASes, in place of asking. */
export type AsDatabase = {
  /** The block that an address is in, its AS and the AS's name; absent where it is in none. */
  readonly originOf: (ip: string) => Outcome<OriginObservation>;
};

/** As the databases of @ip-location-db and GeoLite2 ASN have them. */
type Row = { readonly autonomous_system_number?: unknown; readonly autonomous_system_organization?: unknown };

/** @throws when the file is none, or one of something else. */
export function openAsDatabase(path: string): AsDatabase {
  const reader = new Reader(readFileSync(path)) as Reader<never>;
  if (!/asn|isp/i.test(reader.metadata.databaseType)) throw new Error("it is no database of ASes");
  return {
    originOf(ip) {
      // The reader would take an IPv6 address's first bits for IPv4.
      if (reader.metadata.ipVersion === 4 && ip.includes(":")) return unknown("no_servers");
      try {
        return originAt(reader, ip);
      } catch {
        return unknown("malformed");
      }
    },
  };
}

/** @throws when the file is broken there. */
function originAt(reader: Reader<never>, ip: string): Outcome<OriginObservation> {
  const [row, bits] = reader.getWithPrefixLength(ip) as [Row | null, number];
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

/** An address with all bits behind a prefix zero. */
function masked(bytes: IpBytes, bits: number): IpBytes {
  return bytes.map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * i)))) & 0xff);
}
