import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import { parseQuery } from "@dnstools/core/tool/query/parse-query";
import { callMeant } from "@dnstools/core/tool/query/retry";
import { type Pairs, reportOf, withTarget } from "@dnstools/core/tool/report-path";
import { reportAt } from "../report/read-report.ts";
import { everythingUnits } from "./everything-tools.ts";
import { type Kind, kindOf, recordIn } from "./kind-of.ts";

/** What the field can be sent to: a tool, or all tools that answer about a name. */
export type Asked = ToolName | "all";

/** What is needed for choosing: the tools on offer, and the targets that are denied. */
export type Readings = {
  readonly contracts: readonly Contract[];
  readonly rules: ParamRules;
  /** Units that a client has at once; 0 or left out: no limit. */
  readonly units?: number;
};

/** The report that a text leads to, or what is wrong with the text. */
export type Choice =
  | { readonly path: string }
  | {
      readonly problem: string;
      /** A report that may have been meant. */
      readonly suggestion: string | null;
    };

/** What each kind of text is asked where its sender names no tool. */
const TOOL_OF: Readonly<Record<Exclude<Kind, "record">, Asked>> = {
  address: "all",
  domain: "all",
  // The question behind a pasted URL is whether the page can be reached safely.
  url: "ssl",
  email: "mail",
};

/** The same where a client never has the units for everything. */
const ONE_TOOL_OF = { ...TOOL_OF, address: "reverse", domain: "dns" } as const;

/** Characters that are looked at: more than the longest record that a tool takes. */
const TYPED_MAX = 9000;

/**
 * Chooses the report for a text out of the field: by its kind where no tool is named. Whatever stands around a name or an address is
 * taken away where the tool stays the same; a text for another tool is a suggestion.
 */
export function chooseReport(typed: string, tool: Asked | null, readings: Readings): Choice {
  const text = typed.trim();
  if (text === "") return refused("Type a domain, an IP address, a URL or an e-mail address.");
  if (text.length > TYPED_MAX) return refused("This text is too long for a name, an address or a record.");
  if (/^"?v=(?:spf1|DMARC1)\b/i.test(text))
    return refused('Put its name in front of the record, as in example.com. TXT "v=spf1 mx -all".');
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
  return { problem: `The web server at port 443 is checked, not one at ${port}.`, suggestion: choice.path };
}

/** The port that a URL names, where it is not one of the web's own; null else. */
function portOf(url: string): string | null {
  const [, port = ""] = /^[^/]*\/\/[^/?#]*:(\d{1,5})(?:[/?#>)\]"'`]|$)/.exec(url) ?? [];
  return port === "" || port === "443" || port === "80" ? null : port;
}

function choose(text: string, tool: Asked, readings: Readings): Choice {
  return tool === "all" ? ofEverything(text, readings) : ofTool(text, tool, readings);
}

/** The report of one tool. */
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

/** The page of all tools that answer about a name or an address. */
function ofEverything(text: string, readings: Readings): Choice {
  const found = ofTool(text, kindOf(text) === "address" ? "reverse" : "dns", readings);
  const path = "path" in found ? found.path : found.suggestion;
  const [, tool = "", target = ""] = /^\/(dns|reverse)\/([^?]+)$/.exec(path ?? "") ?? [];
  if (tool === "") return found;
  return { path: `/all/${target}` };
}

/** The report that judges a record before it is published; null for a record that no tool takes. */
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

/** The path of a call's report, with its values as the tool reads them; null for a call that is refused. */
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
