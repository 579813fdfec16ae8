import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { statusOf } from "./status.ts";

type Host = NonNullable<MailData["mx"]["hosts"]>[number];
type Address = Host["addresses"][number];

const HOSTS: Readonly<Record<Host["status"], Status>> = {
  ok: "none",
  missing: "fail",
  unknown: "unknown",
  address: "fail",
  not_a_host: "fail",
  null_form: "fail",
};

const ROWS_MAX = 10;

/** Builds the section about the mail servers, their addresses and their PTR names. */
export function mxSection(answer: Answer<MailData>): Section {
  const { mx } = answer.data;
  return {
    heading: "Which servers accept the domain's mail?",
    status: statusOf(mx, answer),
    blocks: blocks([
      table(["Pref.", "Mail server", "Address", "Name (PTR)"], (mx.hosts ?? []).flatMap(rowsOf), ROWS_MAX),
      facts([["Not looked up", mx.left > 0 ? `${mx.left} more` : null]]),
    ]),
  };
}

function rowsOf(host: Host): readonly (readonly Cell[])[] {
  const { preference, addresses, aliases, status, reason } = host;
  const name = join([outside(host.host), aliases.length === 0 ? "" : join([" → ", list(aliases, 2)])]);
  const first = [
    preference === null ? "" : String(preference),
    cell(aliases.length === 0 ? "none" : "fail", name),
  ];
  if (addresses.length === 0)
    return [[...first, status === "unknown" ? notFound(reason) : cell(HOSTS[status], STATES[status]), ""]];
  const rows = addresses.map((address, at) => [
    ...(at === 0 ? first : ["", ""]),
    address.isPublic ? outside(address.ip) : cell("fail", join([outside(address.ip), " (not public)"])),
    nameCell(address),
  ]);
  return reason === null ? rows : [...rows, ["", "", notFound(reason), ""]];
}

const STATES: Readonly<Record<Host["status"], string>> = {
  ok: "",
  missing: "no address",
  unknown: "",
  address: "an address instead of a name",
  not_a_host: "not a host name",
  null_form: "a malformed null MX",
};

function nameCell({ names, fcrdns }: Address): Cell {
  if (fcrdns === null) return "";
  if (fcrdns.status === "unknown")
    return cell("unknown", say`could not be determined (${fcrdns.reason ?? ""})`);
  return cell(fcrdns.status, list(names ?? [], 2));
}
