import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build, COMBINATIONS, KUBERNETES } from "./build.ts";
import { lint } from "./lint.ts";
import { nameOf, ofKind } from "./manifest.ts";
import { schemaProblems } from "./schema.ts";

const built = await Promise.all(COMBINATIONS.map(build));
const shape = await schemaProblems(built);

test.each(COMBINATIONS.map((name, at) => [name, at] as const))(
  "%s builds, matches the schemas and has no lint problems",
  (_, at) => {
    expect(shape[at]).toEqual([]);
    expect(lint(built[at] ?? [])).toEqual([]);
  },
);

test("every dashboard is in the component, in a ConfigMap that Grafana's sidecar finds", () => {
  const folder = join(KUBERNETES, "components/dashboards");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  const maps = ofKind(built[COMBINATIONS.indexOf("overlays/production")] ?? [], "ConfigMap").filter(
    ({ metadata }) => metadata?.labels?.["grafana_dashboard"] === "1",
  );
  expect(files.length).toBeGreaterThan(0);
  expect(maps.flatMap(({ data = {} }) => Object.keys(data)).sort()).toEqual(files.sort());
  expect(maps.map(nameOf).sort()).toEqual(
    files.map((file) => file.replace(/^dnstools-(.*)\.json$/, "dashboard-$1")).sort(),
  );
});

const SHIPPED = ["overlays/compact", "overlays/production"];
const objectsOf = (name: string) => built[COMBINATIONS.indexOf(name)] ?? [];

test.each(SHIPPED)("%s denies the cluster's own ranges and trusts only its own pods", (name) => {
  const objects = objectsOf(name);
  const settings = ofKind(objects, "ConfigMap").find((map) => nameOf(map).startsWith("dnstools-"));
  expect(settings?.data?.["EGRESS_DENY"]).toMatch(/\/\d+,.*\/\d+/);
  expect(settings?.data?.["TRUSTED_PROXIES"]?.split(",")).toHaveLength(1);
});

test.each(SHIPPED)("%s: edge and gateway never run on one node only", (name) => {
  const spreads = ["edge", "gateway"].map((deployment) => {
    const object = ofKind(objectsOf(name), "Deployment").find((one) => nameOf(one) === deployment);
    const all = object?.spec?.template.spec?.topologySpreadConstraints ?? [];
    return all.find(({ topologyKey }) => topologyKey === "kubernetes.io/hostname");
  });
  for (const spread of spreads)
    expect(spread).toMatchObject({ maxSkew: 1, minDomains: 2, whenUnsatisfiable: "DoNotSchedule" });
});

test("alerts link to the URLs of the overlay", () => {
  const rules = ofKind(objectsOf("overlays/production"), "PrometheusRule")
    .flatMap(({ spec }) => spec?.groups ?? [])
    .flatMap((group) => group.rules ?? [])
    .filter(({ alert }) => alert !== undefined);
  expect(rules.length).toBeGreaterThan(20);
  for (const { annotations } of rules) {
    expect(annotations?.["runbook_url"]).toStartWith("https://wiki.example.com/dnstools/runbook#dnstools");
    expect(annotations?.["dashboard_url"]).toStartWith("https://grafana.example.com/d/dnstools-");
  }
});

test("alerts without these URLs are not rendered", async () => {
  const [message] = await Promise.all([build("components/alerts").then(String, String)]);
  expect(message).toContain("nothing selected by ConfigMap");
});
