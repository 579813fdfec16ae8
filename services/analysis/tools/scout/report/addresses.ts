import { blocks, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section } from "@dnstools/core/report/report";
import { groupsOf } from "../../report-parts.ts";
import type { PtrData, ScoutData } from "../data.ts";

/** Maximum number of rows that are shown; ADDRESSES_MAX is the maximum number of addresses in a row. */
const ROWS_MAX = 5;
const ADDRESSES_MAX = 4;

type Address = PtrData["addresses"][number];

/**
 * Builds the section on whether the PTR names of addresses resolve back to the same addresses. Addresses with the same
 * result share a row. A missing name is not a fault of the domain, so only unknown results are marked.
 */
export function addressesSection({ ptr }: ScoutData): Section {
  const addresses = ptr?.addresses ?? [];
  const rows = groupsOf(addresses, ({ fcrdns }) => [fcrdns.status, fcrdns.reason]);
  return {
    heading: "Do the addresses have names that resolve back to them (PTR)?",
    status: addresses.some(({ fcrdns }) => fcrdns.status === "unknown") ? "unknown" : "none",
    blocks: blocks([
      table(
        ["Name of the address", "Addresses"],
        rows.flatMap((group) => (group[0] === undefined ? [] : [[stateOf(group[0]), addressesOf(group)]])),
        ROWS_MAX,
      ),
    ]),
  };
}

const REASON_WORDS: Readonly<Record<string, string>> = {
  no_ptr: "none",
  other_address: "resolves to other addresses",
  no_forward: "resolves to no address",
  not_in_public_dns: "is not a public name",
  not_a_host_name: "is not a host name",
};

function stateOf({ fcrdns: { status, reason } }: Address): Cell {
  if (status === "pass") return "resolves back to the address";
  if (status === "unknown") return notFound(reason);
  return REASON_WORDS[reason ?? ""] ?? outside(reason ?? "does not resolve back to the address");
}

function addressesOf(group: readonly Address[]) {
  return list(
    group.map(({ address, of: [name] }) => (name === undefined ? address : say`${address} (${name})`)),
    ADDRESSES_MAX,
  );
}
