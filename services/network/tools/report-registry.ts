import type { Network, RegistrySource } from "@dnstools/core/network";
import { cell, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Text } from "@dnstools/core/report/report";
import type { Part } from "@dnstools/core/tool/part";

/** Rows of a report's facts; those whose value is null are left out. */
export type Rows = readonly (readonly [name: string, value: Cell | null])[];

const KINDS: Readonly<Record<RegistrySource["kind"], string>> = {
  rdap: "RDAP",
  whois: "whois",
  dns: "DNS",
  table: "a rule",
};

/** The block of an address and its holder; why they are missing, where they are. */
export function holderRows(network: Network | null, { reason }: Part): Rows {
  if (network === null) return [["Block", reason === null ? "no registry names a holder" : notFound(reason)]];
  const { name, cidrs, organization } = network;
  const range = cidrs.length > 0 ? list(cidrs, 3) : rangeOf(network);
  return [
    ["Block", name === null ? range : join([range, say`(${name})`], " ")],
    ["Holder", textOf(organization)],
  ];
}

/** What a registry tells of a block besides its name and its holder. */
export function blockRows({ type, status, abuse, created, changed, registry }: Network): Rows {
  const contacts = [abuse.email, abuse.phone].filter((one) => one !== null);
  return [
    ["Type", textOf(type)],
    ["Status", status.length === 0 ? null : list(status)],
    ["Report abuse to", contacts.length === 0 ? "the registry names no contact" : list(contacts)],
    ["Created", momentOf(created)],
    ["Last change", momentOf(changed)],
    ["Registry", textOf(registry)],
  ];
}

/** The first and the last address of a block. */
export function rangeOf({ startAddress, endAddress }: Network): Text {
  return say`${startAddress} to ${endAddress}`;
}

/** The sources that were asked in turn, and what each said; null for none. */
export function sourcesTable(sources: readonly RegistrySource[]): Block | null {
  return table(
    ["Asked", "Where", "Answer"],
    sources.map((source) => [KINDS[source.kind], outside(source.server), answerOf(source)]),
    8,
  );
}

function answerOf({ status, says, reason }: RegistrySource): Cell {
  if (status === "unknown") return cell("unknown", reason === null ? "unknown" : `unknown (${reason})`);
  if (says !== null) return says.replace("_", " ");
  return status === "ok" ? "has it" : "does not have it";
}

/** A time in UTC to the minute; another of a registry's as it is; null for none. */
function momentOf(text: string | null): Text | null {
  const [, day = "", minute = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(text ?? "") ?? [];
  return day === "" ? textOf(text) : say`${`${day} ${minute}`} UTC`;
}

/** A text from outside; null for none. */
export function textOf(text: string | null): Text | null {
  return text === null ? null : outside(text);
}
