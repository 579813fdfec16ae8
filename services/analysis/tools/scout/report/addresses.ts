import { blocks, list, notFound, outside, say, table } from "@dnstools/core/report/blocks";
import type { Cell, Section } from "@dnstools/core/report/report";
import { groupsOf } from "../../report-parts.ts";
import type { PtrData, ScoutData } from "../data.ts";

/** Rows, and addresses in a row, that are shown. */
const ROWS_MAX = 5;
const ADDRESSES_MAX = 4;

type Address = PtrData["addresses"][number];

/**
 * Whether the addresses that were found have names that lead back to them, those alike together. It is no fault of a domain that
 * one has none, so that rows are marked where it is unknown only.
 */
export function addressesSection({ ptr }: ScoutData): Section {
  const addresses = ptr?.addresses ?? [];
  const rows = groupsOf(addresses, ({ fcrdns }) => [fcrdns.status, fcrdns.reason]);
  return {
    heading: "Do the addresses lead back to a name (PTR)?",
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
  other_address: "leads to other addresses",
  no_forward: "leads to no address",
  not_in_public_dns: "is no public name",
  not_a_host_name: "is no host name",
};

function stateOf({ fcrdns: { status, reason } }: Address): Cell {
  if (status === "pass") return "leads back";
  if (status === "unknown") return notFound(reason);
  return REASON_WORDS[reason ?? ""] ?? outside(reason ?? "does not lead back");
}

function addressesOf(group: readonly Address[]) {
  return list(
    group.map(({ address, of: [name] }) => (name === undefined ? address : say`${address} (${name})`)),
    ADDRESSES_MAX,
  );
}
