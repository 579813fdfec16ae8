import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "./manifest.ts";

const ROOT = join(import.meta.dir, "../../..");
export const KUBERNETES = join(import.meta.dir, "..");
/** The pinned one, which bin/unpack-debian unpacks. */
const KUBECTL = join(ROOT, ".tools/kubectl-1.32/usr/bin/kubectl");

/** Every overlay and every combination of components, by its folder below deploy/kubernetes. */
export const COMBINATIONS: readonly string[] = ["overlays", "tests"].flatMap((folder) =>
  readdirSync(join(KUBERNETES, folder))
    .sort()
    .map((name) => `${folder}/${name}`),
);

/** Builds a folder as `kubectl apply -k` would. @throws what kubectl says when it does not build. */
export async function build(folder: string): Promise<readonly Manifest[]> {
  const child = Bun.spawn([KUBECTL, "kustomize", join(KUBERNETES, folder)], {
    // A short life: it need not collect garbage.
    env: { GOGC: "off" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${folder} does not build: ${err}`);
  return parseManifests(out);
}

/** As kubectl reads YAML: 1.1, where a bare `no` is false. */
export function parseManifests(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml, { version: "1.1" }).map((document) => document.toJS() as Manifest);
}
