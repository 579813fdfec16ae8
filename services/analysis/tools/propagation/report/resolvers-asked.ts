import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, list, notFound, say, table } from "@dnstools/core/report/blocks";
import type { Section } from "@dnstools/core/report/report";
import { groupsOf } from "../../report-parts.ts";
import type { PropagationData } from "../data.ts";
import { FAULT_WORDS, nameOf } from "./words.ts";

/** Maximum number of resolvers that are shown in one row. */
const NAMES_MAX = 3;

/** Builds the section on how many resolvers count, and why the others do not count. */
export function resolversAskedSection({ data }: Answer<PropagationData>): Section {
  const { summary, country, excluded, intercepted } = data;
  return {
    heading: "Which resolvers are left out?",
    status: "none",
    blocks: blocks([
      facts([
        ["Asked", say`${summary.asked} healthy resolvers, of ${summary.available} known (${country})`],
        ["Answers by this network", intercepted === null ? notFound(null) : null],
      ]),
      table(
        ["Reason for exclusion", "Resolvers"],
        groupsOf(excluded, ({ fault, reason }) => [fault, fault === null ? reason : null]).flatMap(
          (group) => {
            const [first] = group;
            if (first === undefined) return [];
            const { fault, reason } = first;
            return [
              [fault === null ? notFound(reason) : FAULT_WORDS[fault], list(group.map(nameOf), NAMES_MAX)],
            ];
          },
        ),
        8,
      ),
    ]),
  };
}
