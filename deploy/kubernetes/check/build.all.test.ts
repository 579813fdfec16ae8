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
  "%s builds, has the right shape and holds together",
  (_, at) => {
    expect(shape[at]).toEqual([]);
    expect(lint(built[at] ?? [])).toEqual([]);
  },
);

test("every dashboard that is there is in the component, in a ConfigMap that Grafana's sidecar finds", () => {
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

test("production denies the cluster's own ranges and trusts no other pods than its own", () => {
  const objects = built[COMBINATIONS.indexOf("overlays/production")] ?? [];
  const settings = ofKind(objects, "ConfigMap").find((map) => nameOf(map).startsWith("dnstools-"));
  expect(settings?.data?.["EGRESS_DENY"]).toMatch(/\/\d+,.*\/\d+/);
  expect(settings?.data?.["TRUSTED_PROXIES"]?.split(",")).toHaveLength(1);
});
