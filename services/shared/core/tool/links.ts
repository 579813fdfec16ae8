import { type Static, Type } from "@sinclair/typebox";
import { parseIp } from "../protocol/ip.ts";
import { type DomainOptions, parseDomain } from "../protocol/names.ts";
import { type Contract, docsPath, type ToolName, toolPath } from "./contract.ts";
import { type InputOf, type ParamSpecs, queryOf } from "./params.ts";
import { reportOf } from "./report-path.ts";
import { nullable } from "./schema.ts";
import { targetsOf } from "./target.ts";

/** Schema of the links in an answer, as paths relative to the API's base URL. */
export const Links = Type.Object(
  {
    self: Type.String({ format: "uri-reference", description: "This call, with all its parameters." }),
    report: nullable(
      Type.String({
        format: "uri-reference",
        description:
          "Report of this call for people, as text, or as Markdown with `format=markdown`; null if the call has no report.",
      }),
    ),
    docs: Type.String({ format: "uri-reference", description: "Page that explains how to read the answer." }),
    related: Type.Array(
      Type.Object({
        tool: Type.String({ description: "Name of the tool." }),
        href: Type.String({
          format: "uri-reference",
          description: "Call of the tool about the same name or address.",
        }),
      }),
      { description: "Calls of other tools about the same name or address." },
    ),
  },
  { title: "Links" },
);
/** Links in an answer. */
export type Links = Static<typeof Links>;

/**
 * Tools that accept a name, each with the kinds of names that it accepts, and tools that accept an address. The most
 * useful tools are first.
 */
const ABOUT_NAME: readonly (readonly [ToolName, DomainOptions])[] = [
  ["dns", { underscores: true, wildcard: true }],
  ["whois", { underscores: true, registration: true }],
  ["mail", {}],
  ["ssl", {}],
  ["dnsbl", {}],
  ["propagation", { underscores: true }],
  ["scout", { underscores: true }],
];
const ABOUT_ADDRESS = ["reverse", "whois", "dnsbl"] as const;
/** Tools that accept an IPv6 address. `whois` does not accept one. */
const ABOUT_IPV6 = ["reverse", "dnsbl"] as const;

/** Returns the tools that accept a name. Not all tools accept `*`, underscores or public suffixes. */
function takersOf(name: string): ToolName[] {
  // All tools except whois accept a plain host name, so a plain host name is parsed only once.
  const plain = parseDomain(name).ok;
  const takers: ToolName[] = [];
  for (const [tool, options] of ABOUT_NAME)
    if ((plain && options.registration === undefined) || parseDomain(name, options).ok) takers.push(tool);
  return takers;
}

/** Returns the links of a tool's answer. Every link is a valid call. */
export function linksOf(contract: Pick<Contract, "tool" | "params">, input: InputOf<ParamSpecs>): Links {
  const { tool } = contract;
  const related: Links["related"] = [];
  for (const target of targetsOf(input)) {
    const bytes = parseIp(target);
    const tools = bytes === null ? takersOf(target) : bytes.length === 4 ? ABOUT_ADDRESS : ABOUT_IPV6;
    const query = `${bytes === null ? "domain" : "ip"}=${encodeURIComponent(target)}`;
    for (const other of tools)
      if (other !== tool) related.push({ tool: other, href: `${toolPath(other)}?${query}` });
  }
  return {
    self: `${toolPath(tool)}?${queryOf(input)}`,
    report: reportOf(contract, input),
    docs: docsPath(tool),
    related,
  };
}
