import { nearest } from "@dnstools/core/nearest";
import { withoutKeys } from "../key.ts";
import { reasonOf } from "../reason.ts";
import { openStore, type Place } from "../store/open.ts";
import { createFile, sqliteFile } from "../store/sqlite.ts";
import { TooLate, within } from "../within.ts";
import { COMMANDS, type Command, type Said } from "./commands.ts";
import { USAGE } from "./help.ts";
import { readWords } from "./options.ts";
import { misuse, Problem } from "./problem.ts";

/** Milliseconds that an operator waits. */
const PATIENCE_MS = 10_000;
const PATIENCE = { busyMs: 5000, connectMs: PATIENCE_MS };

/** Where a command's words go. */
export type Output = {
  /** @throws Problem where it could not be written, as on a full disk. */
  readonly out: (text: string) => void | Promise<void>;
  readonly err: (text: string) => void;
};

const STREAMS: Output = {
  async out(text) {
    const { promise, resolve } = Promise.withResolvers<Error | null | undefined>();
    process.stdout.write(text, resolve);
    const error = await promise;
    // Whoever reads no further, as `| head` does, has what they wanted.
    if (error && (error as { code?: string }).code !== "EPIPE")
      throw new Problem(`the output could not be written: ${reasonOf(error)}`);
  },
  err: (text) => void process.stderr.write(text),
};
/** An error that nobody listens to would end the process. */
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

/**
 * The operator's commands for keys.
 * @param args what follows `keys` on the command line
 * @returns the exit code: 0 done, 1 not done, 2 not understood
 */
export async function runKeys(args: readonly string[], place: Place, output = STREAMS): Promise<0 | 1 | 2> {
  if (args.includes("--help") || args.includes("-h") || args[0] === "help") {
    await output.out(USAGE);
    return 0;
  }
  try {
    const { command, words } = read(args);
    const said = await execute(command, command.read(words, Date.now()), place);
    await output.out(words.flags.has("--json") ? `${JSON.stringify(said.json)}\n` : `${said.text}\n`);
    if (said.note !== undefined && said.note !== "") output.err(`${said.note}\n`);
    return 0;
  } catch (error) {
    const problem = error instanceof Problem ? error : databaseProblem(error, place);
    const more = problem.exitCode === 2 ? "\nkeys --help tells what there is." : "";
    output.err(`keys: ${withoutKeys(problem.message)}${more}\n`);
    return problem.exitCode;
  }
}

function read([name, ...args]: readonly string[]) {
  if (name === undefined) throw misuse(`say what to do: ${Object.keys(COMMANDS).join(", ")}`);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    const meant = nearest(name, Object.keys(COMMANDS));
    const instead =
      meant === null ? `there are ${Object.keys(COMMANDS).join(", ")}` : `did you mean ${meant}?`;
    throw misuse(`there is no command "${name}": ${instead}`);
  }
  return { command, words: readWords(args, command.grammar) };
}

async function execute(command: Command, work: ReturnType<Command["read"]>, place: Place): Promise<Said> {
  if (command.creates && place.databaseUrl === "") createFile(place.folder);
  const store = openStore(place, PATIENCE);
  try {
    return await within(
      command.patienceMs ?? PATIENCE_MS,
      store.prepare().then(() => work(store)),
    );
  } finally {
    await store.close().catch(() => {});
  }
}

/** What an operator can do about a database that does not work. Its URL may hold a password: only its host is named. */
function databaseProblem(error: unknown, { databaseUrl, folder }: Place): Problem {
  if (databaseUrl === "")
    return new Problem(
      `${sqliteFile(folder)} cannot be used (${reasonOf(error)}): check the file, its rights and DATA_DIR`,
    );
  const { host } = new URL(databaseUrl);
  const unknown =
    error instanceof TooLate ? " If something was to be changed, look with keys list whether it was." : "";
  return new Problem(
    `the database at ${host} does not work (${reasonOf(error)}): check DATABASE_URL and the server.${unknown}`,
  );
}
