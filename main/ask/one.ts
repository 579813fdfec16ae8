import { delay } from "@dnstools/concurrency/abortable";
import type { Asked } from "@dnstools/server/run/read-input";
import { EXIT, exitCodeOf } from "./output/exit-code.ts";
import { printed } from "./output/print.ts";
import { problemLines } from "./output/problem-lines.ts";
import type { UNTIL } from "./read/options.ts";
import { askShown, type Session } from "./session.ts";
import type { Reply } from "./source/reply.ts";

/** Calls the tool for one name and prints the reply. @returns the exit code */
export async function askOne(session: Session, name: string, asked: Asked): Promise<number> {
  const { contract, given, output, terminal, messages, stop } = session;
  const reply =
    given.until === null ? await askShown(session, name, asked) : await askUntil(session, name, asked);
  if (stop.aborted) {
    messages.say(`Interrupted: ${contract.tool} ${name} is unfinished.`);
    return EXIT.ok;
  }
  if (reply.kind === "problem") for (const line of await problemLines(reply.problem)) messages.say(line);
  await output.write(await printed({ name, reply }, given.form, contract, terminal));
  return exitCodeOf(reply, given.failOn);
}

/** For each value of --until, the statuses that end the repetition. */
const ENOUGH: Readonly<Record<(typeof UNTIL)[number], readonly string[]>> = {
  pass: ["pass"],
  warning: ["pass", "warning"],
};

/**
 * Repeats the call until its status is good enough or the call itself is refused as invalid. Prints a line for each
 * repetition.
 */
async function askUntil(session: Session, name: string, asked: Asked): Promise<Reply> {
  const { given, messages, stop } = session;
  const enough = ENOUGH[given.until ?? "pass"];
  for (let turn = 1; ; turn += 1) {
    const reply = await askShown(session, name, asked);
    const { status, text } =
      reply.kind === "answer"
        ? reply.answer.summary
        : { status: reply.problem.code, text: reply.problem.detail };
    const isOver = enough.includes(status) || exitCodeOf(reply, []) === EXIT.usage;
    if (stop.aborted) return reply;
    const next = isOver ? "" : ` Next turn in ${given.everyS} s.`;
    messages.say(`${timeOfDay()} turn ${turn}: ${status}: ${text}${next}`);
    if (isOver || !(await delay(1000 * given.everyS, stop))) return reply;
  }
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
