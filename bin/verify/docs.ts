import { existsSync } from "node:fs";
import { SETTINGS } from "@dnstools/service/config";
import { createMetrics } from "@dnstools/service/metrics";
import { Glob } from "bun";

/** What the documents say of the code must be true of it. */
export async function checkDocs(root: string): Promise<readonly string[]> {
  return [...(await checkPaths(root)), ...(await checkSettings(root)), ...(await checkMetrics(root))];
}

/** Files and folders that a document names in backticks or links to must exist. */
async function checkPaths(root: string): Promise<readonly string[]> {
  const documents = await Array.fromAsync(new Glob("**/*.md").scan({ cwd: root }));
  const problems: string[] = [];
  for (const document of documents.filter((file) => !/(^|\/)(node_modules|\.tools)\//.test(file))) {
    const text = await Bun.file(`${root}/${document}`).text();
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? "");
    const quoted = [
      ...text.matchAll(
        /`((?:bin|lab|services|gateway|proxy|deploy|\.ci)\/[\w./-]+|[\w-]+\.(?:ts|json|toml|md))`/g,
      ),
    ].map((match) => match[1] ?? "");
    const folder = document.includes("/") ? `${document.slice(0, document.lastIndexOf("/"))}/` : "";
    for (const path of [...links, ...quoted]) {
      if (existsSync(`${root}/${path}`) || existsSync(`${root}/${folder}${path}`)) continue;
      problems.push(`${document}: names ${path}, which is not there`);
    }
  }
  return problems;
}

/** README.md's table of settings, row for row as the schema has it. */
async function checkSettings(root: string): Promise<readonly string[]> {
  const text = await Bun.file(`${root}/README.md`).text();
  return Object.entries(SETTINGS)
    .map(
      ([name, { fallback, description }]) =>
        `| \`${name}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${description} |`,
    )
    .filter((row) => !text.includes(row))
    .map((row) => `README.md: the table of settings lacks the row\n${row}`);
}

/** ARCHITECTURE.md's table of metrics names every metric with its labels, and none that is not there. */
async function checkMetrics(root: string): Promise<readonly string[]> {
  const text = await Bun.file(`${root}/ARCHITECTURE.md`).text();
  const metrics = createMetrics({ version: "0", target: "all" });
  metrics.http("gateway", ["/"]);
  metrics.tool("dns");
  const rendered = await metrics.render();
  const names = [...rendered.matchAll(/^# TYPE (dnstools_\w+) /gm)].map((match) => match[1] ?? "");
  const told = [...text.matchAll(/^\| `(dnstools_\w+)`/gm)].map((match) => match[1] ?? "");
  return [
    ...names
      .filter((name) => !told.includes(name))
      .map((name) => `ARCHITECTURE.md: the table of metrics lacks ${name}`),
    ...told
      .filter((name) => !names.includes(name))
      .map((name) => `ARCHITECTURE.md: ${name} is no metric of ours`),
  ];
}
