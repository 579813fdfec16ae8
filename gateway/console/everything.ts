import { isIp } from "@dnstools/core/protocol/ip";
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { reportHref, withTarget } from "@dnstools/core/tool/report-path";
import { targetsOf } from "@dnstools/core/tool/target";
import { type Asked as AskedOfTool, readCall } from "@dnstools/server/run/read-input";
import type { Readings } from "./choose-report.ts";
import { ABOUT_ADDRESS, ABOUT_NAME } from "./everything-tools.ts";

/** Route of the page of everything about a name or an address. */
export const EVERYTHING_ROUTE = "/all/:target";

/** A call of the page of everything. */
export type PartCall = AskedOfTool & {
  readonly contract: Contract /** Path of its own report. */;
  readonly report: string;
};

/** Everything about a target, as calls that are made side by side. */
export type Everything = {
  /** As the tools read it. */
  readonly target: string;
  readonly parts: readonly PartCall[];
  /** Tools that do not take such a target, and why not. */
  readonly omitted: readonly { readonly tool: ToolName; readonly why: string }[];
  /** Units of all calls. */
  readonly units: number;
};

/**
 * Reads the target of the page of everything: each tool reads it by its own contract.
 * @throws Fault invalid_parameter where the first tool does not take the target, with the page that was meant; target_denied
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
    throw new Fault("unknown_path", { detail: "None of these tools is offered here." });
  const units = parts.reduce((sum, { contract }) => sum + contract.cost, 0);
  return { target: targetsOf(first.input)[0] ?? target, parts, omitted, units };
}

/** A refusal that offers the page of everything in place of a tool's call. */
function withPage(fault: Fault): Fault {
  const { retry, ...options } = fault.options;
  const [, value] = /^\/api\/v1\/(?:dns\?domain|reverse\?ip)=([^&]+)$/.exec(retry ?? "") ?? [];
  return new Fault(
    fault.code,
    value === undefined ? options : { ...options, retry: `/all/${value.replaceAll("%3A", ":")}` },
  );
}
