import type { Links } from "./links.ts";
import { dashboardUrl, runbookUrl } from "./links.ts";
import type { Alert, Group, Recording } from "./rule.ts";

type Yaml = string | { readonly [key: string]: Yaml } | readonly Yaml[];

/** The rules as Prometheus reads them from a file. */
export function rulesYaml(groups: readonly Group[], links: Links): string {
  return `${HEAD}${text({ groups: groups.map((group) => groupOf(group, links)) })}`;
}

/** The same rules as the Prometheus operator reads them. */
export function prometheusRuleYaml(groups: readonly Group[], links: Links): string {
  const object = {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "PrometheusRule",
    metadata: {
      name: "dnstools",
      labels: { "app.kubernetes.io/name": "dnstools", "app.kubernetes.io/part-of": "dnstools" },
    },
    spec: { groups: groups.map((group) => groupOf(group, links)) },
  };
  return `${HEAD}${text(object)}`;
}

const HEAD = "# Written by deploy/prometheus/write.ts: change the rules there, then run it.\n";

function groupOf({ name, rules }: Group, links: Links): Yaml {
  return {
    name,
    rules: rules.map((rule) => ("alert" in rule ? alertOf(rule, links) : recordingOf(rule))),
  };
}

function recordingOf({ record, expr }: Recording): Yaml {
  return { record, expr };
}

function alertOf(rule: Alert, links: Links): Yaml {
  return {
    alert: rule.alert,
    expr: rule.expr,
    for: rule.for,
    labels: { severity: rule.severity, ...rule.labels },
    annotations: annotationsOf(rule, links),
  };
}

/** What people read of an alert. */
export function annotationsOf(rule: Alert, links: Links): Readonly<Record<string, string>> {
  return {
    summary: rule.summary,
    description: rule.description,
    runbook_url: runbookUrl(links, rule.alert),
    dashboard_url: dashboardUrl(links, rule.dashboard),
  };
}

/** Every text is quoted or a block: no reader of YAML can take `no` or `1h` for anything else. */
function text(value: Yaml, indent = ""): string {
  if (typeof value === "string") return ` ${scalar(value, indent)}\n`;
  const under = indent === "" ? "" : "\n";
  if (Array.isArray(value)) {
    return `${under}${value.map((item) => `${indent}- ${text(item, `${indent}  `).trimStart()}`).join("")}`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const inner = text(item, `${indent}  `);
    return `${indent}${key}:${inner.startsWith("\n") || inner.startsWith(" ") ? inner : `\n${inner}`}`;
  });
  return `${under}${entries.join("")}`;
}

function scalar(value: string, indent: string): string {
  if (!value.includes("\n")) return quoted(value);
  return `|-\n${value
    .split("\n")
    .map((line) => `${indent}${line}`)
    .join("\n")}`;
}

/** In the quotes that need nothing escaped, where there are such. */
function quoted(value: string): string {
  return value.includes('"') && !/['\\]/.test(value) ? `'${value}'` : JSON.stringify(value);
}
