import type { PtrName } from "@dnstools/core/protocol/fcrdns";
import { parseIp, reverseName } from "@dnstools/core/protocol/ip";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { PtrObservation } from "../observations.ts";

/** The names of addresses, asked for as the addresses come. */
export type Pointers = {
  /** @param of a name that has the address. */
  readonly add: (address: string, of: string) => void;
  /** Resolves when all that were added are known. */
  readonly done: () => Promise<void>;
  /** Some addresses could not be found out. */
  readonly miss: (reason: Reason) => void;
  readonly observed: () => {
    readonly ptr: PtrObservation[];
    readonly left: number;
    readonly reason: Reason | null;
  };
};

/** Addresses of one call, names of each that are looked at, and names that share an address that are told. */
const ADDRESSES_MAX = 250;
const NAMES_MAX = 5;
const SHARED_MAX = 20;
const BYTES_MAX = 8192;

/** @param refused why an address may not be asked about; null where it may. */
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
    // What our own resolver knows of addresses that are not public is nobody else's business.
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
