import { Circuit, type CircuitState } from "./circuit.ts";

/** One process of a service, as a client of the service knows it. */
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
   * The address to ask: the one with the fewest calls under way, ties in turn. An address that is being tried comes last.
   * Null where none may be asked; the caller must report to its circuit how the call went.
   * @param asked an address that this call was at already: asked again only where there is no other.
   */
  readonly take: (asked: Address | null) => Address | null;
  /** The service's circuit: closed while one of its addresses' is, open when all are. */
  readonly state: () => CircuitState;
};

/** @param clock milliseconds, never going back. */
export function createAddresses(urls: readonly string[], clock?: () => number): Addresses {
  const all: readonly Address[] = urls.map((url) => ({ url, circuit: new Circuit(clock), calls: 0 }));
  let turn = 0;
  return {
    take(asked) {
      turn = (turn + 1) % all.length;
      const inTurn = all.length === 1 ? all : [...all.slice(turn), ...all.slice(0, turn)].sort(byEase);
      const other = inTurn.find((address) => address !== asked && address.circuit.mayTry());
      // Behind one address there may be several processes (a Kubernetes Service).
      return other ?? (all.length === 1 ? asked : null);
    },
    state() {
      const states = all.map(({ circuit }) => circuit.state);
      return (["closed", "half_open"] as const).find((state) => states.includes(state)) ?? "open";
    },
  };
}

function byEase(one: Address, other: Address): number {
  return Number(isSuspect(one)) - Number(isSuspect(other)) || one.calls - other.calls;
}

/** A process that hangs would else get a call each time its circuit allows a trial, and each would wait for all its time. */
function isSuspect({ circuit, calls }: Address): boolean {
  return calls > 0 && circuit.state !== "closed";
}
