import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { statusOf, words } from "./status.ts";

type Key = MailData["dkim"]["found"][number];

const STATUS: Readonly<Record<Key["status"], Status>> = {
  valid: "pass",
  weak: "warning",
  invalid: "fail",
  revoked: "none",
  not_a_key: "none",
  missing: "none",
};

const KEYS_MAX = 8;

/** Builds the section about the DKIM keys that were found. */
export function dkimSection(answer: Answer<MailData>): Section {
  const { dkim } = answer.data;
  const open = dkim.tried.filter(({ status }) => status === "unknown");
  const aliased = dkim.found.some(({ aliases }) => aliases.length > 0);
  return {
    heading: "Which keys can sign the domain's mail?",
    status: statusOf(dkim, answer),
    blocks: blocks([
      table(
        ["Selector", "State", "Key", "Usual provider", ...(aliased ? ["Alias of"] : [])],
        dkim.found.map((key) => [
          outside(key.selector),
          cell(STATUS[key.status], words(key.status)),
          keyText(key),
          outside(key.provider ?? ""),
          ...(aliased ? [list(key.aliases, 2, "")] : []),
        ]),
        KEYS_MAX,
      ),
      // If no selector at all could be looked up, the overview card already shows this.
      facts([
        [
          "Could not be determined",
          open.length === 0 || open.length === dkim.tried.length ? null : openCell(open),
        ],
      ]),
    ]),
  };
}

function openCell(open: MailData["dkim"]["tried"]): Cell {
  return cell("unknown", list(open.map(({ selector, reason }) => `${selector} (${reason})`)));
}

function keyText({ type, bits, flags }: Key): Cell {
  const size = bits === null ? "" : ` ${bits} bits`;
  return join([outside(type ?? ""), size, flags.length === 0 ? "" : say`, t=${flags.join(":")}`]);
}
