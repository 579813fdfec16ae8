import type { Net } from "@dnstools/net";
import type { ResolverList } from "./tools/propagation/probe/list.ts";
import type { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";

/** The analysis service's tools' way to the network, and what they know over all calls. */
export type AnalysisIo = Net & {
  readonly propagation: { readonly health: ResolversHealth; readonly list: ResolverList };
  readonly scout: {
    /** Names that are looked for below a domain. */
    readonly words: readonly string[];
    /** Questions of one call at most; 0 for no limit. */
    readonly questionsMax: number;
    /** Questions a second to one server; 0 for no limit. */
    readonly perSecond: number;
  };
};
