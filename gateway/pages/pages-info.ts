import type { Contract, ToolName } from "@dnstools/core/tool/contract";

/** Data about this API instance that its pages show. */
export type PagesInfo = {
  readonly version: string;
  readonly revision: string;
  /** Public URL of the API; empty if it is not set. */
  readonly publicUrl: string;
  /** The operator's contact: an e-mail address, a URL or a text; empty if it is not set. */
  readonly contact: string;
  readonly contracts: readonly Contract[];
  /** Units that a client can spend at once; 0 means no limit. */
  readonly units: number;
  /** Seconds in which all spent units are restored. */
  readonly windowS: number;
  /** The operator's deadlines for tools, in milliseconds; a tool that is not listed has the deadline of its contract. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Longest time that a call waits for its turn, in milliseconds. */
  readonly queueWaitMs: number;
};
