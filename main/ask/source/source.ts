import type { Progress } from "@dnstools/server/client/call";
import type { Asked } from "@dnstools/server/run/read-input";
import type { Reply } from "./reply.ts";

/** A source of answers: this process or a server. */
export type Source = {
  /**
   * Calls the tool. Never rejects; errors are returned as problems.
   * @param signal aborts the call; the reply is then ignored
   * @param onProgress receives the progress of the call; optional
   */
  readonly ask: (
    asked: Asked,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ) => Promise<Reply>;
};
