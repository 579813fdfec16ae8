import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import { parseQuery } from "@dnstools/core/tool/query/parse-query";
import { callMeant } from "@dnstools/core/tool/query/retry";
import { type Pairs, reportOf, withTarget } from "@dnstools/core/tool/report-path";
import { reportAt } from "../report/read-report.ts";
import { everythingUnits } from "./everything-tools.ts";
import { type Kind, kindOf, recordIn } from "./kind-of.ts";

/** What the search form queries: one tool, or all tools that accept the name or address. */
export type Asked = ToolName | "all";

/** The data for choosing a report: the available tools, the rules for parameters, and the client's limit. */
export type Readings = {
  readonly contracts: readonly Contract[];
  readonly rules: ParamRules;
  /** Units that the client can spend at once; 0 or undefined means no limit. */
  readonly units?: number;
};

/** The path of the report for a text, or the problem with the text. */
export type Choice =
  | { readonly path: string }
  | {
      readonly problem: string;
      /** The path of a report that the user may have meant; null if there is no suggestion. */
      readonly suggestion: string | null;
    };

/** The default tool for each kind of text. */
const TOOL_OF: Readonly<Record<Exclude<Kind, "record">, Asked>> = {
  address: "all",
  domain: "all",
  // A user who pastes a URL probably wants to know whether the page can be reached securely.
  url: "ssl",
  email: "mail",
};

/** The default tool for each kind of text, if the client's rate limit is too low for a report of all tools. */
const ONE_TOOL_OF = { ...TOOL_OF, address: "reverse", domain: "dns" } as const;

/** Maximum number of characters in a text; the longest record that a tool accepts is shorter. */
const TYPED_MAX = 9000;

/**
 * Chooses the report for a text from the search field. If no tool was chosen, the kind of the text determines the
 * tool. Anything around the name or address in the text is removed, unless the tool would change; a report of a
 * different tool is only suggested.
 */
export function chooseReport(typed: string, tool: Asked | null, readings: Readings): Choice {
  const text = typed.trim();
  if (text === "") return refused("Type a domain, an IP address, a URL or an e-mail address.");
  if (text.length > TYPED_MAX) return refused("This text is too long for a name, an address or a record.");
  if (/^"?v=(?:spf1|DMARC1)\b/i.test(text))
    return refused('Put the owner name in front of the record, as in example.com. TXT "v=spf1 mx -all".');
  const kind = kindOf(text);
  if (kind === "record") return ofRecord(text, readings) ?? choose(text, tool ?? "all", readings);
  const { units = 0, contracts } = readings;
  const table = units === 0 || everythingUnits(contracts) <= units ? TOOL_OF : ONE_TOOL_OF;
  const choice = choose(
    kind === "email" ? text.replace(/^mailto:/i, "") : text,
    tool ?? table[kind],
    readings,
  );
  const port = kind === "url" ? portOf(text) : null;
  if (port === null || !("path" in choice) || !choice.path.startsWith("/ssl/")) return choice;
  return {
    problem: `Only the web server on port 443 can be checked, not one on port ${port}.`,
    suggestion: choice.path,
  };
}

/** Returns the port in a URL; null if the URL has no port or the port is 80 or 443. */
function portOf(url: string): string | null {
  const [, port = ""] = /^[^/]*\/\/[^/?#]*:(\d{1,5})(?:[/?#>)\]"'`]|$)/.exec(url) ?? [];
  return port === "" || port === "443" || port === "80" ? null : port;
}

function choose(text: string, tool: Asked, readings: Readings): Choice {
  return tool === "all" ? ofEverything(text, readings) : ofTool(text, tool, readings);
}

/** Chooses the report of one tool. */
function ofTool(text: string, tool: ToolName, { contracts, rules }: Readings): Choice {
  const contract = contracts.find((one) => one.tool === tool);
  if (contract === undefined) return refused("There is no such tool here.");
  const pairs = withTarget(contract, text, [], rules);
  const path = read(contract, pairs, rules);
  if (path !== null) return { path };
  const meant = reportAt(callMeant({ contract, pairs }, contracts, rules), null, { contracts, rules });
  if (meant?.startsWith(`/${tool}/`)) return { path: meant };
  return { problem: problemOf(contract, pairs, rules), suggestion: meant };
}

/** Chooses the overview page, with all tools that accept a name or an address. */
function ofEverything(text: string, readings: Readings): Choice {
  const found = ofTool(text, kindOf(text) === "address" ? "reverse" : "dns", readings);
  const path = "path" in found ? found.path : found.suggestion;
  const [, tool = "", target = ""] = /^\/(dns|reverse)\/([^?]+)$/.exec(path ?? "") ?? [];
  if (tool === "") return found;
  return { path: `/all/${target}` };
}

/** Chooses the report that checks a record before the record is published; null if no tool accepts the record. */
function ofRecord(text: string, { contracts, rules }: Readings): Choice | null {
  const record = recordIn(text);
  if (record === null) return null;
  const call = callOf(record);
  const contract = contracts.find(({ tool }) => tool === call?.tool);
  if (call === null || contract === undefined) return null;
  const path = read(contract, call.pairs, rules);
  return path === null ? refused(problemOf(contract, call.pairs, rules)) : { path };
}

function callOf(record: NonNullable<ReturnType<typeof recordIn>>): { tool: ToolName; pairs: Pairs } | null {
  const { owner, type, text } = record;
  if (type === "DS")
    return {
      tool: "dns",
      pairs: [
        ["domain", owner],
        ["ds", text],
      ],
    };
  if (type === "NS")
    return {
      tool: "dns",
      pairs: [
        ["domain", owner],
        ["ns", text.replace(/\.$/, "")],
      ],
    };
  if (/^v=spf1(?:\s|$)/i.test(text))
    return {
      tool: "mail",
      pairs: [
        ["domain", owner],
        ["spf", text],
      ],
    };
  if (!/^v=DMARC1\b/i.test(text)) return null;
  return {
    tool: "mail",
    pairs: [
      ["domain", owner.replace(/^_dmarc\./i, "")],
      ["dmarc", text],
    ],
  };
}

/** Returns the path of a call's report, with the parsed values of its parameters; null if the call is invalid. */
function read(contract: Contract, pairs: Pairs, rules: ParamRules): string | null {
  const parsed = parseQuery(contract, pairs, rules);
  return parsed.ok ? reportOf(contract, parsed.input) : null;
}

function problemOf(contract: Contract, pairs: Pairs, rules: ParamRules): string {
  const parsed = parseQuery(contract, pairs, rules);
  return parsed.ok ? "" : (parsed.errors[0]?.message ?? "");
}

function refused(problem: string): Choice {
  return { problem, suggestion: null };
}
