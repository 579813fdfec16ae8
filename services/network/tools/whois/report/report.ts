import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, join, outside, say } from "@dnstools/core/report/blocks";
import type { Block, Section, ToolReport } from "@dnstools/core/report/report";
import { blockRows, rangeOf, sourcesTable } from "../../report-registry.ts";
import type { WhoisData } from "../data.ts";
import { lifeSection } from "./life.ts";
import { keeperSection, serversSection } from "./registration.ts";

/** Maximum number of lines of a text that could not be parsed, and maximum characters of each line. */
const LINES_MAX = 3;
const LINE_MAX = 100;

/** Builds the report of the whois tool: the stage of a registration and who manages it, or the block of an address. */
export function reportWhois(answer: Answer<WhoisData>): ToolReport {
  const { data } = answer;
  if (data.ip !== null) return { sections: [blockSection(data), sourcesSection(data)] };
  if (data.availability !== "registered") return { sections: [sourcesSection(data)] };
  return {
    sections: [lifeSection(answer), keeperSection(data), serversSection(answer), sourcesSection(data)],
  };
}

/** Builds the report section with the facts about the block that are not in the summary. */
function blockSection({ network }: WhoisData): Section {
  return {
    heading: "What does the registry say about the block?",
    status: "none",
    blocks: blocks([
      network === null ? null : facts([["Addresses", rangeOf(network)], ...blockRows(network)]),
    ]),
  };
}

/**
 * Builds the report section with the sources. A name that a rule reserves has no source to query; the summary names
 * the rule.
 */
function sourcesSection({ availability, parts, sources, raw }: WhoisData): Section {
  const asked = sources.filter(({ kind }) => kind !== "table");
  const open = availability === "unknown" || parts.network.status === "unknown";
  const unread = sources.filter(({ reason }) => reason === "not_recognised").map(({ server }) => server);
  return {
    heading: "Which sources were queried, and what did each answer?",
    status: open ? "unknown" : "none",
    blocks: blocks([
      sourcesTable(asked),
      ...raw.filter(({ server }) => unread.includes(server)).map(wordsOf),
    ]),
  };
}

/** Shows the beginning of a text that this API could not parse. */
function wordsOf({ server, text }: WhoisData["raw"][number]): Block | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const shown = lines.slice(0, LINES_MAX).map((line) => outside(line.slice(0, LINE_MAX)));
  return facts([[say`${server} says`, join(shown, " | ")]]);
}
