import { CircuitBreaker, type CircuitState } from "@dnstools/concurrency/circuit-breaker";

/** One process of a service, as a client of the service knows it. */
export type Address = {
  /** `http://host:port` or `unix:/path`. */
  readonly url: string;
  readonly circuit: CircuitBreaker;
  /** Calls under way there from this process. */
  calls: number;
};

/** The processes of one service: which of them is asked next. @param clock milliseconds, never going back. */
export function createAddresses(urls: readonly string[], clock?: () => number) {
  const all: readonly Address[] = urls.map((url) => ({ url, circuit: new CircuitBreaker(clock), calls: 0 }));
  let turn = 0;
  const inTurn = () => {
    turn = (turn + 1) % all.length;
    return all.length === 1 ? all : [...all.slice(turn), ...all.slice(0, turn)].sort(byEase);
  };
  return {
    /**
     * The address to ask first: the one with the fewest calls under way, ties in turn. An address that is being tried comes last.
     * Null where no circuit allows a try. The caller must report to the address's circuit how the call went.
     */
    first: () => inTurn().find(({ circuit }) => circuit.mayTry()) ?? null,
    /**
     * The address to ask after a try that failed: another one, whatever its circuit, since a process that was restarted may be back
     * before its circuit tries it. The same one where there is no other: behind one address there may be several processes (a
     * Kubernetes Service).
     */
    second(asked: Address): Address {
      const others = inTurn().filter((address) => address !== asked);
      return others.find(({ circuit }) => circuit.mayTry()) ?? others[0] ?? asked;
    },
    /** The service's circuit: closed while one of its addresses' is, open when all are. */
    state(): CircuitState {
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
