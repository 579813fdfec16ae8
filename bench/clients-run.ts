import type { Answer } from "./clients-answers.ts";

/** What was made of one generator's client: which answers it reads. */
export type Tried = {
  readonly generator: string;
  readonly lines: number;
  /** By the answer's name what is wrong; empty where all are read. */
  readonly failed: ReadonlyMap<string, string>;
};

/** A generator, a compiler and a reader of answers; words where it is not there. */
export type Client = (folder: string, answers: readonly Answer[]) => Promise<Tried | string>;

/** Runs a program in a folder and gives what it printed. @throws where it fails. */
export async function runIn(folder: string, ...command: readonly string[]): Promise<string> {
  const { code, out } = await tryIn(folder, ...command);
  if (code !== 0) throw new Error(`${command.join(" ")}: ${out.slice(-4000)}`);
  return out;
}

/** The same of one that may fail. */
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

/** In the lab there is no registry: Go takes its modules from where bin/bench put them. */
const OFFLINE = {
  GOPROXY: "off",
  GOFLAGS: "-mod=mod",
  GOSUMDB: "off",
  GOTOOLCHAIN: "local",
  GOMODCACHE: `${import.meta.dir}/../.tools/clients/go-modules`,
};

/** What a reader printed: a line `NAME<tab>PROBLEM` for each answer that it cannot read. */
export function readFailures(out: string): ReadonlyMap<string, string> {
  const rows = out.split("\n").filter((line) => line.includes("\t"));
  return new Map(rows.map((row) => row.split("\t") as [string, string]));
}

/** Lines of all files of a folder with an ending. */
export async function linesOf(folder: string, ending: string): Promise<number> {
  let lines = 0;
  for await (const path of new Bun.Glob(`**/*${ending}`).scan({ cwd: folder, absolute: true }))
    lines += (await Bun.file(path).text()).split("\n").length;
  return lines;
}
