import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { ROOT } from "../image/binary.ts";
import { parseManifests } from "../kubernetes/check/build.ts";
import { type Manifest, nameOf, workloadsOf } from "../kubernetes/check/manifest.ts";
import { isLetThrough, type Party } from "../kubernetes/check/reach.ts";
import { type Operator, openOperator } from "./guide/operator.ts";
import { BLOCKS, blocksOf } from "./guide/read-guide.ts";

/**
 * The commands in the section Kubernetes of deploy/README.md, which this test types. Nothing runs, because there are
 * no nodes. There is also no API server, unless GUIDE_KUBECONFIG names an empty one; the objects of the overlay
 * `compact` are then applied to that server.
 */

const [image = "", install = "", policies = ""] = blocksOf("Kubernetes", 3);
const [alone = ""] = blocksOf("One process", 1);
const MONITORING = "Metrics, alerts and dashboards";
const [links = ""] = blocksOf(MONITORING, 1);
const [functions = "", backup = "", restore = "", restoreJob = ""] = blocksOf("Keys, backup, restore", 4);
const folder = mkdtempSync(join(tmpdir(), "dnstools-guide-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The name of a Secret that a pod refers to, and the key that the pod reads from it. */
type Wanted = { readonly name: string; readonly key: string };

/** Returns the first line of a block of commands that starts with the given text. */
function line(commands: string, begin: string): string {
  return commands.split("\n").find((one) => one.startsWith(begin)) ?? "";
}

/** Returns the Secrets that the containers and volumes of all pods refer to. */
function secretsOf(objects: readonly Manifest[]): readonly Wanted[] {
  return workloadsOf(objects).flatMap(({ pod, containers, inits }) => [
    ...[...containers, ...inits].flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => {
        const { name, key } = valueFrom?.secretKeyRef ?? {};
        return name === undefined || key === undefined ? [] : [{ name, key }];
      }),
    ),
    ...(pod.volumes ?? []).flatMap(({ secret }) =>
      secret?.secretName === undefined ? [] : [{ name: secret.secretName, key: "tls.key" }],
    ),
  ]);
}

test("tests type every command of the guide", () => {
  // The commands below the first two headings and the commands about keys are typed by guide.container.ts.
  const typed = ["One process", "One machine: compose", "Kubernetes", "Keys, backup, restore", MONITORING];
  expect(BLOCKS.map(({ heading }) => heading).filter((heading) => !typed.includes(heading))).toEqual([]);
});

test("alerts link to the operator's runbook and Grafana", async () => {
  const own = join(folder, "links");
  mkdirSync(own);
  const operator = openOperator(own, { PATH: process.env["PATH"] ?? "", HOME: own });
  for (const name of [".tools", "node_modules"]) symlinkSync(join(ROOT, name), join(operator.folder, name));
  await operator.type(links);
  const rules = readFileSync(join(operator.folder, "deploy/prometheus/rules.yaml"), "utf8");
  const [, runbook = "", grafana = ""] = /RUNBOOK_URL=(\S+) GRAFANA_URL=(\S+)/.exec(links) ?? [];
  expect(rules).toContain(`${runbook}#dnstoolsdown`);
  expect(rules).toContain(`${grafana}/d/dnstools-overview`);
});

test("the image is built as for one process, with the registry's name", () => {
  const name = `registry.example.com/dnstools:${version}`;
  const here = line(image, "docker build").replace(name, "dnstools");
  expect(here).toBe(line(alone, "docker build"));
  expect(line(image, "docker push")).toBe(`docker push ${name}`);
});

describe.each(["compact", "production"])("the overlay %s", (overlay) => {
  let operator: Operator;
  let made: readonly Manifest[];
  const mine = "deploy/kubernetes/overlays/mine";

  beforeAll(async () => {
    const own = join(folder, overlay);
    mkdirSync(own);
    // Only `compact` is applied to the API server, because the server does not have the kinds of the Prometheus
    // operator.
    const server = overlay === "compact" ? process.env["GUIDE_KUBECONFIG"] : undefined;
    const env = server === undefined ? {} : { GUIDE_KUBECONFIG: server };
    operator = openOperator(own, { PATH: process.env["PATH"] ?? "", HOME: own, ...env });
    const certificate = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=dns.example.com"];
    await operator.type(`openssl req ${certificate.join(" ")} -keyout privkey.pem -out fullchain.pem`);
    await operator.type(line(image, "cp -r").replace("compact", overlay));
    await operator.type(install);
    made = parseManifests(readFileSync(operator.made, "utf8")).filter((object) => object !== null);
  });

  test("Secrets are created before the Deployments, with all keys that these need", () => {
    const kinds = made.map(({ kind }) => kind as string);
    expect(kinds.lastIndexOf("Secret")).toBeLessThan(kinds.indexOf("Deployment"));
    const secrets = made.filter(({ kind }) => (kind as string) === "Secret");
    const has = ({ name, key }: Wanted) =>
      secrets.some((one) => nameOf(one) === name && key in ((one as { data?: object }).data ?? {}));
    const wanted = secretsOf(made);
    expect(wanted.length).toBeGreaterThan(2);
    expect(wanted.filter((one) => !has(one))).toEqual([]);
    for (const secret of secrets) expect(wanted.map(({ name }) => name)).toContain(nameOf(secret));
  });

  test("another namespace is one edit", async () => {
    const edit = `sed -i '0,/^namespace: dnstools$/s//namespace: tools/' ${mine}/kustomization.yaml`;
    const { out } = await operator.type(`${edit}; "$GUIDE_KUBECTL" kustomize ${mine}`);
    const objects = parseManifests(out);
    const places = objects.map((one) => (one.kind === "Namespace" ? nameOf(one) : one.metadata?.namespace));
    expect(new Set(places.filter((place) => place !== "monitoring"))).toEqual(new Set(["tools"]));
    expect(out).not.toMatch(/\bdnstools\.svc\b/);
  });

  test("the policies allow and deny what the guide says", async () => {
    const lines = policies.split("\n").filter((one) => one.includes("kubectl"));
    expect(lines).toHaveLength(3);
    const pod = (name: string): Party => {
      const workload = workloadsOf(made).find(({ object }) => object.metadata?.name === name);
      return { namespace: "dnstools", labels: workload?.labels ?? {} };
    };
    for (const one of lines) {
      const [, from = "", url = ""] = /deploy\/(\w+) .*healthcheck (\S+)$/.exec(one) ?? [];
      const { hostname, port } = new URL(url);
      const to = /^[\d.]+$/.test(hostname) ? { address: hostname } : pod(hostname);
      const through = isLetThrough(made, pod(from), to, { port: Number(port || "80"), protocol: "TCP" });
      expect({ one, through }).toEqual({ one, through: !one.startsWith("!") });
    }
    await operator.type(policies);
  });

  test("keys are created, backed up and restored", async () => {
    const reach = functions.split("\n").find((one) => one.endsWith("# Kubernetes"));
    await operator.type([reach, backup, restore, restoreJob].join("\n"));
  });
});
