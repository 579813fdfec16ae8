import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../image/binary.ts";
import { dateSection } from "./changelog.ts";

/** The changes that a release makes to the checkout. */
export type Plan = {
  /** The new text of each file that changes, by the file's path relative to the root. */
  readonly files: ReadonlyMap<string, string>;
  /** The changelog's section about this version. */
  readonly notes: string;
};

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/**
 * Plans the changes for a version: package.json, the date in CHANGELOG.md, and the image tag in the overlays and
 * deploy/README.md.
 * @throws if the version is malformed or older than the current version, or if CHANGELOG.md or UPGRADING.md has no
 * section about it
 */
export function planRelease(version: string, day: string): Plan {
  const { version: now } = JSON.parse(read("package.json"));
  if (!VERSION.test(version)) throw new Error(`"${version}" is not a version such as 1.2.3.`);
  if (Bun.semver.order(version, now) < 0)
    throw new Error(`${version} is older than version ${now} in package.json.`);
  if (!read("UPGRADING.md").includes(`\n## ${version}\n`))
    throw new Error(
      `UPGRADING.md has no section "## ${version}": say what an operator must do, or "Nothing."`,
    );
  const { changelog, section } = dateSection(read("CHANGELOG.md"), version, day);
  const texts: [string, string][] = [
    ["CHANGELOG.md", changelog],
    ["package.json", read("package.json").replace(`"version": "${now}"`, `"version": "${version}"`)],
    ["deploy/README.md", read("deploy/README.md").replaceAll(TYPED_TAG, `$1${version}`)],
    ...[...new Bun.Glob("deploy/kubernetes/**/kustomization.yaml").scanSync({ cwd: ROOT })].map(
      (path): [string, string] => [path, read(path).replaceAll(TAG, `$1${version}`)],
    ),
  ];
  return { files: new Map(texts.filter(([path, text]) => text !== read(path)).toSorted()), notes: section };
}

/** Matches the tag of the dnstools image in a kustomization. */
const TAG = /^( +- name: dnstools\n(?: +newName: .*\n)? +newTag: ).*$/gm;

/** Matches the image tag in the build and push commands of deploy/README.md. It must equal the tag in the overlays. */
const TYPED_TAG = /(registry\.example\.com\/dnstools:)\d[\w.-]*/g;

/**
 * Runs git in the checkout.
 * @returns the output of git
 * @throws if git fails
 */
export function git(...args: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`git ${args[0]} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}

/** Writes the changes of a plan and commits them. @throws if the checkout has uncommitted changes. */
export async function commitPlan({ files }: Plan, version: string): Promise<void> {
  if (git("status", "--porcelain") !== "")
    throw new Error("Files differ from the last commit: commit them first.");
  if (files.size === 0) return;
  for (const [path, text] of files) await Bun.write(join(ROOT, path), text);
  git("commit", "--quiet", "--message", `release: ${version}`, "--", ...files.keys());
}
