import type { Answer } from "@dnstools/core/report/answer";
import type { ToolReport } from "@dnstools/core/report/report";
import type { PropagationData } from "../data.ts";
import { oldAnswersSection } from "./old-answers.ts";
import { resolversAskedSection } from "./resolvers-asked.ts";
import { zoneServersSection } from "./zone-servers.ts";

/** The report of `propagation`: who has an old answer until when, what the zone's servers have, whose answers do not count. */
export function reportPropagation(answer: Answer<PropagationData>): ToolReport {
  const sections = [oldAnswersSection(answer), zoneServersSection(answer)];
  // Where the servers contradict each other, that is the cause of all else.
  const isContradicted = answer.data.authoritative.agree === false;
  return {
    sections: [...(isContradicted ? sections.toReversed() : sections), resolversAskedSection(answer)],
  };
}
