import { type Static, Type } from "@sinclair/typebox";
import { parseIp } from "../protocol/ip.ts";
import { type DomainOptions, parseDomain } from "../protocol/names.ts";
import { type Contract, docsPath, type ToolName, toolPath } from "./contract.ts";
import { type InputOf, type ParamSpecs, queryOf } from "./params.ts";
import { reportOf } from "./report-path.ts";
import { nullable } from "./schema.ts";
import { targetsOf } from "./target.ts";

/** Where an answer leads on: paths below the address at which the API is offered. */
export const Links = Type.Object(
  {
    self: Type.String({ format: "uri-reference", description: "The same call, with everything in it." }),
    report: nullable(
      Type.String({
        format: "uri-reference",
        description: "The same call as a report for people: text, or Markdown by `format=markdown`.",
      }),
    ),
    docs: Type.String({ format: "uri-reference", description: "How to read the answer." }),
    related: Type.Array(
      Type.Object({
        tool: Type.String({ description: "The tool." }),
        href: Type.String({ format: "uri-reference", description: "The call." }),
      }),
      { description: "What other tools say of the same name or address." },
    ),
  },
  { title: "Links" },
);
export type Links = Static<typeof Links>;

/** Tools about a name and about an address, in the order in which they help most; those about a name with the names that they take. */
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
/** `whois` takes no IPv6 address. */
const ABOUT_IPV6 = ["reverse", "dnsbl"] as const;

/** The tools that take a name: not all take `*`, underscores, or a public suffix. */
function takersOf(name: string): ToolName[] {
  // A host's name is taken by all but whois: read it once.
  const plain = parseDomain(name).ok;
  return ABOUT_NAME.flatMap(([tool, options]) =>
    (plain && options.registration === undefined) || parseDomain(name, options).ok ? [tool] : [],
  );
}

/** The links of a tool's answer: all lead to calls that are taken. */
export function linksOf(contract: Pick<Contract, "tool" | "params">, input: InputOf<ParamSpecs>): Links {
  const { tool } = contract;
  const related = targetsOf(input).flatMap((target) => {
    const bytes = parseIp(target);
    const tools = bytes === null ? takersOf(target) : bytes.length === 4 ? ABOUT_ADDRESS : ABOUT_IPV6;
    const param = bytes === null ? "domain" : "ip";
    return tools
      .filter((other) => other !== tool)
      .map((other) => ({ tool: other, href: `${toolPath(other)}?${param}=${encodeURIComponent(target)}` }));
  });
  return {
    self: `${toolPath(tool)}?${queryOf(input)}`,
    report: reportOf(contract, input),
    docs: docsPath(tool),
    related,
  };
}
