import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../image/binary.ts";
import { dateSection } from "./changelog.ts";

/** What a release changes in the checkout. */
export type Plan = {
  /** The new text of each file that changes, by its path below the root. */
  readonly files: ReadonlyMap<string, string>;
  /** The changelog's section of this version. */
  readonly notes: string;
};

const VERSION = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/**
 * Finds what is to be written for a version: package.json, the day in CHANGELOG.md, and the tag that overlays and the guide name.
 * @throws where the version is none or older, or where CHANGELOG.md or UPGRADING.md says nothing of it.
 */
export function planRelease(version: string, day: string): Plan {
  const { version: now } = JSON.parse(read("package.json"));
  if (!VERSION.test(version)) throw new Error(`"${version}" is no version such as 1.2.3.`);
  if (Bun.semver.order(version, now) < 0) throw new Error(`${version} is older than ${now} of package.json.`);
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

/** The tag of our image in a kustomization. */
const TAG = /^( +- name: dnstools\n(?: +newName: .*\n)? +newTag: ).*$/gm;

/** The same as the guide types it when it builds and pushes: other than the overlays', pods would find no image. */
const TYPED_TAG = /(registry\.example\.com\/dnstools:)\d[\w.-]*/g;

/** Runs git in the checkout. @returns what it printed. @throws where it fails. */
export function git(...args: readonly string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...args], { cwd: ROOT });
  if (exitCode !== 0) throw new Error(`git ${args[0]} ended with ${exitCode}: ${stderr.toString()}`);
  return stdout.toString().trim();
}

/** Writes what a plan changes and commits it. @throws where files differ from the last commit already. */
export async function commitPlan({ files }: Plan, version: string): Promise<void> {
  if (git("status", "--porcelain") !== "")
    throw new Error("Files differ from the last commit: commit them first.");
  if (files.size === 0) return;
  for (const [path, text] of files) await Bun.write(join(ROOT, path), text);
  git("commit", "--quiet", "--message", `release: ${version}`, "--", ...files.keys());
}
