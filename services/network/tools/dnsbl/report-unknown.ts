import { blocks, cell, facts, join, list, notFound, outside, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Text } from "@dnstools/core/report/report";
import type { DnsblData, ListData, ResultData } from "./data.ts";
import { byWeight } from "./judge/verdict.ts";
import { NAMES_MAX, some, USERS, zonesOf } from "./report-words.ts";

const GROUPS_MAX = 6;
/** Lists that few receivers use. */
const LIGHT_MAX = 8;

/** Lists that gave no usable answer, and why: in groups, but for those that few receivers use. */
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
    // The verdict says whether it matters.
    status: summary.verdict.status === "unknown" ? "unknown" : "none",
    blocks: blocks([
      table(["List", "Used by", "Why"], rows, GROUPS_MAX),
      facts([["Used by few", light === null ? null : cell("unknown", light)]]),
    ]),
  };
}

/** The mail server, where its address is what could not be looked for. */
export function mailServerSection({ mx }: DnsblData): Section {
  const open = mx?.status === "unknown" ? mx : null;
  return {
    heading: "Which mail server could not be looked for?",
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
              : cell("unknown", join([outside(open.ip), `, which was not asked about (${open.reason})`])),
        ],
      ]),
    ]),
  };
}

/** Whether the list was asked, or cannot be without a key; else it is the mail server's address that is missing. */
function wasAsked({ results, reason }: ListData, mx: DnsblData["mx"]): boolean {
  return mx?.status !== "unknown" || reason === "no_key" || results.some(isUnknown);
}

/** Why a list that matters is unknown: the reason, and what the list answered. */
function whyUnknown(one: ListData, mx: DnsblData["mx"], proofs: DnsblData["proofs"]): Text {
  if (!wasAsked(one, mx)) return "not asked, since the address of the mail server is missing";
  const [meaning] = one.results.filter(isUnknown).flatMap(({ codes }) => codes.map((code) => code.meaning));
  const reason = reasonOf(one, proofs);
  return meaning === undefined ? reason : join([reason, outside(meaning)], ": ");
}

/** The reason in a word or two; of a list that failed its test points what is wrong with it. */
function reasonOf({ reason, results }: ListData, proofs: DnsblData["proofs"]): string {
  const result = results.find(isUnknown);
  const fault = proofs.find(({ id }) => id === result?.proof)?.fault;
  const word = reason === "list_unhealthy" ? (fault ?? reason) : reason;
  return (word ?? "unknown").replaceAll("_", " ");
}

function isUnknown({ status }: ResultData): boolean {
  return status === "unknown";
}
