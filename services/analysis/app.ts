import type { Net } from "@dnstools/net";
import type { Door } from "@dnstools/service/door";
import { createService, type ServiceDeps } from "@dnstools/service/mount";
import type { AnalysisIo } from "./io.ts";
import { tools } from "./tools/index.ts";
import { WORDS } from "./tools/scout/words.ts";

export type AnalysisDeps = ServiceDeps<Net> & {
  /** Without words those of our own are looked for. */
  readonly scout: AnalysisIo["scout"];
};

/** The analysis service: its tools over HTTP. */
export function createAnalysisService(deps: AnalysisDeps): Door {
  const { io: net, scout } = deps;
  const words = scout.words.length > 0 ? scout.words : WORDS;
  const io = { ...net, scout: { ...scout, words } };
  return createService("analysis", tools, { ...deps, io });
}
