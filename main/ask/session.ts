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

/** The data of one run of a tool command. */
export type Session = {
  readonly contract: Contract;
  readonly given: Given;
  readonly rules: ParamRules;
  readonly source: Source;
  readonly output: Output;
  /** Properties of the terminal that standard output is connected to. */
  readonly terminal: Terminal;
  readonly messages: Messages;
  /** Fires when the command must stop because of a signal or because the output was closed. */
  readonly stop: AbortSignal;
};

const TICK_MS = 1000;

/** Calls the tool for one name, and shows the progress and the elapsed time on the progress line. */
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
