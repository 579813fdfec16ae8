import type { Progress } from "@dnstools/server/client/call";
import type { Asked } from "@dnstools/server/run/read-input";
import type { Reply } from "./reply.ts";

/** Where answers come from: this process, or a server. */
export type Source = {
  /**
   * Asks. Never rejects; a problem is a reply.
   * @param signal gives the question up: its reply is of no interest then.
   * @param onProgress receives the call's progress; left out where it is not wanted.
   */
  readonly ask: (
    asked: Asked,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ) => Promise<Reply>;
};
