import type { HostState, Net, ResolverState } from "@dnstools/net";
import { proxyVariables } from "../proxy-variables.ts";
import type { Config } from "../settings.ts";

/** What a process knows about its host, its network and its resolvers. */
export type Diagnosis = {
  /** The results of the trials by facet; a facet without a result was not tested. */
  readonly state: HostState;
  /** When the last trials ended (ISO 8601); null before. */
  readonly at: string | null;
  readonly resolvers: readonly ResolverState[];
  /** Names of the proxy variables that are set. */
  readonly proxies: readonly string[];
  /** False if trials are switched off (EGRESS_TEST). */
  readonly isTried: boolean;
};

/** Returns what a process knows now. Sends nothing. */
export function diagnosisOf(net: Net, { EGRESS_TEST: isTried }: Pick<Config, "EGRESS_TEST">): Diagnosis {
  return { ...net.host.last(), resolvers: net.resolvers.states(), proxies: proxyVariables(), isTried };
}
