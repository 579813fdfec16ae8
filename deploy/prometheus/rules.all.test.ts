import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UIDS } from "../grafana/uid.ts";
import { STEPS } from "./cases/case.ts";
import { CASES } from "./cases/index.ts";
import { ruleOf, testFile } from "./cases/promtool.ts";
import { GROUPS } from "./groups.ts";
import { LINKS } from "./links.ts";
import type { Alert } from "./rule.ts";
import { written } from "./write.ts";
import { annotationsOf, rulesYaml } from "./write-yaml.ts";

const ROOT = join(import.meta.dir, "../..");
const RULES = join(import.meta.dir, "rules.yaml");
const folder = mkdtempSync(join(tmpdir(), "rules-"));
afterAll(() => rmSync(folder, { recursive: true }));

const rules = GROUPS.flatMap((group) => group.rules);
const alerts = rules.filter((rule): rule is Alert => "alert" in rule);

async function promtool(...args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = Bun.spawn(["promtool", ...args], { stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, said: `${out}${err}` };
}

describe("the files", () => {
  test.each(Object.entries(written()))("%s is up to date", async (path, content) => {
    const there = await Bun.file(join(ROOT, path)).text();
    expect(there === content ? "" : `${path} is old: run bin/bun deploy/prometheus/write.ts`).toBe("");
  });

  test("both hold the same groups, according to another YAML parser", async () => {
    const [plain, object] = await Promise.all(
      Object.keys(written()).map(async (path) => Bun.YAML.parse(await Bun.file(join(ROOT, path)).text())),
    );
    expect((object as { spec: object }).spec).toEqual(plain as object);
    expect(JSON.stringify(plain)).toContain('"severity":"page"');
  });

  test("promtool accepts them", async () => {
    expect(await promtool("check", "rules", "--lint=all", "--lint-fatal", RULES)).toMatchObject({ code: 0 });
  });
});

describe("each rule", () => {
  const recordings = rules.flatMap((rule) => ("record" in rule ? [rule.record] : []));

  test.each(recordings)("%s is named level:metric:operation", (name) => {
    expect(name).toMatch(/^[a-z_]+:dnstools_[a-z_]+:[a-z_]*(rate|ratio)[a-z_]*(5m|30m|[126]h|[13]d)$/);
  });

  test.each(alerts.map((alert) => [alert.alert, alert] as const))("%s has texts and links", (_, alert) => {
    expect(annotationsOf(alert, LINKS)["runbook_url"]).toBe(`deploy/runbook.md#${alert.alert.toLowerCase()}`);
    expect(UIDS).toContain(alert.dashboard);
    for (const text of [alert.summary, alert.description]) expect(text.length).toBeGreaterThan(15);
    expect(alert.summary.length).toBeLessThan(90);
  });
});

describe("alerts", () => {
  const all = Object.values(CASES).flatMap(({ cases }) => cases);

  test.each(alerts.map((alert) => [`${alert.alert} ${JSON.stringify(alert.labels ?? "")}`, alert] as const))(
    "%s has cases in which it fires and in which it does not",
    (_, alert) => {
      const own = all.filter((one) => ruleOf(alerts, one) === alert);
      expect(own.some(({ fires }) => fires.length > 0)).toBe(true);
      expect(own.some(({ fires }) => fires.length === 0)).toBe(true);
    },
  );

  test("all groups have cases", () => {
    expect(Object.values(CASES).flatMap(({ groups }) => groups)).toEqual([...GROUPS]);
  });

  /**
   * Runs promtool on one group of cases.
   * @param change edits the rules before the run
   * @returns the errors of promtool; empty if all cases pass
   */
  async function run(name: string, change = (text: string) => text): Promise<string> {
    const own = CASES[name];
    if (own === undefined) throw new Error(`there are no cases ${name}`);
    const rules = join(folder, `${name}.yaml`);
    await Bun.write(rules, change(rulesYaml(own.groups, LINKS)));
    const said = STEPS.map(async (step) => {
      const path = join(folder, `${name}-${step}.json`);
      await Bun.write(path, testFile(rules, own, step));
      const result = await promtool("test", "rules", path);
      return result.code === 0 ? "" : result.said;
    });
    return (await Promise.all(said)).join("");
  }

  test.each(Object.keys(CASES))("%s behave as the cases expect", async (name) => {
    expect(await run(name)).toBe("");
  });

  test("a wrong rule makes cases fail", async () => {
    const said = await run("there", (text) => text.replace('for: "5m"', 'for: "1m"'));
    expect(said).toContain("DnstoolsInstanceDown");
  });

  test("their texts hold the measured values", async () => {
    const path = join(folder, "texts.json");
    const series = (outcome: string) =>
      `dnstools_tool_requests_total{namespace="dnstools",job="dns",tool="dns",outcome="${outcome}"}`;
    const expected = {
      exp_labels: { severity: "page", slo: "availability", long: "1h", short: "5m", namespace: "dnstools" },
      exp_annotations: {
        summary: "The availability budget of dnstools burns 14.4 times too fast",
        description:
          "2% of calls failed on our side in the last 1h, and it continues. The objective is 99.9 % good.",
        runbook_url: "deploy/runbook.md#dnstoolserrorbudgetburn",
        dashboard_url: "/d/dnstools-overview?var-namespace=dnstools",
      },
    };
    const high = { ...expected, exp_labels: { ...expected.exp_labels, long: "6h", short: "30m" } };
    high.exp_annotations = {
      ...expected.exp_annotations,
      summary: "The availability budget of dnstools burns 6 times too fast",
      description:
        "2% of calls failed on our side in the last 6h, and it continues. The objective is 99.9 % good.",
    };
    await Bun.write(
      path,
      JSON.stringify({
        rule_files: [RULES],
        evaluation_interval: "1m",
        tests: [
          {
            interval: "1m",
            input_series: [
              { series: series("ok"), values: "0+98x90" },
              { series: series("timeout"), values: "0+2x90" },
            ],
            alert_rule_test: [
              { eval_time: "75m", alertname: "DnstoolsErrorBudgetBurn", exp_alerts: [expected, high] },
            ],
          },
        ],
      }),
    );
    const { code, said } = await promtool("test", "rules", path);
    expect(code === 0 ? "" : said).toBe("");
  });
});
