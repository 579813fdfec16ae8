import type { Network } from "@dnstools/core/network";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Text, ToolReport } from "@dnstools/core/report/report";
import type { ReverseData } from "./data.ts";

/** The report of `reverse`: the names of the address, and who announces and holds it. */
export function reportReverse({ data }: Answer<ReverseData>): ToolReport {
  const { ptr, fcrdns, origins, network, country, parts } = data;
  return {
    sections: [
      {
        heading: "Does the name of the address lead back to it?",
        status: fcrdns.status,
        blocks: blocks([
          { kind: "verdict", status: fcrdns.status, text: outside(fcrdns.detail) },
          facts([["Names", ptr === null ? notFound(parts.ptr.reason) : null]]),
          table(
            ["Name (PTR)", "Leads to", "Confirmed"],
            (ptr ?? []).map(({ name, addresses, confirmed, reason }) => [
              outside(name),
              list(addresses, 3),
              confirmed === true
                ? cell("pass", "yes")
                : cell(confirmed === null ? "unknown" : "fail", reason ?? ""),
            ]),
          ),
        ]),
      },
      {
        heading: "Who announces and holds it?",
        status: origins === null || network === null ? "unknown" : "none",
        blocks: blocks([
          table(
            ["AS", "Name", "Prefix"],
            (origins ?? []).map(({ asn, name, prefix }) => [
              `AS${asn}`,
              outside(name ?? ""),
              outside(prefix),
            ]),
          ),
          facts([
            ["AS", origins === null ? notFound(parts.origins.reason) : null],
            ["Block", network === null ? notFound(parts.network.reason) : blockOf(network)],
            ["Holder", textOf(network?.organization)],
            ["Country", country === null ? null : say`${country.code} (where it is registered)`],
            ["Abuse", textOf(network?.abuse.email)],
          ]),
        ]),
      },
    ],
  };
}

function blockOf({ name, startAddress, endAddress, cidrs }: Network): Text {
  const range = cidrs.length > 0 ? list(cidrs, 3) : say`${startAddress} to ${endAddress}`;
  return name === null ? range : join([outside(name), range], " ");
}

function textOf(text: string | null | undefined): Text | null {
  return text === null || text === undefined ? null : outside(text);
}
