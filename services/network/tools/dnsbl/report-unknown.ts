import { blocks, cell, facts, join, list, notFound, outside, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Text } from "@dnstools/core/report/report";
import type { DnsblData, ListData, ResultData } from "./data.ts";
import { byWeight } from "./judge/verdict.ts";
import { NAMES_MAX, some, USERS, zonesOf } from "./report-words.ts";

const GROUPS_MAX = 6;
/** Maximum number of lists with few users in the report. */
const LIGHT_MAX = 8;

/**
 * Builds the report section about lists without a usable answer: grouped by reason, except lists with few
 * users.
 */
export function unknownSection({ lists, mx, proofs, summary }: DnsblData): Section {
  const unknown = byWeight(lists.filter(({ status }) => status === "unknown"));
  const isLight = (one: ListData) => one.weight === "low" && wasAsked(one, mx);
  const groups = Map.groupBy(
    unknown.filter((one) => !isLight(one)),
    (one) => `${one.weight} ${JSON.stringify(whyUnknown(one, mx, proofs))}`,
  );
  const rows = [...groups.values()].flatMap((of) =>
    of
      .slice(0, 1)
      .map((one): Cell[] => [
        cell("unknown", list(zonesOf(of), NAMES_MAX)),
        USERS[one.weight],
        whyUnknown(one, mx, proofs),
      ]),
  );
  const light = some(unknown.filter(isLight), LIGHT_MAX, (one) => reasonOf(one, proofs));
  return {
    heading: "Which lists gave no usable answer, and why?",
    // The verdict shows whether the missing answers matter.
    status: summary.verdict.status === "unknown" ? "unknown" : "none",
    blocks: blocks([
      table(["List", "Used by", "Why"], rows, GROUPS_MAX),
      facts([["Used by few", light === null ? null : cell("unknown", light)]]),
    ]),
  };
}

/** Builds the report section about a mail server that could not be looked up. */
export function mailServerSection({ mx }: DnsblData): Section {
  const open = mx?.status === "unknown" ? mx : null;
  return {
    heading: "Which mail server could not be looked up?",
    status: "unknown",
    blocks: blocks([
      facts([
        ["Host", open === null || open.host === null ? null : outside(open.host)],
        [
          "Address",
          open === null
            ? null
            : open.ip === null
              ? notFound(open.reason)
              : cell("unknown", join([outside(open.ip), `, which was not looked up (${open.reason})`])),
        ],
      ]),
    ]),
  };
}

/**
 * Returns true if the list was queried or only lacks a key; false if it was not queried because the mail server's
 * address is missing.
 */
function wasAsked({ results, reason }: ListData, mx: DnsblData["mx"]): boolean {
  return mx?.status !== "unknown" || reason === "no_key" || results.some(isUnknown);
}

/** Describes why a list is unknown: the reason and the list's answer. */
function whyUnknown(one: ListData, mx: DnsblData["mx"], proofs: DnsblData["proofs"]): Text {
  if (!wasAsked(one, mx)) return "not asked, because the address of the mail server is missing";
  const [meaning] = one.results.filter(isUnknown).flatMap(({ codes }) => codes.map((code) => code.meaning));
  const reason = reasonOf(one, proofs);
  return meaning === undefined ? reason : join([reason, outside(meaning)], ": ");
}

/** Returns the reason in one or two words; for a list that failed its test points, returns the fault. */
function reasonOf({ reason, results }: ListData, proofs: DnsblData["proofs"]): string {
  const result = results.find(isUnknown);
  const fault = proofs.find(({ id }) => id === result?.proof)?.fault;
  const word = reason === "list_unhealthy" ? (fault ?? reason) : reason;
  return (word ?? "unknown").replaceAll("_", " ");
}

function isUnknown({ status }: ResultData): boolean {
  return status === "unknown";
}
