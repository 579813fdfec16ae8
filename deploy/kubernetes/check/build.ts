import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import type { Manifest } from "./manifest.ts";

const ROOT = join(import.meta.dir, "../../..");
export const KUBERNETES = join(import.meta.dir, "..");
/** The pinned version of kubectl, which bin/unpack-debian unpacks. */
const KUBECTL = join(ROOT, ".tools/kubectl-1.32/usr/bin/kubectl");

/** Folders of all overlays and of all tested combinations of components, relative to deploy/kubernetes. */
export const COMBINATIONS: readonly string[] = ["overlays", "tests"].flatMap((folder) =>
  readdirSync(join(KUBERNETES, folder))
    .sort()
    .map((name) => `${folder}/${name}`),
);

/**
 * Renders a folder as `kubectl apply -k` does.
 * @throws with the output of kubectl if kubectl fails
 */
export async function build(folder: string): Promise<readonly Manifest[]> {
  const child = Bun.spawn([KUBECTL, "kustomize", join(KUBERNETES, folder)], {
    // Disables garbage collection, which would only cost time in such a short-lived process.
    env: { GOGC: "off" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${folder} does not build: ${err}`);
  return parseManifests(out);
}

/** Parses manifests as kubectl does: as YAML 1.1, in which an unquoted `no` means false. */
export function parseManifests(yaml: string): readonly Manifest[] {
  return parseAllDocuments(yaml, { version: "1.1" }).map((document) => document.toJS() as Manifest);
}
