import type { Look } from "@dnstools/net";
import { findOriginRows } from "@dnstools/net/lookup/origin";
import type { OriginSeen } from "./seen.ts";

/** The ASes of addresses, each asked for once. */
export type Origins = {
  readonly find: (addresses: readonly string[]) => Promise<void>;
  /** What is known so far. */
  readonly known: () => readonly OriginSeen[];
};

/** Addresses of one call: Team Cymru is asked for few. */
const ADDRESSES_MAX = 12;

export function createOrigins(look: Look): Origins {
  const asked = new Map<string, Promise<void>>();
  const found: OriginSeen[] = [];

  async function lookUp(address: string): Promise<void> {
    const rows = await findOriginRows(look, address);
    if (rows.kind === "unknown") return;
    const asns = rows.kind === "present" ? rows.value.flatMap((row) => row.asns) : [];
    found.push({ address, asns: [...new Set(asns)] });
  }

  return {
    async find(addresses) {
      for (const address of addresses)
        if (!asked.has(address) && asked.size < ADDRESSES_MAX) asked.set(address, lookUp(address));
      await Promise.all(addresses.map((address) => asked.get(address)));
    },
    known: () => [...found],
  };
}
