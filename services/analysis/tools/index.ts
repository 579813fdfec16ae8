import type { Tool } from "@dnstools/core/tool";
import type { AnalysisIo } from "../io.ts";

export const tools: readonly Tool<AnalysisIo>[] = [];
