import type { NetSession } from "@dnstools/net";
import { findOriginRows } from "@dnstools/net/lookup/origin";
import { originOf } from "../judge/origin.ts";
import type { OriginObservation } from "../observations.ts";

/** The ASes of addresses, each prefix asked for once. */
export type Origins = {
  readonly find: (addresses: readonly string[]) => Promise<void>;
  /** The origins found so far. */
  readonly found: () => readonly OriginObservation[];
};

/** Addresses of one call: Team Cymru is asked for few. */
const ADDRESSES_MAX = 12;

export function createOrigins(session: NetSession): Origins {
  const found: OriginObservation[] = [];
  /** Neighbours go one after the other: what is found of the first may be true of all. */
  const lines = new Map<string, Promise<void>>();
  const asked = new Set<string>();

  async function lookUp(address: string): Promise<void> {
    if (asked.has(address) || originOf(found, address) !== null || asked.size >= ADDRESSES_MAX) return;
    asked.add(address);
    const rows = await findOriginRows(session, address);
    if (rows.kind === "unknown") return;
    const all = rows.kind === "present" ? rows.value : [];
    const asns = [...new Set(all.flatMap((row) => row.asns))];
    found.push({ address, prefix: all[0]?.prefix ?? null, asns });
  }

  function inLine(address: string): Promise<void> {
    const line = address.split(".").slice(0, 2).join(".");
    const next = (lines.get(line) ?? Promise.resolve()).then(() => lookUp(address));
    lines.set(line, next);
    return next;
  }

  return {
    async find(addresses) {
      await Promise.all(addresses.map(inLine));
    },
    found: () => [...found],
  };
}
