import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import type { ResolverCheck } from "./check-resolver.ts";
import { CheckedResolver, type ResolverVerdict } from "./checked-resolver.ts";

/**
 * Determines whether our own resolvers can be trusted. Resolvers of captive portals, DNS filters and closed networks
 * deny every name, or return the same address for every name. Each resolver is checked separately, and all calls share
 * the checks.
 */
export type ResolverChecks = {
  /** Starts a check of every resolver. Called once, when a process starts. */
  readonly start: () => void;
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
  /** Returns what is known about each resolver. */
  readonly states: () => readonly ResolverState[];
  /** Checks all resolvers now, or joins the checks in progress. */
  readonly checkAll: () => Promise<void>;
};

/** One of our own resolvers as `address#port`, and what is known about it. */
export type ResolverState = { readonly resolver: string; readonly verdict: ResolverVerdict };

/** Creates the checks of our own resolvers; none runs before `start`. */
export function createResolverChecks(
  resolvers: readonly DnsServer[],
  ask: DnsClient["ask"],
  onEvent: OnEvent,
): ResolverChecks {
  const checked = new Map(resolvers.map((resolver) => [resolver, new CheckedResolver(resolver, ask, onEnd)]));
  /**
   * Resolvers whose initial check is in progress. Verdicts are reported only when all initial checks have ended,
   * because until then it is not known whether any resolver is usable.
   */
  const starting = new Set<CheckedResolver>();
  const untold = new Set<CheckedResolver>();

  function onEnd(resolver: CheckedResolver, found: boolean): void {
    const isFirst = starting.delete(resolver);
    if (found) untold.add(resolver);
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
      onEvent({ kind: "resolvers_silent", resolvers: resolvers.map(nameOf) });
  }

  function of(resolver: DnsServer): CheckedResolver {
    const found = checked.get(resolver);
    if (found === undefined) throw new Error("not a resolver of this process");
    return found;
  }

  return {
    start() {
      for (const resolver of checked.values()) starting.add(resolver);
      for (const resolver of checked.values()) void resolver.begin();
    },
    known: (resolver) => of(resolver).known(),
    check: (resolver) => of(resolver).check(),
    states: () =>
      [...checked.values()].map(({ resolver, verdict }) => ({ resolver: nameOf(resolver), verdict })),
    checkAll: async () => void (await Promise.all([...checked.values()].map((one) => one.check()))),
  };
}

function nameOf({ address, port }: DnsServer): string {
  return `${address}#${port}`;
}
