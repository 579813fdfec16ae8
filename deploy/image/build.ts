import { chownSync, cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { headRevision } from "./binary.ts";
import { budCommand } from "./bud.ts";
import type { Engine } from "./engine.ts";

export const IMAGE = "localhost/dnstools:test";

/** A built image: its id, its size in bytes, and the revision that it was built from. */
export type Built = { readonly id: string; readonly bytes: number; readonly revision: string };

/** Base images that consist of installed Debian packages, by the Dockerfile's build argument for each. */
export const BASES = { BUN: "localhost/bun", BASE: "localhost/base" };

/** Debian packages with the content of distroless/base: glibc, certificate authorities, time zones, protocol names. */
const BASE = ["libc6", "ca-certificates", "tzdata", "netbase"];

/**
 * Builds the image from its Dockerfile, on base images that consist of installed packages. Nothing is downloaded.
 * @param cache Bun's package cache, whose path `bun pm cache` prints
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

/**
 * Returns the additional arguments of buildah for an offline build: no image is pulled, and packages come from the
 * cache.
 */
export function buildOptions(cache: string): readonly string[] {
  return ["--pull-never", "--quiet", "--volume", `${cache}:/cache`];
}

/** Content of an image apart from the files of Debian packages. */
type RootOptions = {
  /** Files of this machine that are copied to the same path in the image. */
  readonly files?: readonly string[];
  /** Programs of this machine that are copied, by their path in the image. */
  readonly programs?: Readonly<Record<string, string>>;
  /** Empty folders for volumes. They belong to the image's user. */
  readonly owned?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/**
 * Creates an image from installed Debian packages and additional files, including the libraries that these files need.
 */
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

/** Id of the user that the image runs as. */
const USER = 65_532;
