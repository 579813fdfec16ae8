import type { OnEvent } from "@dnstools/core/net-event";
import type { DnsClient } from "../dns/client.ts";
import type { DnsServer } from "../dns/server.ts";
import type { ResolverCheck } from "./check-resolver.ts";
import { CheckedResolver } from "./checked-resolver.ts";

/**
 * Whether our own resolvers are to be believed: captive portals, DNS filters and closed networks have some that deny every name,
 * or give every name one address. Each resolver is checked by itself, and all calls share the check.
 */
export type ResolverChecks = {
  /** Checks every resolver, as at the start of a process. */
  readonly start: () => void;
  /**
   * The last check, where it stands. Where nothing was found against the resolver, an old check and one that was not answered stand
   * for a while longer, as the next is made.
   */
  readonly known: (resolver: DnsServer) => ResolverCheck | null;
  /** A check of the last second, or made now. Null where the resolver did not answer all of it and nothing is held against it. */
  readonly check: (resolver: DnsServer) => Promise<ResolverCheck | null>;
};

export function createResolverChecks(
  resolvers: readonly DnsServer[],
  ask: DnsClient["ask"],
  onEvent: OnEvent,
): ResolverChecks {
  const checked = new Map(resolvers.map((resolver) => [resolver, new CheckedResolver(resolver, ask, onEnd)]));
  /**
   * Resolvers whose check at the start is under way. Verdicts are told once all of these have ended: then it is known whether a resolver
   * is usable.
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
    if (found === undefined) throw new Error("no resolver of this process");
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
