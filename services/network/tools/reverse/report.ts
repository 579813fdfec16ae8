import type { Answer } from "@dnstools/core/report/answer";
import { blocks, facts, join, list, notFound, outside, say, tree } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Block, Branch, Section, Status, Text, ToolReport } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import { blockRows, holderRows, type Rows, sourcesTable } from "../report-registry.ts";
import type { ReverseData } from "./data.ts";

type PtrData = NonNullable<ReverseData["ptr"]>[number];

const NAMES_MAX = 8;
const ALIASES_MAX = 8;
const ADDRESSES_MAX = 4;
const ORIGINS_MAX = 6;

/** Short texts for names that were not looked up or have no address. */
const NOT_CONFIRMED: Readonly<Record<string, string>> = {
  no_forward: "has no address of the same family",
  not_in_public_dns: "is not in the public DNS",
  not_a_host_name: "is not a host name",
};

/** Builds the report of the reverse tool: the names of the address, its AS and its holder. */
export function reportReverse(answer: Answer<ReverseData>): ToolReport {
  return { sections: [namesSection(answer), holderSection(answer.data)] };
}

function namesSection({ data, summary, findings }: Answer<ReverseData>): Section {
  const { ptr, fcrdns, parts } = data;
  return {
    heading: "Which names does the address have, and does one resolve back to it?",
    // The summary shows how serious it is that no name resolves back.
    status: fcrdns.status === "fail" ? summary.status : fcrdns.status,
    blocks: blocks([
      ptr === null ? facts([["Names", notFound(parts.ptr.reason)]]) : pathsOf(data, ptr, findings),
    ]),
  };
}

/**
 * Builds the path from the address through its aliases to its names and back; null if there is nothing to show.
 */
function pathsOf(
  { ip, reverseName, aliases }: ReverseData,
  ptr: readonly PtrData[],
  findings: readonly Finding[],
): Block | null {
  if (ptr.length === 0 && aliases.length === 0) return null;
  const statusOf = (reason: string | null): Status => {
    const found = findings.find(({ code }) => code === `reverse.${reason}`);
    return found === undefined ? "none" : SEVERITY_STATUS[found.severity];
  };
  const names = [...ptr.filter(({ confirmed }) => confirmed), ...ptr.filter(({ confirmed }) => !confirmed)];
  const ends: readonly Branch[] =
    ptr.length === 0
      ? [{ text: "no PTR record", status: statusOf("dangling_alias"), children: [] }]
      : names.map((one) => nameBranch(one, statusOf));
  const steps: readonly Text[] =
    aliases.length === 0
      ? []
      : [outside(reverseName), ...aliases.slice(0, ALIASES_MAX).map((alias) => say`alias of ${alias}`)];
  const path = steps.reduceRight<readonly Branch[]>(
    (children, text) => [{ text, status: "none", children }],
    ends,
  );
  return tree([{ text: outside(ip), status: "none", children: path }], 1 + steps.length + NAMES_MAX);
}

function nameBranch(
  { name, addresses, confirmed, reason }: PtrData,
  statusOf: (reason: string | null) => Status,
): Branch {
  const shown = list(addresses, ADDRESSES_MAX);
  const [status, text]: readonly [Status, Text] =
    confirmed === null
      ? ["unknown", `could not be looked up (${reason})`]
      : confirmed
        ? ["pass", addresses.length === 1 ? "resolves back" : say`resolves back, and has ${shown}`]
        : [statusOf(reason), NOT_CONFIRMED[reason ?? ""] ?? say`resolves to ${shown}`];
  return { status, text: join([outside(name), text], " "), children: [] };
}

function holderSection({ origins, network, country, parts, sources }: ReverseData): Section {
  const open = [parts.origins, parts.network].some(({ status }) => status === "unknown");
  return {
    heading: "Who announces the address, and who holds it?",
    status: open ? "unknown" : "none",
    blocks: blocks([
      facts([
        ...announcedRows(origins, parts),
        ...holderRows(network, parts.network),
        ["Registered in", country === null ? null : outside(country.code)],
        ...(network === null ? [] : blockRows(network)),
      ]),
      parts.network.status === "unknown" ? sourcesTable(sources) : null,
    ]),
  };
}

function announcedRows(origins: ReverseData["origins"], parts: ReverseData["parts"]): Rows {
  if (origins === null) return [["Announced", notFound(parts.origins.reason)]];
  if (origins.length === 0) return [["Announced", "by no known AS"]];
  const { status, reason } = parts.asNames;
  return [
    ...origins
      .slice(0, ORIGINS_MAX)
      .map(({ asn, name, prefix }): Rows[number] => [
        "Announced",
        say`${prefix} by AS${asn}${name === null ? "" : say` (${name})`}`,
      ]),
    ["Names of ASes", status === "unknown" ? notFound(reason) : null],
  ];
}
