import type { Net } from "@dnstools/net";
import { createService, type Service, type ServiceDeps } from "@dnstools/server/run/mount";
import { resolverMetrics } from "./resolver-metrics.ts";
import type { AnalysisConfig } from "./settings.ts";
import { tools } from "./tools/index.ts";
import { createResolverList } from "./tools/propagation/probe/list.ts";
import { ResolversHealth } from "./tools/propagation/probe/resolver-health.ts";
import { WORD_LIST } from "./tools/scout/word-list.ts";

/** Dependencies of the analysis service. */
export type AnalysisDeps = ServiceDeps<Net> & {
  readonly settings: AnalysisConfig;
  /** Maximum number of queries per second to one name server (NAMESERVER_QPS). */
  readonly perSecond: number;
  /** Folder for the fetched list of public resolvers; null to keep the list in memory only. */
  readonly folder: string | null;
};

/** Creates the analysis service with its tools. */
export function createAnalysisService(deps: AnalysisDeps): Service {
  const { io: net, settings, perSecond, folder, metrics } = deps;
  const { SCOUT_QUESTIONS: questionsMax, SCOUT_WORDS, RESOLVER_LIST_URL } = settings;
  const wordList = SCOUT_WORDS.length > 0 ? SCOUT_WORDS : WORD_LIST;
  const health = new ResolversHealth(net.session, net.waits);
  const list = createResolverList(net.session, RESOLVER_LIST_URL, folder, net.waits);
  resolverMetrics(metrics.registry, health);
  metrics.dataFile("resolver_list", list.fetchedAt);
  const io = { ...net, scout: { wordList, questionsMax, perSecond }, propagation: { health, list } };
  return createService("analysis", tools, { ...deps, io });
}
