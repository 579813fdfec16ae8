import type { Net } from "@dnstools/net";
import type { ResolverList } from "./tools/propagation/probe/list.ts";
import type { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";

/** Network access of the analysis service's tools, with the settings and the state that all calls share. */
export type AnalysisIo = Net & {
  readonly propagation: { readonly health: ResolversHealth; readonly list: ResolverList };
  readonly scout: {
    /** Default list of names that the tool looks for below a domain. */
    readonly wordList: readonly string[];
    /** Maximum number of queries in one call; 0 for no limit. */
    readonly questionsMax: number;
    /** Maximum number of queries per second to one server; 0 for no limit. */
    readonly perSecond: number;
  };
};
