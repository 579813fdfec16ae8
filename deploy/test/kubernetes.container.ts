import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";
import { parseAllDocuments, stringify } from "yaml";
import { DEBIAN, importDebian } from "../compose/third-party.ts";
import { ROOT } from "../image/binary.ts";
import { IMAGE } from "../image/build.ts";
import { processOf } from "./containers.ts";
import { engine } from "./opened.ts";

/**
 * An object of the overlay `single`. podman runs the unchanged Deployments, ConfigMaps and volume of this overlay. The
 * resolver is set by its address, because podman has no Services. podman ignores probes, preStop, policies, service
 * accounts and disruption budgets.
 */
type Manifest = {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Record<string, string>;
  readonly spec?: { readonly template: { readonly spec: { readonly containers: Container[] } } };
};
type Container = { name: string; image: string; imagePullPolicy?: string };

const KUBECTL = join(ROOT, ".tools/kubectl-1.32/usr/bin/kubectl");
const ADDRESSES = { unbound: "45.10.8.53", all: "45.10.8.10" };
const API = `http://${ADDRESSES.all}:8080/api/v1`;

function manifests(): readonly Manifest[] {
  const folder = join(ROOT, "deploy/kubernetes/overlays/single");
  const { stdout } = Bun.spawnSync([KUBECTL, "kustomize", folder]);
  return parseAllDocuments(stdout.toString()).map((document) => document.toJS() as Manifest);
}

/** Adapts an object to the lab: to its images, trust anchor and public addresses. */
function adapt(manifest: Manifest): Manifest {
  const { data, spec } = manifest;
  if (data?.["DNS_RESOLVERS"] !== undefined)
    Object.assign(data, { DNS_RESOLVERS: `${ADDRESSES.unbound}:5353`, EGRESS_TEST: "off" });
  if (data?.["unbound.conf"] !== undefined) {
    data["unbound.conf"] += "\nserver:\n  access-control: 45.10.0.0/16 allow\n";
    data["root.ds"] = readFileSync(`${process.env["LAB_MADE"]}/root.key`, "utf8");
  }
  for (const container of spec?.template?.spec.containers ?? []) {
    container.image = container.image.startsWith("dnstools") ? IMAGE : DEBIAN;
    container.imagePullPolicy = "Never";
  }
  return manifest;
}

/** Runs one Deployment with its ConfigMaps and its volume, at a fixed address. */
async function play(all: readonly Manifest[], name: string, ip: string): Promise<void> {
  const wanted = all.filter(
    ({ kind, metadata }) =>
      kind === "ConfigMap" ||
      (kind === "PersistentVolumeClaim" && name === "gateway") ||
      (kind === "Deployment" && metadata.name === name),
  );
  const file = join(engine.folder, `${name}.yaml`);
  await Bun.write(file, wanted.map((one) => stringify(one, { version: "1.1" })).join("---\n"));
  await engine.podman("play", "kube", "--network", "kube", "--ip", ip, file);
}

describe("the overlay single, run by podman", () => {
  beforeAll(async () => {
    await importDebian(engine, `${ROOT}/.tools/nginx-1.26/usr/sbin/nginx`);
    await engine.podman("network", "create", "--subnet", "45.10.8.0/24", "kube");
    const all = manifests().map(adapt);
    await play(all, "unbound", ADDRESSES.unbound);
    await play(all, "gateway", ADDRESSES.all);
  });
  afterAll(async () => {
    await engine.podman("pod", "rm", "--all", "--force");
  });

  test("becomes ready, and answers through its resolver", async () => {
    const ready = () => fetch(`http://${ADDRESSES.all}:9464/readyz`).catch(() => null);
    await until(async () => (await ready())?.status === 200);
    const response = await fetch(`${API}/dns?domain=example.com&type=A`);
    expect(response.status).toBe(200);
    const { data } = (await response.json()) as { data: unknown };
    expect(data).toMatchObject({ server: { address: ADDRESSES.unbound }, resolver: { authenticated: true } });
  });

  test("runs as its securityContext says", async () => {
    for (const name of ["gateway-pod-0-dnstools", "unbound-pod-0-unbound"])
      expect(await processOf(engine, name)).toMatchObject({
        user: "65532",
        noNewPrivileges: "1",
        rootIsReadOnly: true,
        capabilities: Array.from({ length: 5 }, () => "0".repeat(16)),
      });
  });

  test("keys are kept on the volume", async () => {
    const keys = ["/usr/local/bin/dnstools", "keys", "create", "--name", "somebody", "--json"];
    const { key } = JSON.parse(await engine.podman("exec", "gateway-pod-0-dnstools", ...keys));
    const limits = await fetch(`${API}/limits`, { headers: { "x-api-key": key } });
    expect(await limits.json()).toMatchObject({ plan: "keyed" });
  });
});
