import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { drainS } from "@dnstools/proxy/render/configuration";
import { SETTINGS as EDGE } from "@dnstools/proxy/settings";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import { parse } from "yaml";
import { type Config, parseConfig } from "../../main/settings.ts";
import { EDGE_MARGIN_MS, longestCallMs, STOP_MARGIN_MS, stopMs } from "../times.ts";

/**
 * Root of the checkout. These tests check that all timeouts and grace periods (in settings, compose.yaml and
 * Kubernetes) exceed the duration of the longest call.
 */

const ROOT = join(import.meta.dir, "../..");
const BASE = "deploy/kubernetes/base";
const config = configOf({});
const readMs = Number(EDGE.PROXY_READ_TIMEOUT_S.fallback) * 1000;
const drainMs = drainS(readMs / 1000) * 1000;

type Pod = {
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly lifecycle?: { readonly preStop: { sleep: { seconds: number } } };
  }[];
};
type Compose = { readonly services: Readonly<Record<string, { readonly stop_grace_period?: string }>> };

function configOf(env: Readonly<Record<string, string>>): Config {
  const result = parseConfig(env);
  if (!result.ok) throw new Error(result.problems.join());
  return result.config;
}

async function textOf(path: string): Promise<string> {
  return Bun.file(join(ROOT, path)).text();
}

/** Returns the time that a pod has to stop after preStop, in milliseconds. */
async function podGraceMs(name: string): Promise<number> {
  const deployment = parse(await textOf(`${BASE}/${name}/deployment.yaml`)) as {
    readonly spec: { readonly template: { readonly spec: Pod } };
  };
  const { terminationGracePeriodSeconds: grace, containers } = deployment.spec.template.spec;
  return (grace - Math.max(...containers.map((one) => one.lifecycle?.preStop.sleep.seconds ?? 0))) * 1000;
}

describe("the longest call", () => {
  test("is its wait plus its tool's deadline", () => {
    expect(longestCallMs(config)).toBe(callMs(15_000, config.QUEUE_WAIT_MS));
  });

  test("grows with WAIT_FACTOR, up to a maximum", () => {
    expect(longestCallMs(configOf({ WAIT_FACTOR: "1.5" }))).toBe(callMs(22_500, 7500));
    expect(longestCallMs(configOf({ WAIT_FACTOR: "10" }))).toBe(callMs(DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS));
  });
});

describe("the edge", () => {
  test("waits for a gateway longer than the longest call", () => {
    expect(readMs).toBe(longestCallMs(config) + EDGE_MARGIN_MS);
  });

  test("drains longer than it waits for a gateway", () => {
    expect(drainMs).toBeGreaterThan(readMs);
  });
});

test("compose.yaml gives every process and nginx enough time to stop", async () => {
  const { services } = parse(await textOf("compose.yaml"), { merge: true }) as Compose;
  const graceMs = (name: string) =>
    Number(/^(\d+)s$/.exec(services[name]?.stop_grace_period ?? "")?.[1]) * 1000;
  for (const name of ["gateway", "dns", "network", "cert", "mail", "analysis"])
    expect([name, graceMs(name) >= stopMs(config)]).toEqual([name, true]);
  expect(graceMs("edge")).toBeGreaterThanOrEqual(drainMs + STOP_MARGIN_MS);
});

test("pods have enough time to stop", async () => {
  expect(await podGraceMs("process")).toBeGreaterThanOrEqual(stopMs(config));
  expect(await podGraceMs("edge")).toBeGreaterThanOrEqual(drainMs + STOP_MARGIN_MS);
});
