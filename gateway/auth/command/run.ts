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

/** Default timeout of a command, in milliseconds. */
const COMMAND_MS = 10_000;
const TIMEOUTS = { busyMs: 5000, connectMs: COMMAND_MS };

/** The streams that a command writes its output to. */
type Output = {
  /**
   * Writes a text to stdout.
   * @throws CommandError if the text could not be written, for example because the disk is full
   */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
};

const STREAMS: Output = {
  async out(text) {
    const { promise, resolve } = Promise.withResolvers<Error | null | undefined>();
    process.stdout.write(text, resolve);
    const error = await promise;
    // EPIPE is not an error here: a reader such as `| head` closes the pipe early on purpose.
    if (error && (error as { code?: string }).code !== "EPIPE")
      throw new CommandError(`the output could not be written: ${errorText(error)}`);
  },
  err: (text) => void process.stderr.write(text),
};
// A stream error without a listener would end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/**
 * Runs one of the operator's `keys` commands.
 * @param args the arguments after `keys` on the command line
 * @returns the exit code: 0 if the command succeeded, 1 if it failed, 2 if the command line was invalid
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
    const more = failure.exitCode === 2 ? "\nkeys --help shows all commands." : "";
    output.err(`keys: ${withoutKeys(failure.message)}${more}\n`);
    return failure.exitCode;
  }
}

function read([name, ...args]: readonly string[]) {
  if (name === undefined)
    throw usageError(`the command is missing; the commands are ${Object.keys(COMMANDS).join(", ")}`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const meant = nearest(name, Object.keys(COMMANDS));
    const instead =
      meant === null ? `the commands are ${Object.keys(COMMANDS).join(", ")}` : `did you mean ${meant}?`;
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

/**
 * Returns the error for a database that cannot be used. The message names only the host, because the URL may contain a
 * password.
 */
function databaseError(error: unknown, { databaseUrl, folder }: DatabaseLocation): CommandError {
  if (databaseUrl === "")
    return new CommandError(
      `${sqliteFile(folder)} cannot be used (${errorText(error)}): check the file, its permissions and DATA_DIR`,
    );
  const { host } = new URL(databaseUrl);
  const unknown =
    error instanceof TimeoutError
      ? "  If the command was to change a key, check with keys list whether it did."
      : "";
  return new CommandError(
    `the database at ${host} cannot be used (${errorText(error)}): check DATABASE_URL and the server.${unknown}`,
  );
}
