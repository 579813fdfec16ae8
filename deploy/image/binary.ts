import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** What a binary is built for. x64 is the baseline: it runs on processors without AVX2 too. */
const TARGETS = {
  "linux-x64": "bun-linux-x64-baseline",
  "linux-arm64": "bun-linux-arm64",
  "darwin-x64": "bun-darwin-x64-baseline",
  "darwin-arm64": "bun-darwin-arm64",
} as const;
export type Platform = keyof typeof TARGETS;
export const PLATFORMS = Object.keys(TARGETS) as Platform[];

export type BinaryOptions = {
  readonly outfile: string;
  /** Default: this machine's. */
  readonly platform?: Platform;
  /** The commit; default: what git says, or `unknown`. */
  readonly revision?: string;
  /** Where Bun writes what the binary is made of, as JSON. */
  readonly metafile?: string;
};

/**
 * Compiles main.ts with all that it reads into one file. The same sources and revision give the same bytes, wherever the
 * checkout and the file are and whatever the file is called. @returns its bytes.
 */
export async function buildBinary(options: BinaryOptions): Promise<number> {
  const { outfile, platform = hostPlatform() } = options;
  const revision = options.revision || (await headRevision());
  const flags = [
    `--target=${TARGETS[platform]}`,
    `--define=DNSTOOLS_REVISION=${JSON.stringify(revision)}`,
    // Settings come from the environment alone, not from files of the folder it is started in.
    ...["dotenv", "bunfig"].map((file) => `--no-compile-autoload-${file}`),
    // Ready in a third of the time, for 9 MB more.
    ...["--bytecode", "--format=cjs"],
    // Else a package's own folder is written into the binary. ioredis alone uses it, for stack traces that are off.
    '--define=__dirname="/"',
    ...(options.metafile === undefined ? [] : [`--metafile=${resolve(options.metafile)}`]),
  ];
  const file = resolve(outfile);
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(`${file}-`);
  // Its name is written into the binary.
  const made = join(folder, "dnstools");
  const command = [
    process.execPath,
    "build",
    "--compile",
    ...flags,
    `--outfile=${made}`,
    join(ROOT, "main.ts"),
  ];
  // Paths in the binary are relative to the working folder: from ROOT they are the same for every checkout. Bun has a
  // half-made file there for a second (`.*.bun-build`), or in TMPDIR where ROOT cannot be written.
  const env = { ...process.env, NODE_ENV: undefined };
  try {
    const child = Bun.spawn(command, { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"] });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    if (code !== 0) throw new Error(`bun build --compile ended with ${code}:\n${out}${err}`);
    renameSync(made, file);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Bun.file(file).size;
}

/** What this machine runs. @throws where no binary is made for it. */
export function hostPlatform(): Platform {
  return platformOf(process.platform, process.arch);
}

function platformOf(system: string, arch: string): Platform {
  const found = PLATFORMS.find((platform) => platform === `${system}-${arch}`);
  if (found !== undefined) return found;
  throw new Error(`no binary is made for ${system}-${arch}: build for one of ${PLATFORMS.join(", ")}`);
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
    ...(TARGETARCH ? { platform: platformOf("linux", TARGETARCH === "amd64" ? "x64" : TARGETARCH) } : {}),
    revision: REVISION ?? "",
  });
  process.stdout.write(`${(bytes / 1e6).toFixed(1)} MB\n`);
}
