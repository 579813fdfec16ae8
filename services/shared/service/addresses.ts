import { type Circuit, type CircuitState, createCircuit } from "./circuit.ts";

/** One process of a service, as a door in another process knows it. */
export type Address = {
  /** `http://host:port` or `unix:/path`. */
  readonly url: string;
  readonly circuit: Circuit;
  /** Calls under way there from this process. */
  calls: number;
};

/** The processes of one service: which of them is asked next. */
export type Addresses = {
  /**
   * The one to ask: with the fewest calls under way, ties in turn, and one that failed lately, or is being tried, only after all others. Null where
   * none may be asked; whoever gets one must tell its circuit how it went.
   * @param asked those that this call was at already.
   */
  readonly take: (asked: readonly Address[]) => Address | null;
  /** The service's circuit: closed while one of its processes' is, open when all are. */
  readonly state: () => CircuitState;
};

/** @param clock milliseconds, never going back. */
export function createAddresses(urls: readonly string[], clock?: () => number): Addresses {
  const all: readonly Address[] = urls.map((url) => ({ url, circuit: createCircuit(clock), calls: 0 }));
  let turn = 0;
  return {
    take(asked) {
      turn = (turn + 1) % all.length;
      const inTurn = all.length === 1 ? all : [...all.slice(turn), ...all.slice(0, turn)].sort(byEase);
      return inTurn.find((address) => !asked.includes(address) && address.circuit.mayTry()) ?? null;
    },
    state() {
      const states = all.map(({ circuit }) => circuit.state());
      return (["closed", "half_open"] as const).find((state) => states.includes(state)) ?? "open";
    },
  };
}

function byEase(one: Address, other: Address): number {
  return Number(isDoubtful(one)) - Number(isDoubtful(other)) || one.calls - other.calls;
}

/** What hangs would else get a call each time its circuit lets one try, and each would wait there in vain for all its time. */
function isDoubtful({ circuit, calls }: Address): boolean {
  return circuit.doubted() || (calls > 0 && circuit.state() !== "closed");
}
