import { orAborted } from "@dnstools/concurrency/abortable";
import { Fault } from "@dnstools/core/tool/fault";
import { withTarget } from "@dnstools/core/tool/report-path";
import { problem } from "@dnstools/server/http/problem";
import { readCall } from "@dnstools/server/run/read-input";
import { EXIT, exitCodeOf, worst } from "./output/exit-code.ts";
import { jsonLine, summaryLine } from "./output/print.ts";
import { type Line, readNames } from "./read/names.ts";
import type { Session } from "./session.ts";
import { problemReply, type Reply } from "./source/reply.ts";

/** The results so far: the number of replies by status, the exit codes, and the unfinished names. */
type Tally = {
  readonly counts: Map<string, number>;
  readonly codes: Set<number>;
  readonly open: Set<string>;
};

/**
 * Calls the tool for each name in the input, several at a time, and prints a line for each reply. Input is read only
 * as fast as calls finish, and calls start only as fast as the output is read.
 * @returns the worst exit code
 */
export async function askMany(session: Session, input: ReadableStream<Uint8Array>): Promise<number> {
  const { given, messages, stop, output } = session;
  const tally: Tally = { counts: new Map(), codes: new Set(), open: new Set() };
  const names = readNames(input);
  const worker = async () => {
    for (;;) {
      const { value: line, done } = await names.next();
      if (done === true || stop.aborted) return;
      await askLine(session, line, tally);
    }
  };
  await orAborted(Promise.all(Array.from({ length: given.jobs }, worker)), stop);
  messages.progress("");
  if (stop.aborted && !output.closed.aborted) messages.say(unfinished(tally));
  if (!stop.aborted) messages.say(totals(tally));
  return worst(tally.codes);
}

async function askLine(session: Session, line: Line, tally: Tally): Promise<void> {
  const { given, messages, stop, output } = session;
  const { open, counts, codes } = tally;
  const key = `${line.text} (line ${line.number})`;
  open.add(key);
  progress(session, tally);
  const reply = await replyTo(session, line);
  // An aborted call has no answer to print.
  if (stop.aborted) return;
  const isBad = reply.kind === "problem" && exitCodeOf(reply, []) === EXIT.usage;
  if (isBad) messages.say(`line ${line.number}: ${reply.problem.detail}`);
  const named = { name: line.text, reply };
  // Removes the progress line first, because standard output may be the same terminal.
  messages.progress("");
  if (given.form === "jsonl") await output.write(`${jsonLine(named)}\n`);
  else if (!isBad) await output.write(`${summaryLine(named)}\n`);
  open.delete(key);
  codes.add(exitCodeOf(reply, given.failOn));
  const word = reply.kind === "answer" ? reply.answer.summary.status : reply.problem.code;
  counts.set(word, (counts.get(word) ?? 0) + 1);
  progress(session, tally);
}

/** Returns the reply for an input line. The reply to an invalid line is a problem. */
async function replyTo(
  { contract, given, rules, source, stop }: Session,
  { text, cut }: Line,
): Promise<Reply> {
  try {
    if (cut)
      throw new Fault("invalid_parameter", { detail: "The line is too long: send one name per line." });
    const asked = readCall(contract, withTarget(contract, text, given.pairs, rules), rules);
    return await source.ask(asked, stop);
  } catch (error) {
    return problemReply(problem(error, "").body);
  }
}

function progress({ contract, messages }: Session, { counts, open }: Tally): void {
  messages.progress(`${contract.tool}: ${sum(counts)} done, ${open.size} in progress`);
}

function sum(counts: Tally["counts"]): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}

function totals({ counts }: Tally): string {
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  return `${sum(counts)} names${parts.length === 0 ? "" : `: ${parts.join(", ")}`}.`;
}

function unfinished({ counts, open }: Tally): string {
  const names = open.size === 0 ? "" : ` Unfinished: ${[...open].join(", ")}.`;
  return `Interrupted after ${sum(counts)} names.${names} Later names of the input were not checked.`;
}
