import type { Contract } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import type { Asked } from "@dnstools/server/run/read-input";
import type { Messages } from "./output/messages.ts";
import type { Output } from "./output/output.ts";
import { type Came, further, progressLine } from "./output/progress-line.ts";
import type { Terminal } from "./output/terminal.ts";
import type { Given } from "./read/read-args.ts";
import type { Reply } from "./source/reply.ts";
import type { Source } from "./source/source.ts";

/** What one run of the command works with. */
export type Session = {
  readonly contract: Contract;
  readonly given: Given;
  readonly rules: ParamRules;
  readonly source: Source;
  readonly output: Output;
  /** What standard output is shown on. */
  readonly terminal: Terminal;
  readonly messages: Messages;
  /** Fires when the work is to end: by a signal, or since the reader of the output is gone. */
  readonly stop: AbortSignal;
};

const TICK_MS = 1000;

/** Asks about one name, and shows on the line of progress how far it is and how long it takes. */
export async function askShown(
  { contract, source, messages, stop }: Session,
  name: string,
  asked: Asked,
): Promise<Reply> {
  if (!messages.live) return source.ask(asked, stop);
  const start = performance.now();
  let came: Came = { progress: null, finished: [] };
  const show = () => {
    const seconds = Math.floor((performance.now() - start) / 1000);
    messages.progress(progressLine(`${contract.tool} ${name}`, came, seconds));
  };
  show();
  const timer = setInterval(show, TICK_MS);
  try {
    return await source.ask(asked, stop, (progress) => {
      came = further(came, progress);
      show();
    });
  } finally {
    clearInterval(timer);
    messages.progress("");
  }
}
