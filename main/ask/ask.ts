import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import { Fault } from "@dnstools/core/tool/fault";
import { withTarget } from "@dnstools/core/tool/report-path";
import { problem } from "@dnstools/server/http/problem";
import { describe } from "@dnstools/server/log";
import { contractOf } from "../tools.ts";
import { EXIT } from "./output/exit-code.ts";
import { openMessages } from "./output/messages.ts";
import { openOutput } from "./output/output.ts";
import { problemLines } from "./output/problem-lines.ts";
import { terminalOf } from "./output/terminal.ts";
import { readQuestion } from "./read/question.ts";
import { readArgs } from "./read/read-args.ts";
import { UsageError } from "./read/usage-error.ts";
import type { Session } from "./session.ts";
import { openSource } from "./source/open-source.ts";
import { Stop } from "./stop.ts";

/**
 * Runs the command of a tool.
 * @param args the arguments after the tool's name
 * @returns the exit code
 */
export async function ask(tool: ToolName, args: readonly string[]): Promise<number> {
  const { env, stdout, stderr } = process;
  const messages = openMessages(stderr, terminalOf(stderr, env), env);
  const output = openOutput(stdout);
  const stop = new Stop(output.closed);
  endOnMistakes(messages.say);
  const session = { output, terminal: terminalOf(stdout, env), messages, stop: stop.signal };
  try {
    const code = await run(tool, args, session);
    return stop.code ?? code;
  } catch (error) {
    const lines = await misuse(error);
    for (const line of lines ?? [ourMistake(error)]) messages.say(line);
    return lines === null ? EXIT.notServed : EXIT.usage;
  } finally {
    await messages.end();
  }
}

async function run(
  tool: ToolName,
  args: readonly string[],
  means: Pick<Session, "output" | "terminal" | "messages" | "stop">,
): Promise<number> {
  const contract = await contractOf(tool);
  const given = readArgs(contract, args, process.env);
  const { target, pairs } = given;
  if (given.help) {
    const { toolHelp } = await import("../manual/help.ts");
    await means.output.write(toolHelp(contract));
    return EXIT.ok;
  }
  // The progress line is shown before the remaining code is loaded, so that the user gets feedback at once.
  means.messages.progress(`${tool} ${target ?? ""}`);
  const { rules, source } = await openSource(contract, given, means.messages.say, process.env);
  const session: Session = { ...means, contract, given, rules, source };
  if (target === "-") return (await import("./many.ts")).askMany(session, Bun.stdin.stream());
  const all = target === null ? pairs : withTarget(contract, target, pairs, rules);
  if (all.length === 0)
    throw new UsageError(`Send a target, such as: dnstools ${tool} ${exampleOf(contract)}`);
  const asked = await readQuestion(contract, all, rules);
  return (await import("./one.ts")).askOne(session, target ?? all[0]?.[1] ?? "", asked);
}

function exampleOf({ examples }: Contract): string {
  const [example] = new URLSearchParams(examples[0]?.query).values();
  return example ?? "example.com";
}

/** Returns the messages that explain a wrong command line to the user; null for any other error. */
async function misuse(error: unknown): Promise<readonly string[] | null> {
  if (error instanceof UsageError) return [error.message, ...error.more];
  if (error instanceof Fault) return problemLines(JSON.parse(problem(error, "").body));
  return null;
}

function ourMistake(error: unknown): string {
  return `dnstools failed with an internal error and has no verdict: ${describe(error)}`;
}

/** Ends the process with EXIT.notServed on an uncaught error, so that the exit code is not mistaken for a verdict. */
function endOnMistakes(say: (text: string) => void): void {
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.removeAllListeners(event);
    process.on(event, (error) => {
      say(ourMistake(error));
      process.exit(EXIT.notServed);
    });
  }
}
