import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import type { Endpoint } from "../dns/transport.ts";
import type { Abilities } from "./abilities.ts";
import type { ResolverCheck } from "./check-resolver.ts";
import { CheckedResolver, type ResolverVerdict, SILENT } from "./checked-resolver.ts";

/**
 * Our own resolvers, and whether they can be trusted. Resolvers of captive portals, DNS filters and closed networks
 * deny every name, or return the same address for every name. Each resolver is checked separately, and all calls share
 * the checks.
 */
export type ResolverChecks = {
  /**
   * The resolvers in the order in which to query them: those that answered their last check come first. Those that did
   * not are left out, unless no other is left; they are checked again every 30 s.
   */
  readonly resolvers: readonly DnsServer[];
  /** Starts a check of every resolver. Called once, when a process starts. */
  readonly start: () => void;
  /** Uses other resolvers from now on, and checks those that are new. Returns true if there are any. */
  readonly replace: (endpoints: readonly Endpoint[]) => boolean;
  /** Starts a check of a resolver that was slower than another one, or failed; at most one a second. */
  readonly doubt: (resolver: DnsServer) => void;
  /**
   * Returns the last check of a resolver if it is still valid, otherwise null. The check of a good resolver stays
   * valid somewhat longer while the next check runs, and if the next check is not answered.
   */
  readonly known: (resolver: DnsServer) => ResolverCheck | null;
  /**
   * Returns a check from the last second, or runs a check now. Returns null if the resolver did not answer all queries
   * of the check and is not known to be faulty.
   */
  readonly check: (resolver: DnsServer) => Promise<ResolverCheck | null>;
  /**
   * Returns true if a resolver validates, or rejects names whose DNSSEC is broken, as soon as this is known; null if it
   * could not be found out.
   */
  readonly rejectsBogus: (resolver: DnsServer) => Promise<boolean | null>;
  /** Returns true if a resolver is as slow as one that first waits for a dead server. */
  readonly isSlow: (resolver: DnsServer) => boolean;
  /** Notes that a resolver gave an answer that is not that of the zone's servers. */
  readonly noteFilter: (resolver: DnsServer) => void;
  /** Returns what is known about each resolver. */
  readonly states: () => readonly ResolverState[];
  /** Checks all resolvers now, or joins the checks in progress, and waits until their abilities are known. */
  readonly checkAll: () => Promise<void>;
};

/** One of our own resolvers as `address#port`, and what is known about it. */
export type ResolverState = Abilities & {
  readonly resolver: string;
  readonly verdict: ResolverVerdict;
  /** True if the resolver marks answers as validated with DNSSEC (AD); null if this is not known. */
  readonly validates: boolean | null;
};

/** Creates the checks of our own resolvers; none runs before `start`. */
export function createResolverChecks(
  endpoints: readonly Endpoint[],
  ask: DnsClient["ask"],
  onEvent: OnEvent,
): ResolverChecks {
  /** By `address#port`. */
  const checked = new Map<string, CheckedResolver>();
  let inOrder: readonly DnsServer[] = [];
  /**
   * Resolvers whose initial check is in progress. Verdicts are reported only when all initial checks have ended,
   * because until then it is not known whether any resolver is usable.
   */
  const starting = new Set<CheckedResolver>();
  const untold = new Set<CheckedResolver>();

  function onEnd(resolver: CheckedResolver, found: boolean): void {
    const isFirst = starting.delete(resolver);
    if (of(resolver.resolver) === undefined) return;
    if (found) untold.add(resolver);
    sort();
    if (starting.size === 0) tell(isFirst);
  }

  function tell(isStart: boolean): void {
    const all = [...checked.values()];
    const usable = all.some(({ state }) => state === "good");
    for (const { resolver, fault } of untold)
      onEvent({ kind: "resolver_checked", resolver: nameOf(resolver), fault, usable });
    untold.clear();
    onEvent({
      kind: "resolvers_checked",
      usable: all.some(({ state, answers }) => state === "good" && answers),
    });
    if (isStart && all.every(({ isHeard }) => !isHeard))
      onEvent({ kind: "resolvers_silent", resolvers: all.map(({ resolver }) => nameOf(resolver)) });
  }

  function sort(): void {
    const all = [...checked.values()].toSorted((a, b) => a.rank - b.rank);
    const heard = all.filter(({ rank }) => rank < SILENT);
    inOrder = (heard.length > 0 ? heard : all).map(({ resolver }) => resolver);
  }

  function use(all: readonly Endpoint[]): readonly CheckedResolver[] {
    const before = new Map(checked);
    checked.clear();
    for (const endpoint of all) {
      const name = nameOf(endpoint);
      const kept =
        before.get(name) ?? new CheckedResolver({ ...endpoint, ...OF_RESOLVER }, ask, onEnd, onLearned);
      checked.set(name, kept);
    }
    for (const [name, gone] of before) if (!checked.has(name)) drop(gone);
    sort();
    return [...checked].flatMap(([name, one]) => (before.has(name) ? [] : [one]));
  }

  function onLearned({ resolver, abilities }: CheckedResolver, before: Abilities): void {
    if (abilities.rejectsBogus === false && before.rejectsBogus !== false)
      onEvent({ kind: "resolver_lacks", resolver: nameOf(resolver), reason: "resolver_no_dnssec" });
  }

  function drop(gone: CheckedResolver): void {
    gone.stop();
    starting.delete(gone);
    untold.delete(gone);
  }

  function of(resolver: Endpoint): CheckedResolver | undefined {
    return checked.get(nameOf(resolver));
  }

  function begin(all: Iterable<CheckedResolver>): void {
    const resolvers = [...all];
    for (const resolver of resolvers) starting.add(resolver);
    for (const resolver of resolvers) void resolver.begin();
  }

  use(endpoints);
  return {
    get resolvers() {
      return inOrder;
    },
    start: () => begin(checked.values()),
    replace(all) {
      const added = use(all);
      begin(added);
      return added.length > 0;
    },
    doubt: (resolver) => void of(resolver)?.check(),
    known: (resolver) => of(resolver)?.known() ?? null,
    check: async (resolver) => (await of(resolver)?.check()) ?? null,
    async rejectsBogus(resolver) {
      const one = of(resolver);
      if (one?.validates) return true;
      await one?.learning;
      return one?.abilities.rejectsBogus ?? null;
    },
    isSlow: (resolver) => of(resolver)?.isSlow ?? false,
    noteFilter(resolver) {
      const one = of(resolver);
      if (one === undefined || one.abilities.filters) return;
      one.abilities = { ...one.abilities, filters: true };
      onEvent({ kind: "resolver_lacks", resolver: nameOf(resolver), reason: "resolver_filters" });
    },
    states: () =>
      [...checked.values()].map(({ resolver, verdict, validates, abilities }) => ({
        ...{ resolver: nameOf(resolver), verdict, validates },
        ...abilities,
      })),
    async checkAll() {
      await Promise.all([...checked.values()].map((one) => one.check().then(() => one.learning)));
    },
  };
}

const OF_RESOLVER = { name: "resolver", upstream: "recursor" } as const;

function nameOf({ address, port }: Endpoint): string {
  return `${address}#${port}`;
}
