import type { NetSession } from "@dnstools/net";
import { findOriginRows } from "@dnstools/net/lookup/origin";
import { originOf } from "../judge/origin.ts";
import type { OriginObservation } from "../observations.ts";

/** Looks up the ASes that announce addresses; each prefix is looked up once. */
export type Origins = {
  /** Looks up the origins of addresses, within the limit for one call. */
  readonly find: (addresses: readonly string[]) => Promise<void>;
  /** Returns the origins found so far. */
  readonly found: () => readonly OriginObservation[];
};

/** Maximum number of addresses that one call looks up at Team Cymru. */
const ADDRESSES_MAX = 12;

/** Creates the AS lookup of one call. */
export function createOrigins(session: NetSession): Origins {
  const found: OriginObservation[] = [];
  /**
   * Lookups in progress. Neighbouring addresses are looked up one after the other, because the prefix of the first may
   * contain the others.
   */
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
