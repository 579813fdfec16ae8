import type { Static } from "@sinclair/typebox";
import type { Meta } from "../tool/envelope.ts";
import type { Evidence } from "../tool/evidence.ts";
import type { Finding } from "../tool/finding.ts";
import type { Links } from "../tool/links.ts";
import type { Summary } from "../tool/summary.ts";

/** The JSON answer to a call, written by this version or the previous one. */
export type Answer<Data = unknown> = {
  readonly tool: string;
  /** The parameters of the call, including defaults. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly summary: Summary;
  /** The tool's data; null if the call requested an answer without data. */
  readonly data: Data;
  readonly findings: readonly Finding[];
  readonly evidence: readonly Evidence[] | null;
  readonly links: Links;
  readonly meta: Static<typeof Meta>;
};
