import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import type { ResolverCheck } from "./check-resolver.ts";
import { CheckedResolver } from "./checked-resolver.ts";

/**
 * Decides whether our own resolvers can be trusted: the resolvers of captive portals, DNS filters and closed
 * networks deny every name, or give every name the same address. Each resolver is checked separately, and all calls
 * share the checks.
 */
export type ResolverChecks = {
  /** Starts a check of every resolver. Called once at the start of a process. */
  readonly start: () => void;
  /**
   * Returns the last check if it is still valid; null otherwise. The check of a good resolver stays valid somewhat
   * longer while the next one runs, and if the next one is not answered.
   */
  readonly known: (resolver: DnsServer) => ResolverCheck | null;
  /**
   * Returns a check from the last second, or runs one now. Null if the resolver did not answer all of it and is not
   * known to be faulty.
   */
  readonly check: (resolver: DnsServer) => Promise<ResolverCheck | null>;
};

/** Creates the checks of our own resolvers; none runs before `start`. */
export function createResolverChecks(
  resolvers: readonly DnsServer[],
  ask: DnsClient["ask"],
  onEvent: OnEvent,
): ResolverChecks {
  const checked = new Map(resolvers.map((resolver) => [resolver, new CheckedResolver(resolver, ask, onEnd)]));
  /**
   * Resolvers whose initial check is in progress. Verdicts are reported when all initial checks have ended, because
   * only then is it known whether any resolver is usable.
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
  };
}

function nameOf({ address, port }: DnsServer): string {
  return `${address}#${port}`;
}
