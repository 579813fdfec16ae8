import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** What a binary is built for. x64 is the baseline: it runs on processors without AVX2 too. */
const TARGETS = { x64: "bun-linux-x64-baseline", arm64: "bun-linux-arm64" } as const;
export type Arch = keyof typeof TARGETS;

export type BinaryOptions = {
  readonly outfile: string;
  /** Default: this machine's. */
  readonly arch?: Arch;
  /** The commit; default: what git says, or `unknown`. */
  readonly revision?: string;
};

/** Compiles main.ts with all that it reads into one file. @returns its bytes. */
export async function buildBinary(options: BinaryOptions): Promise<number> {
  const { outfile, arch = hostArch() } = options;
  const revision = options.revision || (await headRevision());
  const flags = [
    `--target=${TARGETS[arch]}`,
    `--define=DNSTOOLS_REVISION=${JSON.stringify(revision)}`,
    // Settings come from the environment alone, not from files of the folder it is started in.
    ...["dotenv", "bunfig"].map((file) => `--no-compile-autoload-${file}`),
    // Ready in a third of the time, for 9 MB more.
    ...["--bytecode", "--format=cjs"],
  ];
  const file = resolve(outfile);
  const command = [
    process.execPath,
    "build",
    "--compile",
    ...flags,
    `--outfile=${file}`,
    join(ROOT, "main.ts"),
  ];
  // The folder it works in is where Bun leaves a half-made file: beside the binary, and not among the sources.
  mkdirSync(dirname(file), { recursive: true });
  const child = Bun.spawn(command, { cwd: dirname(file), stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`bun build --compile ended with ${code}:\n${out}${err}`);
  return Bun.file(file).size;
}

function hostArch(): Arch {
  if (process.arch === "x64" || process.arch === "arm64") return process.arch;
  throw new Error(`no binary is made for ${process.arch}: build on x64 or arm64`);
}

/** The commit of this checkout, `-dirty` where files differ from it; `unknown` without git. */
export async function headRevision(): Promise<string> {
  const git = Bun.spawn(["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [text, code] = await Promise.all([git.stdout.text(), git.exited]);
  return code === 0 ? text.trim() : "unknown";
}

/** `bun deploy/image/binary.ts OUTFILE`; REVISION and TARGETARCH (amd64, arm64) of the environment are looked at. */
if (import.meta.main) {
  const { REVISION, TARGETARCH } = process.env;
  const bytes = await buildBinary({
    outfile: process.argv[2] ?? "dnstools",
    ...(TARGETARCH ? { arch: TARGETARCH === "amd64" ? "x64" : (TARGETARCH as Arch) } : {}),
    revision: REVISION ?? "",
  });
  process.stdout.write(`${(bytes / 1e6).toFixed(1)} MB\n`);
}
