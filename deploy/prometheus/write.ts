import { join } from "node:path";
import { GROUPS } from "./groups.ts";
import { LINKS, type Links } from "./links.ts";
import { prometheusRuleYaml, rulesYaml } from "./write-yaml.ts";

/** Returns the expected content of each generated rule file by its path. */
export function written(links: Links = LINKS): Readonly<Record<string, string>> {
  return {
    "deploy/prometheus/rules.yaml": rulesYaml(GROUPS, links),
    "deploy/kubernetes/components/alerts/prometheus-rule.yaml": prometheusRuleYaml(GROUPS, links),
  };
}

/** `bun deploy/prometheus/write.ts` writes the rule files. */
if (import.meta.main) {
  const { RUNBOOK_URL, GRAFANA_URL } = process.env;
  const links = { runbook: RUNBOOK_URL ?? LINKS.runbook, grafana: GRAFANA_URL ?? LINKS.grafana };
  const root = join(import.meta.dir, "../..");
  for (const [path, content] of Object.entries(written(links))) await Bun.write(join(root, path), content);
}
