import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { PtrObservation } from "../observations.ts";

/** Looks up the names of addresses (PTR) as the addresses are found. */
export type Pointers = {
  /**
   * Adds an address to look up.
   * @param of a name to which the address belongs.
   */
  readonly add: (address: string, of: string) => void;
  /** Resolves when all added addresses have been looked up. */
  readonly done: () => Promise<void>;
  /** Records the reason why some addresses could not be determined. */
  readonly miss: (reason: Reason) => void;
  /**
   * Returns the results so far, the number of addresses that were not looked up, and why some addresses are missing.
   */
  readonly observed: () => {
    readonly ptr: PtrObservation[];
    readonly left: number;
    readonly reason: Reason | null;
  };
};

/**
 * Maximum number of addresses that are looked up in one call. NAMES_MAX is the maximum number of names that are looked
 * up for each address, SHARED_MAX the maximum number of listed names that share an address.
 */
const ADDRESSES_MAX = 250;
const NAMES_MAX = 5;
const SHARED_MAX = 20;
const BYTES_MAX = 8192;

/**
 * Creates the PTR lookup of a call.
 * @param refused returns the reason why an address must not be looked up; null if it may be looked up.
 */
export function createPointers(
  session: NetSession,
  until: AbortSignal,
  refused: (address: string) => Reason | null,
): Pointers {
  const sharing = new Map<string, string[]>();
  const found = new Map<string, Omit<PtrObservation, "of">>();
  const running: Promise<void>[] = [];
  const left = new Set<string>();
  let missed: Reason | null = null;

  async function ask(name: string, type: string) {
    if (until.aborted) return unknown("budget");
    return (await session.resolve({ name, type }, { bytesMax: BYTES_MAX })).outcome;
  }

  async function recordsOf(name: string, type: string): Promise<Outcome<readonly string[]>> {
    const outcome = await ask(name, type);
    if (outcome.kind !== "present") return outcome;
    const values = walkChain(outcome.value.answers, name, type).records.map(({ value }) => value);
    if (values.length > 0) return present([...new Set(values)]);
    return absent(outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
  }

  async function lookUp(address: string): Promise<void> {
    const bytes = parseIp(address) ?? [];
    const nothing = { address, names: [], total: 0 };
    // Our resolver may know private names of non-public addresses, which must not be disclosed.
    const barred = refused(address);
    if (barred !== null) {
      found.set(address, { ...nothing, ptr: unknown(barred) });
      return;
    }
    found.set(address, { ...nothing, ptr: unknown("budget") });
    const ptr = await recordsOf(reverseName(bytes), "PTR");
    const all = ptr.kind === "present" ? [...new Set(ptr.value.map(answerName))].sort() : [];
    found.set(address, { ...nothing, ptr, total: all.length });
    const names = await Promise.all(
      all.slice(0, NAMES_MAX).map(async (name): Promise<PtrName> => {
        const type = bytes.length === 4 ? "A" : "AAAA";
        return { name, forward: isHostName(name) ? await recordsOf(name, type) : null };
      }),
    );
    found.set(address, { address, ptr, total: all.length, names });
  }

  return {
    add(address, of) {
      const names = sharing.get(address);
      if (names !== undefined) {
        if (names.length < SHARED_MAX && !names.includes(of)) names.push(of);
        return;
      }
      if (sharing.size >= ADDRESSES_MAX || until.aborted) {
        left.add(address);
        return;
      }
      sharing.set(address, [of]);
      running.push(lookUp(address));
    },
    async done() {
      for (let i = 0; i < running.length; i++) await running[i];
    },
    miss(reason) {
      missed ??= reason;
    },
    observed: () => ({
      reason: missed,
      ptr: [...found.values()].map((one) => ({ ...one, of: sharing.get(one.address) ?? [] })),
      left: left.size,
    }),
  };
}
