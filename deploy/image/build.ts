import { chownSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { headRevision } from "./binary.ts";
import { budCommand } from "./bud.ts";
import type { Engine } from "./engine.ts";

export const IMAGE = "localhost/dnstools:test";

/** The image as it was built. */
export type Built = { readonly id: string; readonly bytes: number; readonly revision: string };

/** Bases made of what is installed here, by their build arguments. */
export const BASES = { BUN: "localhost/bun", BASE: "localhost/base" };

/** What distroless/base has: glibc, authorities, time zones, names of protocols. */
const BASE = ["libc6", "ca-certificates", "tzdata", "netbase"];

/**
 * Builds the image by its Dockerfile, with bases made of what is installed here in place of those of registries.
 * @param cache Bun's cache of packages, as `bun pm cache` names it: nothing is fetched.
 */
export async function buildImage(engine: Engine, cache: string): Promise<Built> {
  const revision = await headRevision();
  await Promise.all([
    importRoot(engine, "localhost/base", BASE, { files: ["/etc/ssl/certs/ca-certificates.crt"] }),
    importRoot(engine, "localhost/bun", ["libc6"], {
      programs: { "/usr/bin/bun": process.execPath },
      env: { PATH: "/usr/bin", BUN_INSTALL_CACHE_DIR: "/cache" },
    }),
  ]);
  const command = budCommand({
    bases: BASES,
    version,
    revision,
    epochS: 0,
    format: "docker",
    options: [...buildOptions(cache), "--tag", IMAGE],
  });
  const { code, out, err } = await engine.run(command);
  if (code !== 0) throw new Error(`buildah ended with ${code}:\n${out}${err}`);
  const bytes = Number(await engine.podman("image", "inspect", "--format", "{{.Size}}", IMAGE));
  return { id: out.trim(), bytes, revision };
}

/** Arguments of buildah that an operator's `docker build` does not have: no image is pulled, and packages come from a cache. */
export function buildOptions(cache: string): readonly string[] {
  return ["--pull-never", "--quiet", "--volume", `${cache}:/cache`];
}

/** What an image has beside the files of packages. */
type RootOptions = {
  /** Files of this machine, which keep their path. */
  readonly files?: readonly string[];
  /** Programs of this machine by the path they get. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Empty folders for volumes, of the user who runs what is in it. */
  readonly owned?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** Makes an image of installed Debian packages and other files, with the libraries that they need. */
export async function importRoot(
  engine: Engine,
  name: string,
  packages: readonly string[],
  { files = [], programs = {}, owned = [], env = {} }: RootOptions,
): Promise<void> {
  const root = join(engine.folder, name.replaceAll("/", "-"));
  const all = [...files, ...Object.values(programs)];
  const made = await engine.run([join(import.meta.dir, "debian-root"), root, ...packages, "--", ...all]);
  if (made.code !== 0) throw new Error(`debian-root for ${name}: ${made.err}`);
  for (const [path, program] of Object.entries(programs)) cpSync(program, join(root, path));
  for (const path of owned) {
    mkdirSync(join(root, path), { recursive: true });
    chownSync(join(root, path), USER, USER);
  }
  const changes = Object.entries(env).flatMap(([key, value]) => ["--change", `ENV ${key}=${value}`]);
  await engine.run(["tar", "-C", root, "-cf", `${root}.tar`, "."]);
  await engine.podman("import", "--quiet", ...changes, `${root}.tar`, name);
}

/** Who runs in our image. */
const USER = 65_532;
