import { afterAll, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A temporary folder with the same files as in the Prometheus container: the configuration, and the rules in a
 * subfolder.
 */
const folder = mkdtempSync(join(tmpdir(), "compose-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function yaml<T>(path: string): Promise<T> {
  return Bun.YAML.parse(await Bun.file(join(import.meta.dir, path)).text()) as T;
}

test("promtool accepts the configuration and its rules", async () => {
  cpSync(join(import.meta.dir, "prometheus.yml"), join(folder, "prometheus.yml"));
  cpSync(join(import.meta.dir, "../prometheus/rules.yaml"), join(folder, "rules/rules.yaml"));
  const child = Bun.spawn(["promtool", "check", "config", "--lint=all", join(folder, "prometheus.yml")], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect(code === 0 ? "" : `${out}${err}`).toBe("");
  expect(out).toContain("rules found");
});

test("every component is scraped, with its name as job and one namespace", async () => {
  type Named = { names: string[]; type: string; port: number };
  type Job = {
    job_name: string;
    dns_sd_configs?: Named[];
    relabel_configs?: object[];
    static_configs?: { targets: string[]; labels: object }[];
  };
  const { scrape_configs } = await yaml<{ scrape_configs: Job[] }>("prometheus.yml");
  const labels = { namespace: "dnstools" };
  expect(scrape_configs).toMatchObject([
    // These components can have several processes, so Prometheus finds their addresses in the DNS.
    ...["gateway", "dns", "network", "cert", "mail", "analysis"].map((name) => ({
      job_name: name,
      dns_sd_configs: [{ names: [name], type: "A", port: 9464 }],
      relabel_configs: [{ target_label: "namespace", replacement: labels.namespace }],
    })),
    { job_name: "edge", static_configs: [{ targets: ["edge-metrics:9464"], labels }] },
  ]);
});

test("Grafana has the data source and the folder of dashboards", async () => {
  const { datasources } = await yaml<{ datasources: object[] }>("grafana/datasources/prometheus.yaml");
  expect(datasources).toMatchObject([{ type: "prometheus", url: "http://prometheus:9090", isDefault: true }]);
  const { providers } = await yaml<{ providers: object[] }>("grafana/dashboards/dnstools.yaml");
  expect(providers).toMatchObject([{ type: "file", options: { path: "/etc/grafana/dashboards" } }]);
});
