import { TimeoutError, within } from "@dnstools/concurrency/abortable";
import { nearest } from "@dnstools/core/nearest";
import { errorText } from "../error-text.ts";
import { withoutKeys } from "../key.ts";
import { type DatabaseLocation, openStore } from "../store/open-store.ts";
import { createFile, sqliteFile } from "../store/sqlite.ts";
import { CommandError, usageError } from "./command-error.ts";
import { COMMANDS, type Command, type CommandResult } from "./commands.ts";
import { USAGE } from "./help.ts";
import { parseWords } from "./parse-words.ts";

/** Milliseconds that an operator waits. */
const COMMAND_MS = 10_000;
const TIMEOUTS = { busyMs: 5000, connectMs: COMMAND_MS };

/** Where a command's words go. */
type Output = {
  /** @throws CommandError where it could not be written, as on a full disk. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
};

const STREAMS: Output = {
  async out(text) {
    const { promise, resolve } = Promise.withResolvers<Error | null | undefined>();
    process.stdout.write(text, resolve);
    const error = await promise;
    // A reader that stops early, such as `| head`, has what it wanted.
    if (error && (error as { code?: string }).code !== "EPIPE")
      throw new CommandError(`the output could not be written: ${errorText(error)}`);
  },
  err: (text) => void process.stderr.write(text),
};
/** An error without a listener would end the process. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/**
 * The operator's commands for keys.
 * @param args what follows `keys` on the command line
 * @returns the exit code: 0 done, 1 not done, 2 not understood
 */
export async function runKeys(
  args: readonly string[],
  location: DatabaseLocation,
  output = STREAMS,
): Promise<0 | 1 | 2> {
  if (args.includes("--help") || args.includes("-h") || args[0] === "help") {
    await output.out(USAGE);
    return 0;
  }
  try {
    const { command, words } = read(args);
    const result = await execute(command, command.read(words, Date.now()), location);
    await output.out(words.json === true ? `${JSON.stringify(result.json)}\n` : `${result.text}\n`);
    if (result.note !== undefined && result.note !== "") output.err(`${result.note}\n`);
    return 0;
  } catch (error) {
    const failure = error instanceof CommandError ? error : databaseError(error, location);
    const more = failure.exitCode === 2 ? "\nkeys --help tells what there is." : "";
    output.err(`keys: ${withoutKeys(failure.message)}${more}\n`);
    return failure.exitCode;
  }
}

function read([name, ...args]: readonly string[]) {
  if (name === undefined) throw usageError(`say what to do: ${Object.keys(COMMANDS).join(", ")}`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const meant = nearest(name, Object.keys(COMMANDS));
    const instead =
      meant === null ? `there are ${Object.keys(COMMANDS).join(", ")}` : `did you mean ${meant}?`;
    throw usageError(`there is no command "${name}": ${instead}`);
  }
  return { command, words: parseWords(args, command.grammar) };
}

async function execute(
  command: Command,
  work: ReturnType<Command["read"]>,
  location: DatabaseLocation,
): Promise<CommandResult> {
  if (command.creates === true && location.databaseUrl === "") createFile(location.folder);
  const store = openStore(location, TIMEOUTS);
  try {
    return await within(
      command.timeoutMs ?? COMMAND_MS,
      store.prepare().then(() => work(store)),
    );
  } finally {
    await store.close().catch(() => {});
  }
}

/** What an operator can do about a database that does not work. Its URL may hold a password: only its host is named. */
function databaseError(error: unknown, { databaseUrl, folder }: DatabaseLocation): CommandError {
  if (databaseUrl === "")
    return new CommandError(
      `${sqliteFile(folder)} cannot be used (${errorText(error)}): check the file, its rights and DATA_DIR`,
    );
  const { host } = new URL(databaseUrl);
  const unknown =
    error instanceof TimeoutError
      ? " If something was to be changed, look with keys list whether it was."
      : "";
  return new CommandError(
    `the database at ${host} does not work (${errorText(error)}): check DATABASE_URL and the server.${unknown}`,
  );
}
