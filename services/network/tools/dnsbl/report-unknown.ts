import { blocks, cell, facts, join, list, notFound, outside, table } from "@dnstools/core/report/blocks";
import type { Cell, Section } from "@dnstools/core/report/report";
import { reasonText } from "../report-registry.ts";
import type { DnsblData, ListData } from "./data.ts";
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
    (one) => `${one.weight} ${whyUnknown(one, mx)}`,
  );
  const rows = [...groups.values()].flatMap((of) =>
    of
      .slice(0, 1)
      .map((one): Cell[] => [
        cell("unknown", list(zonesOf(of), NAMES_MAX)),
        USERS[one.weight],
        whyUnknown(one, mx),
      ]),
  );
  const light = some(unknown.filter(isLight), LIGHT_MAX, (one) => shortReason(one, proofs));
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
  return (
    mx?.status !== "unknown" || reason === "no_key" || results.some(({ status }) => status === "unknown")
  );
}

function whyUnknown(one: ListData, mx: DnsblData["mx"]): string {
  return wasAsked(one, mx)
    ? reasonText(one.reason)
    : "The mail server's address is not known, or not public.";
}

/** The reason in a word or two. */
function shortReason({ reason, results }: ListData, proofs: DnsblData["proofs"]): string {
  const result = results.find(({ status }) => status === "unknown");
  const fault = proofs.find(({ id }) => id === result?.proof)?.fault;
  const word = reason === "list_unhealthy" ? (fault ?? reason) : reason;
  return (word ?? "unknown").replaceAll("_", " ");
}
