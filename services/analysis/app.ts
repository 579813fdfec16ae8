import type { Net } from "@dnstools/net";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import type { AnalysisIo } from "./io.ts";
import { tools } from "./tools/index.ts";
import { createResolverList } from "./tools/propagation/probe/list.ts";
import { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";
import { WORDS } from "./tools/scout/words.ts";

export type AnalysisDeps = ServiceDeps<Net> & {
  /** Without words those of our own are looked for. */
  readonly scout: AnalysisIo["scout"];
  /** A list of resolvers beside our own; without a URL there is none. */
  readonly resolverList: { readonly url: string; readonly folder: string };
};

/** The analysis service: its tools. */
export function createAnalysisService(deps: AnalysisDeps): Service {
  const { io: net, scout, resolverList, metrics } = deps;
  const words = scout.words.length > 0 ? scout.words : WORDS;
  const health = new ResolversHealth(net.look, net.waits);
  const list = createResolverList(net.look, resolverList.url, resolverList.folder, net.waits);
  metrics.samples("propagation_resolvers", () => health.counts());
  metrics.dataFile("resolver_list", list.fetchedAt);
  const io = { ...net, scout: { ...scout, words }, propagation: { health, list } };
  return createService("analysis", tools, { ...deps, io });
}
