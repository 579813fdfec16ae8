import type { TSchema } from "@sinclair/typebox";
import type { FindingTable } from "./finding.ts";
import type { InputOf, ParamSpecs } from "./params.ts";
import type { Refused } from "./parsed.ts";

/** The eight tools. */
export const TOOL_NAMES = [
  "dns",
  "reverse",
  "whois",
  "dnsbl",
  "ssl",
  "mail",
  "propagation",
  "scout",
] as const;
export type ToolName = (typeof TOOL_NAMES)[number];

/** The services that hold the tools, one process each when not run as `all`. */
export type ServiceName = "dns" | "network" | "cert" | "mail" | "analysis";

/** Everything the outside may know of a tool: pure data, from which routes, checks and docs are made. */
export type Contract<Params extends ParamSpecs = ParamSpecs> = {
  readonly tool: ToolName;
  readonly service: ServiceName;
  /** One line. */
  readonly summary: string;
  /** What it tells and what it does not, in a paragraph. */
  readonly description: string;
  /** Units taken from the caller's limit. */
  readonly cost: number;
  /** Milliseconds after which the tool answers with what it has. */
  readonly deadlineMs: number;
  readonly params: Params;
  /** Names of parameters of which exactly one must be sent. */
  readonly exactlyOne?: readonly string[];
  /** What is wrong with parameters that are right by themselves and do not go together; null for nothing. */
  conflict?(input: InputOf<Params>): Conflict<keyof Params & string> | null;
  /** Whether a name that does not exist is 404. */
  readonly notFound: boolean;
  /** Schema of `data` in the answer. */
  readonly data: TSchema;
  readonly findings: FindingTable;
  /** Query strings that work, each with what it shows. */
  readonly examples: readonly { readonly query: string; readonly shows: string }[];
};

/** A parameter that does not go with another, and what to send instead. */
export type Conflict<Name extends string = string> = Omit<Refused, "ok"> & { readonly parameter: Name };

/** Path of a tool, the same at the gateway and at its service. */
export function toolPath(tool: ToolName): string {
  return `/api/v1/${tool}`;
}

/** The page that explains a tool. */
export function docsPath(tool: ToolName): string {
  return `/docs/${tool}`;
}

/** Keeps the literal types of a contract. */
export function contract<const P extends ParamSpecs>(spec: Contract<P>): Contract<P> {
  return spec;
}
