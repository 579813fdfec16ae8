import type { Net } from "@dnstools/net";
import type { Door } from "@dnstools/service/door";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import { tools } from "./tools/index.ts";
import { WORDS } from "./tools/scout/words.ts";

export type AnalysisDeps = ServiceDeps<Net> & {
  /** Names to look for below a domain, in place of ours; empty for ours. */
  readonly scoutWords: readonly string[];
  /** Questions of one call of scout at most; 0 for no limit. */
  readonly scoutQuestions: number;
};

/** The analysis service: its tools over HTTP. */
export function createAnalysisService(deps: AnalysisDeps): Door {
  const { io: net, scoutWords, scoutQuestions: questionsMax } = deps;
  const io = { ...net, scout: { words: scoutWords.length > 0 ? scoutWords : WORDS, questionsMax } };
  return createService("analysis", tools, { ...deps, io });
}
