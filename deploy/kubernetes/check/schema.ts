import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Kind, type Manifest, titleOf } from "./manifest.ts";

const ROOT = join(import.meta.dir, "../../..");
const NODE_MODULES = join(import.meta.dir, "../../node_modules");

/**
 * For each kind, the accepted API version and the module with its schema. The packages also contain obsolete versions.
 */
const KINDS: Readonly<Record<Kind, readonly [apiVersion: string, module: string]>> = {
  ConfigMap: ["v1", "kubernetes-models/v1"],
  CronJob: ["batch/v1", "kubernetes-models/batch/v1"],
  Deployment: ["apps/v1", "kubernetes-models/apps/v1"],
  HTTPRoute: ["gateway.networking.k8s.io/v1", "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1"],
  HorizontalPodAutoscaler: ["autoscaling/v2", "kubernetes-models/autoscaling/v2"],
  Ingress: ["networking.k8s.io/v1", "kubernetes-models/networking.k8s.io/v1"],
  Namespace: ["v1", "kubernetes-models/v1"],
  NetworkPolicy: ["networking.k8s.io/v1", "kubernetes-models/networking.k8s.io/v1"],
  PersistentVolumeClaim: ["v1", "kubernetes-models/v1"],
  PodDisruptionBudget: ["policy/v1", "kubernetes-models/policy/v1"],
  PrometheusRule: [
    "monitoring.coreos.com/v1",
    "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
  ],
  Role: ["rbac.authorization.k8s.io/v1", "kubernetes-models/rbac.authorization.k8s.io/v1"],
  RoleBinding: ["rbac.authorization.k8s.io/v1", "kubernetes-models/rbac.authorization.k8s.io/v1"],
  Service: ["v1", "kubernetes-models/v1"],
  ServiceAccount: ["v1", "kubernetes-models/v1"],
  ServiceMonitor: [
    "monitoring.coreos.com/v1",
    "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1",
  ],
  StatefulSet: ["apps/v1", "kubernetes-models/apps/v1"],
};

type Model = { readonly validate: () => void };
type Models = Readonly<Record<string, new (data: Manifest) => Model>>;

/**
 * Returns the schema problems of each set of objects. The validators of the models check patterns and ranges, but
 * ignore unknown fields. Unknown fields are found by the TypeScript compiler, which checks each object as a literal of
 * its type, in one run for all sets.
 */
export async function schemaProblems(
  sets: readonly (readonly Manifest[])[],
): Promise<readonly (readonly string[])[]> {
  // Each distinct object is checked only once, because most objects occur in most sets.
  const lines = new Map<string, number>();
  const found: string[][] = [];
  for (const object of sets.flat()) {
    const text = JSON.stringify(object);
    if (lines.has(text)) continue;
    lines.set(text, found.length);
    const problem = await modelProblem(object);
    found.push(problem === null ? [] : [problem]);
  }
  const literals = [...lines.keys()].map((text, at) => literalOf(JSON.parse(text) as Manifest, at));
  for (const [line, problem] of await typeProblems(literals)) found[line]?.push(problem);
  return sets.map((objects) =>
    objects.flatMap((object) => {
      const own = found[lines.get(JSON.stringify(object)) ?? -1] ?? [];
      return own.map((problem) => `${titleOf(object)}: ${problem}`);
    }),
  );
}

function isKnown({ kind, apiVersion }: Manifest): boolean {
  return KINDS[kind]?.[0] === apiVersion;
}

function moduleOf({ kind }: Manifest): string {
  return `${KINDS[kind]?.[1]}/${kind}`;
}

/** Formats an object as one line of TypeScript. */
function literalOf(object: Manifest, at: number): string {
  if (!isKnown(object)) return "";
  return `export const o${at}: import("${moduleOf(object)}").I${object.kind} = ${JSON.stringify(object)};`;
}

async function modelProblem(object: Manifest): Promise<string | null> {
  if (!isKnown(object)) return `${object.apiVersion} ${object.kind} is none of what is deployed here`;
  const models: Models = await import(moduleOf(object));
  const Known = models[object.kind];
  if (Known === undefined) return `${moduleOf(object)} does not export it`;
  try {
    new Known(object).validate();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Compiles lines of TypeScript.
 * @returns the index of each faulty line with the compiler's message
 */
async function typeProblems(lines: readonly string[]): Promise<readonly (readonly [number, string])[]> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-manifests-"));
  try {
    symlinkSync(NODE_MODULES, join(folder, "node_modules"));
    writeFileSync(join(folder, "manifests.ts"), lines.join("\n"));
    const options = ["--strict", "--noEmit", "--skipLibCheck", "--types", "", "--pretty", "false"];
    const modules = ["--module", "preserve", "--moduleResolution", "bundler", "--ignoreConfig"];
    const command = [process.execPath, "x", "tsc", ...options, ...modules, join(folder, "manifests.ts")];
    const child = Bun.spawn(command, { cwd: ROOT, stdout: "pipe", stderr: "pipe" });
    const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
    const found = [...out.matchAll(/manifests\.ts\((\d+),\d+\): error TS\d+: (.*)/g)];
    if (code !== 0 && found.length === 0) throw new Error(`the compiler failed: ${out}`);
    return found.map(([, line, text]) => [Number(line) - 1, text ?? ""]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
