import type { Contract, ToolName } from "@dnstools/core/tool/contract";

/** What pages tell of this API and who offers it. */
export type PagesInfo = {
  readonly version: string;
  readonly revision: string;
  /** Empty: none is set. */
  readonly publicUrl: string;
  /** How to reach the operator: an address, a URL or words; empty: none is set. */
  readonly contact: string;
  readonly contracts: readonly Contract[];
  /** Units a client may use at once; 0: no limit. */
  readonly units: number;
  /** Seconds in which they come back. */
  readonly windowS: number;
  /** Milliseconds that each tool has here. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Milliseconds that a call waits for its turn at most. */
  readonly queueWaitMs: number;
};
