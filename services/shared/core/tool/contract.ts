import type { TSchema } from "@sinclair/typebox";
import type { FindingTable } from "./finding.ts";
import type { InputOf, ParamSpecs } from "./params.ts";
import type { Refused } from "./parsed.ts";

/** Names of the tools. */
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
/** Name of a tool. */
export type ToolName = (typeof TOOL_NAMES)[number];

/**
 * The services that contain the tools. Each service is a separate process, unless all of them run in one process
 * (`all`).
 */
export type ServiceName = "dns" | "network" | "cert" | "mail" | "analysis";

/** The public description of a tool as pure data, from which routes, checks and documentation are generated. */
export type Contract<Params extends ParamSpecs = ParamSpecs> = {
  readonly tool: ToolName;
  readonly service: ServiceName;
  /** Summary of the tool in one line. */
  readonly summary: string;
  /** A paragraph that says what the tool reports and what it does not report. */
  readonly description: string;
  /** Number of units of the caller's rate limit that a call uses. */
  readonly cost: number;
  /** Deadline in milliseconds, after which the tool answers with the results it has. */
  readonly deadlineMs: number;
  readonly params: Params;
  /** Names of parameters of which a call must have exactly one. */
  readonly exactlyOne?: readonly string[];
  /**
   * Checks parameters that are valid individually but may not be combined. Returns the conflict, or null if there is
   * none.
   */
  conflict?(input: InputOf<Params>): Conflict<keyof Params & string> | null;
  /** True if the tool answers 404 for a name that does not exist. */
  readonly notFound: boolean;
  /** Schema of the field `data` in the answer. */
  readonly data: TSchema;
  readonly findings: FindingTable;
  /** Valid query strings, each with a note on what it shows. */
  readonly examples: readonly { readonly query: string; readonly shows: string }[];
};

/** A parameter that cannot be combined with another one, and what to send instead. */
export type Conflict<Name extends string = string> = Omit<Refused, "ok"> & { readonly parameter: Name };

/** Returns the path of a tool, which is the same at the gateway and at its service. */
export function toolPath(tool: ToolName): string {
  return `/api/v1/${tool}`;
}

/** Returns the path of the page that explains a tool. */
export function docsPath(tool: ToolName): string {
  return `/docs/${tool}`;
}

/** Returns a contract unchanged, so that its literal types are kept. */
export function contract<const P extends ParamSpecs>(spec: Contract<P>): Contract<P> {
  return spec;
}
