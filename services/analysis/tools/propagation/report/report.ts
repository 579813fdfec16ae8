import type { Answer } from "@dnstools/core/report/answer";
import type { ToolReport } from "@dnstools/core/report/report";
import type { PropagationData } from "../data.ts";
import { oldAnswersSection } from "./old-answers.ts";
import { resolversAskedSection } from "./resolvers-asked.ts";
import { zoneServersSection } from "./zone-servers.ts";

/**
 * Builds the report of `propagation`: old answers and their expiry, the answers of the zone's servers, and the
 * resolvers that do not count.
 */
export function reportPropagation(answer: Answer<PropagationData>): ToolReport {
  const sections = [oldAnswersSection(answer), zoneServersSection(answer)];
  // If the zone's servers contradict each other, the section on these servers comes first, because the contradiction
  // causes the other problems.
  const isContradicted = answer.data.authoritative.agree === false;
  return {
    sections: [...(isContradicted ? sections.toReversed() : sections), resolversAskedSection(answer)],
  };
}
