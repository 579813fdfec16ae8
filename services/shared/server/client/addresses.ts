import { CircuitBreaker, type CircuitState } from "@dnstools/concurrency/circuit-breaker";

/** The address of one process of a service, with the client's state about this process. */
export type Address = {
  /** URL in the form `http://host:port` or `unix:/path`. */
  readonly url: string;
  readonly circuit: CircuitBreaker;
  /** Number of calls in flight from this process to the address. */
  calls: number;
};

/**
 * Creates an object that chooses which process of a service gets the next call.
 * @param clock returns the milliseconds of a monotonic clock.
 */
export function createAddresses(urls: readonly string[], clock?: () => number) {
  const all: readonly Address[] = urls.map((url) => ({ url, circuit: new CircuitBreaker(clock), calls: 0 }));
  let turn = 0;
  const inTurn = () => {
    turn = (turn + 1) % all.length;
    return all.length === 1 ? all : [...all.slice(turn), ...all.slice(0, turn)].sort(byEase);
  };
  return {
    /**
     * Returns the address to call first: the one with the fewest calls in flight, round robin among equals. An address
     * on trial comes last. Returns null if no circuit breaker allows a call. The caller must report the result of the
     * call to the address's circuit breaker.
     */
    first: () => inTurn().find(({ circuit }) => circuit.mayTry()) ?? null,
    /**
     * Returns the address for a retry: another address even if its circuit is open, because a restarted process may
     * work again before its circuit breaker allows a trial. If there is no other address, returns the same one,
     * because several processes may be behind one address (a Kubernetes Service).
     */
    second(asked: Address): Address {
      const others = inTurn().filter((address) => address !== asked);
      return others.find(({ circuit }) => circuit.mayTry()) ?? others[0] ?? asked;
    },
    /**
     * Returns the circuit state of the service: closed if at least one of its addresses has a closed circuit, open if
     * all have an open circuit.
     */
    state(): CircuitState {
      const states = all.map(({ circuit }) => circuit.state);
      return (["closed", "half_open"] as const).find((state) => states.includes(state)) ?? "open";
    },
  };
}

function byEase(one: Address, other: Address): number {
  return Number(isSuspect(one)) - Number(isSuspect(other)) || one.calls - other.calls;
}

/**
 * Returns true if a call to an address on trial is in flight. Without this check, a hanging process would get another
 * call at each trial, and each call would wait until its timeout.
 */
function isSuspect({ circuit, calls }: Address): boolean {
  return calls > 0 && circuit.state !== "closed";
}
