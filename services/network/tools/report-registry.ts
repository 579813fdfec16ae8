import type { Network, RegistrySource } from "@dnstools/core/network";
import { cell, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Block, Cell, Text } from "@dnstools/core/report/report";
import type { Part } from "@dnstools/core/tool/part";

/** Rows of facts in a report; a row with the value null is left out. */
export type Rows = readonly (readonly [name: string, value: Cell | null])[];

const KINDS: Readonly<Record<RegistrySource["kind"], string>> = {
  rdap: "RDAP",
  whois: "whois",
  dns: "DNS",
  table: "a rule",
};

/** Returns rows about the block of an address and its holder, or about why the block is unknown. */
export function holderRows(network: Network | null, { reason }: Part): Rows {
  if (network === null) return [["Block", reason === null ? "no registry names a holder" : notFound(reason)]];
  const { name, cidrs, organization } = network;
  const range = cidrs.length > 0 ? list(cidrs, 3) : rangeOf(network);
  return [
    ["Block", name === null ? range : join([range, say`(${name})`], " ")],
    ["Holder", textOf(organization)],
  ];
}

/** Returns rows with the registry's other data about a block. */
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

/** Formats the first and the last address of a block. */
export function rangeOf({ startAddress, endAddress }: Network): Text {
  return say`${startAddress} to ${endAddress}`;
}

/**
 * Builds a table of the sources in the order in which they were queried, with their answers; null if there are no
 * sources.
 */
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

/** Formats a UTC time to the minute, and leaves any other form as the registry wrote it; null if there is no time. */
function momentOf(text: string | null): Text | null {
  const [, day = "", minute = ""] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(text ?? "") ?? [];
  return day === "" ? textOf(text) : say`${`${day} ${minute}`} UTC`;
}

/** Marks a text as coming from outside this API; null stays null. */
export function textOf(text: string | null): Text | null {
  return text === null ? null : outside(text);
}
