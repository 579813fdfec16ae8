import { isIp } from "@dnstools/core/protocol/ip";
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { reportHref, withTarget } from "@dnstools/core/tool/report-path";
import { targetsOf } from "@dnstools/core/tool/target";
import { type Asked as AskedOfTool, readCall } from "@dnstools/server/run/read-input";
import type { Readings } from "./choose-report.ts";
import { ABOUT_ADDRESS, ABOUT_NAME } from "./everything-tools.ts";

/** Route of the overview, a page with the results of several tools for a name or an address. */
export const EVERYTHING_ROUTE = "/all/:target";

/** A tool call that is part of the overview. */
export type PartCall = AskedOfTool & {
  readonly contract: Contract;
  /** Path of the separate report of this call. */
  readonly report: string;
};

/** The tool calls for the overview of a target, which run concurrently. */
export type Everything = {
  /** The target in its normalized form, as the tools' parser returns it. */
  readonly target: string;
  readonly parts: readonly PartCall[];
  /** Tools that do not accept the target, each with the reason. */
  readonly omitted: readonly { readonly tool: ToolName; readonly why: string }[];
  /** Total cost of the calls, in units. */
  readonly units: number;
};

/**
 * Parses the target of the overview with the contract of each tool.
 * @throws Fault invalid_parameter if the first tool does not accept the target (with a suggestion of the overview that
 * was probably meant); target_denied; unknown_path if no tool is available
 */
export function readEverything(target: string, { contracts, rules }: Readings): Everything {
  const wanted = isIp(target.trim().replace(/^\[(.*)\]$/, "$1")) ? ABOUT_ADDRESS : ABOUT_NAME;
  const parts: PartCall[] = [];
  const omitted: Everything["omitted"][number][] = [];
  for (const contract of wanted.flatMap((tool) => contracts.filter((one) => one.tool === tool))) {
    try {
      const pairs = withTarget(contract, target, [], rules);
      const asked = readCall(contract, pairs, rules, contracts);
      parts.push({ ...asked, contract, report: reportHref(contract, pairs, rules) ?? "" });
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "invalid_parameter") throw error;
      if (parts.length === 0) throw withPage(error);
      omitted.push({ tool: contract.tool, why: error.options.errors?.[0]?.message ?? error.message });
    }
  }
  const [first] = parts;
  if (first === undefined)
    throw new Fault("unknown_path", {
      detail: "None of the tools on this page is available on this server.",
    });
  const units = parts.reduce((sum, { contract }) => sum + contract.cost, 0);
  return { target: targetsOf(first.input)[0] ?? target, parts, omitted, units };
}

/** Returns the fault with a suggested overview in place of the suggested tool call. */
function withPage(fault: Fault): Fault {
  const { retry, ...options } = fault.options;
  const [, value] = /^\/api\/v1\/(?:dns\?domain|reverse\?ip)=([^&]+)$/.exec(retry ?? "") ?? [];
  return new Fault(
    fault.code,
    value === undefined ? options : { ...options, retry: `/all/${value.replaceAll("%3A", ":")}` },
  );
}
