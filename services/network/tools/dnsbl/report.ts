import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Section, Status, Text, Tile, ToolReport } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Rows } from "../report-registry.ts";
import type { DnsblData, ListData, ResultData } from "./data.ts";
import { byWeight } from "./judge/verdict.ts";
import { mailServerSection, unknownSection } from "./report-unknown.ts";
import { NAMES_MAX, some, USERS, zonesOf } from "./report-words.ts";

const LISTED_MAX = 6;
const PAGES_MAX = 3;
/** Maximum number of lists shown with their explanations, and maximum number of characters of an explanation. */
const WORDY_MAX = 3;
const WORDS_MAX = 110;
/** Maximum number of whitelists and of informational lists in the report. */
const IDLE_MAX = 3;

/** Report status of a listing, by the code of the finding that names the list. */
const LISTINGS: Readonly<Record<string, Status>> = {
  "dnsbl.listed": "fail",
  "dnsbl.listed_minor": "warning",
  "dnsbl.listed_policy": "warning",
};

/** Prefix that names the listed part of the queried domain. */
const SUBJECTS: Readonly<Record<ResultData["subject"], string>> = {
  ip: "",
  domain: "",
  registrable: "the registrable domain: ",
  mx_ip: "the mail server: ",
};

/**
 * Builds the report of the dnsbl tool: the listings and how much they matter, the removal pages, and the lists
 * without a usable answer.
 */
export function reportDnsbl({ data, findings }: Answer<DnsblData>): ToolReport {
  return {
    sections: [
      listingsSection(data, findings),
      mailServerSection(data),
      unknownSection(data),
      informationalSection(data),
    ],
  };
}

function listingsSection({ lists, summary }: DnsblData, findings: readonly Finding[]): Section {
  const listed = byWeight(lists.filter(({ status }) => status === "listed"));
  const statusOf = (one: ListData | undefined): Status => {
    if (one === undefined) return "none";
    const found = findings.find(({ code, subjects }) => code in LISTINGS && subjects.includes(one.zone));
    return LISTINGS[found?.code ?? ""] ?? "warning";
  };
  // The summary already names the subject if only one is listed.
  const subjects = listed.flatMap((one) => listingsOf(one).map(({ subject }) => subject));
  const several = new Set(subjects).size > 1;
  return {
    heading: "Which lists have an entry, and does it matter?",
    status: summary.verdict.status,
    blocks: blocks([
      listsGrid(lists, statusOf),
      table(
        ["List", "Used by", "What it says"],
        listed.map((one, at) => [
          cell(statusOf(one), outside(one.zone)),
          USERS[one.weight],
          saidBy(one, several, at < WORDY_MAX),
        ]),
        LISTED_MAX,
      ),
      removalTable(listed),
    ]),
  };
}

/** Builds a grid of all applicable lists, grouped by how widely they are used, with listings first. */
function listsGrid(lists: readonly ListData[], statusOf: (one: ListData) => Status): Block | null {
  const groups = GROUPS.flatMap(({ weight, name }) => {
    const tiles = lists
      .filter((one) => one.weight === weight && one.status !== "not_applicable")
      .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
      .map((one) => tileOf(one, statusOf));
    return tiles.length === 0 ? [] : [{ name, tiles }];
  });
  return groups.length === 0 ? null : { kind: "grid", groups, more: 0 };
}

const GROUPS = [
  { weight: "high", name: "Used by many receivers" },
  { weight: "medium", name: "Used by some" },
  { weight: "low", name: "Used by few" },
] as const;

const ORDER: readonly ListData["status"][] = ["listed", "unknown", "not_listed"];

function tileOf(one: ListData, statusOf: (one: ListData) => Status): Tile {
  const { zone, status } = one;
  if (status === "listed") return { name: outside(zone), status: statusOf(one), text: "listed" };
  return status === "unknown"
    ? { name: outside(zone), status: "unknown", text: "no usable answer" }
    : { name: outside(zone), status: "pass", text: "not listed" };
}

/** Builds a table of removal pages, with the most widely used lists first; several lists can share a page. */
function removalTable(listed: readonly ListData[]): Block | null {
  const pages = Map.groupBy(listed, ({ delistUrl }) => delistUrl);
  const rows = [...pages].map(([page, of]): Cell[] => [
    page === null ? "no page is known" : outside(page),
    list(zonesOf(of), NAMES_MAX),
  ]);
  return table(["Ask for removal at", "Lists"], rows, PAGES_MAX);
}

function listingsOf({ results }: ListData): readonly ResultData[] {
  return results.filter(({ status }) => status === "listed");
}

/**
 * Describes a listing: the meaning of its codes, and the list's explanation.
 * @param named true to name the subject that is listed.
 * @param wordy true to show the explanation.
 */
function saidBy(one: ListData, named: boolean, wordy: boolean): Text {
  const said = listingsOf(one).map(({ subject, codes, text }): Text => {
    const words = text === null || !wordy ? [] : [beginning(text)];
    return join([named ? SUBJECTS[subject] : "", join([...meaningsOf(codes), ...words], "; ")]);
  });
  return join([one.kind === "policy" ? "by policy: " : "", join(said, ", ")]);
}

/** Cuts a text between words, so that an address in it stays whole. */
function beginning(text: string): Text {
  if (text.length <= WORDS_MAX) return outside(text);
  const end = text.lastIndexOf(" ", WORDS_MAX);
  return join([outside(text.slice(0, end === -1 ? WORDS_MAX : end)), " ..."]);
}

function meaningsOf(codes: ResultData["codes"]): readonly Text[] {
  return [...new Set(codes.map(({ meaning }) => meaning))].map(outside);
}

function informationalSection({ informational }: DnsblData): Section {
  const row = (name: string, kind: ListData["kind"]): Rows[number] => {
    const listed = informational.filter((one) => one.kind === kind && one.status === "listed");
    return [
      name,
      some(listed, IDLE_MAX, (one) =>
        join(
          listingsOf(one).flatMap(({ codes }) => meaningsOf(codes)),
          ", ",
        ),
      ),
    ];
  };
  return {
    heading: "What do whitelists and informational lists say?",
    status: "none",
    blocks: blocks([facts([row("White", "white"), row("Informational", "info")])]),
  };
}
