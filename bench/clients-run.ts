import type { Answer } from "./clients-answers.ts";

/** Result of one generated client: which answers it could read. */
export type Tried = {
  readonly generator: string;
  readonly lines: number;
  /** The problem of each answer that the client could not read, by the answer's name. */
  readonly failed: ReadonlyMap<string, string>;
};

/**
 * Generates and compiles a client and lets it read the answers. Resolves to a text with the reason if the generator
 * is not installed.
 */
export type Client = (folder: string, answers: readonly Answer[]) => Promise<Tried | string>;

/**
 * Runs a program in a folder and returns its output.
 * @throws if the program fails
 */
export async function runIn(folder: string, ...command: readonly string[]): Promise<string> {
  const { code, out } = await tryIn(folder, ...command);
  if (code !== 0) throw new Error(`${command.join(" ")}: ${out.slice(-4000)}`);
  return out;
}

/** Runs a program in a folder and returns its exit code and its output. */
export async function tryIn(
  folder: string,
  ...command: readonly string[]
): Promise<{ code: number; out: string }> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, ...OFFLINE },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, error, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out: out + error };
}

/** Settings for Go in the lab, which has no module proxy: Go uses the modules that bin/bench downloaded. */
const OFFLINE = {
  GOPROXY: "off",
  GOFLAGS: "-mod=mod",
  GOSUMDB: "off",
  GOTOOLCHAIN: "local",
  GOMODCACHE: `${import.meta.dir}/../.tools/clients/go-modules`,
};

/** Parses a reader's output: a line `NAME<tab>PROBLEM` for each answer that the client could not read. */
export function readFailures(out: string): ReadonlyMap<string, string> {
  const rows = out.split("\n").filter((line) => line.includes("\t"));
  return new Map(rows.map((row) => row.split("\t") as [string, string]));
}

/** Counts the lines of all files below a folder whose names have the given ending. */
export async function linesOf(folder: string, ending: string): Promise<number> {
  let lines = 0;
  for await (const path of new Bun.Glob(`**/*${ending}`).scan({ cwd: folder, absolute: true }))
    lines += (await Bun.file(path).text()).split("\n").length;
  return lines;
}
