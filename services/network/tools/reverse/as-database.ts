import { readFileSync } from "node:fs";
import { formatIp, type IpBytes, parseIp } from "@dnstools/core/protocol/ip";
import { Reader } from "mmdb-lib";

/** A local file of origin ASes, in place of asking. */
export type AsDatabase = {
  /** The prefix that an address is announced in, its AS and the AS's name; null where it is in none. */
  readonly originOf: (
    ip: string,
  ) => { readonly asn: number; readonly name: string | null; readonly prefix: string } | null;
};

/** As the databases of @ip-location-db and GeoLite2 ASN have them. */
type Row = { readonly autonomous_system_number?: unknown; readonly autonomous_system_organization?: unknown };

/** @throws when the file is none. */
export function openAsDatabase(path: string): AsDatabase {
  const reader = new Reader(readFileSync(path)) as Reader<never>;
  return {
    originOf(ip) {
      const [row, bits] = reader.getWithPrefixLength(ip) as [Row | null, number];
      const asn = row?.autonomous_system_number;
      const name = row?.autonomous_system_organization;
      const bytes = parseIp(ip);
      if (typeof asn !== "number" || bytes === null) return null;
      const prefix = `${formatIp(masked(bytes, bits))}/${bits}`;
      return { asn, name: typeof name === "string" ? name.slice(0, 200) : null, prefix };
    },
  };
}

/** An address with all bits behind a prefix zero. */
function masked(bytes: IpBytes, bits: number): IpBytes {
  return bytes.map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * i)))) & 0xff);
}
