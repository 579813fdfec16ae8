import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolverMetrics } from "@dnstools/analysis/resolver-metrics";
import { TOOL_NAMES } from "@dnstools/core/tool/contract";
import { listMetrics } from "@dnstools/network/list-metrics";
import { createEdgeMetrics } from "@dnstools/proxy/metrics/metrics";
import { createMetrics } from "@dnstools/server/metrics/metrics";
import { countSpans } from "@dnstools/server/trace/tracing";
import { Glob } from "bun";
import { DASHBOARDS } from "../../deploy/grafana/dashboards.ts";
import { GROUPS } from "../../deploy/prometheus/groups.ts";
import { filledSettings, SETTINGS_FILE } from "../../deploy/write-settings.ts";
import { readFiles } from "../draw-texts/sources.ts";
import { bareGateway } from "./bare-gateway.ts";
import { compareMetrics, shapesOf, TABLE } from "./metric-table.ts";
import { compareRunbook } from "./runbook.ts";

/** Maximum number of words in a document, including its commands and tables. */
const WORDS_MAX: Readonly<Record<string, number>> = {
  "README.md": 1000,
  "ARCHITECTURE.md": 1200,
  "bench/README.md": 900,
  "deploy/README.md": 2000,
};
const DECISION_WORDS_MAX = 200;
/**
 * Maximum number of words in all documents together, without decisions, the changelog, generated tables and the
 * runbook.
 */
const ALL_WORDS_MAX = 11_000;
const DOCUMENTS = ["*.md", "{bench,bin,deploy,docs,gateway,lab,main,proxy,services}/**/*.md"];
const NOT_COUNTED =
  /^(?:docs\/decisions\/.*|CHANGELOG\.md|bench\/(?:dnssec-peers|environments|report)\.md|deploy\/(?:settings|metrics|runbook)\.md)$/;

/**
 * Checks that statements in the documents about the code are true.
 * @returns the problems
 */
export async function checkDocs(root: string): Promise<readonly string[]> {
  return [
    ...(await checkPaths(root)),
    ...(await checkSettings(root)),
    ...(await checkLengths(root)),
    ...(await checkTools(root)),
    ...(await checkRunbook(root)),
    ...(await checkMetrics(root)),
  ];
}

/**
 * Checks that the files and folders exist that documents name in backticks or in links, and the files that comments
 * name.
 */
export async function checkPaths(root: string): Promise<readonly string[]> {
  const scan = (pattern: string) => Array.fromAsync(new Glob(pattern).scan({ cwd: root }));
  const folders = await scan("{bench,bin,deploy,docs,gateway,lab,main,proxy,services}/**");
  const tree = [...(await scan("*")), ...folders.filter((file) => !file.includes("node_modules/"))];
  // A file name without a folder, or the end of a path, may refer to any file whose path ends with it.
  const ends = new Set(
    tree.flatMap((file) => file.split("/").map((_, at, parts) => parts.slice(at).join("/"))),
  );
  const problems: string[] = [];
  // TypeScript files in docs/examples are not checked: they name files of the user's project that they are copied to.
  const checked = tree.filter((one) => /\.(md|tsx?)$/.test(one) && !/^docs\/examples\/.*\.ts$/.test(one));
  for (const file of checked) {
    const text = await Bun.file(`${root}/${file}`).text();
    for (const path of file.endsWith(".md") ? namedInDocument(text) : namedInComments(text)) {
      if (ends.has(path) || existsSync(join(root, path)) || existsSync(join(root, dirname(file), path)))
        continue;
      problems.push(`${file}: names ${path}, which does not exist`);
    }
  }
  return [
    ...problems,
    ...(await checkHeadings(
      root,
      checked.filter((file) => file.endsWith(".md")),
    )),
  ];
}

/** Checks that the headings exist that documents link to. */
async function checkHeadings(root: string, files: readonly string[]): Promise<readonly string[]> {
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await Bun.file(`${root}/${file}`).text());
  return [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)#:\s]*)#([^)]+)\)/g)].flatMap(([, path = "", anchor = ""]) => {
      const linked = texts.get(path === "" ? file : join(dirname(file), path));
      if (linked === undefined || anchorsOf(linked).includes(anchor)) return [];
      return [`${file}: links to ${path}#${anchor}, but there is no such heading`];
    }),
  );
}

/** Returns the anchors of a document's headings, as GitHub creates them. */
function anchorsOf(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => heading.toLowerCase());
  return headings.map((heading) => heading.replace(/[^\w\- ]/g, "").replaceAll(" ", "-"));
}

function namedInDocument(text: string): readonly string[] {
  const links = /\]\(([^)#:]+)(?:#[^)]*)?\)/g;
  const quoted =
    /`((?:bench|bin|docs|lab|services|gateway|proxy|deploy|\.ci)\/[\w./-]+|(?:\w[\w-]*\/)*[\w-]+\.(?:tsx?|json|toml|md))`/g;
  return [...text.matchAll(links), ...text.matchAll(quoted)].map((match) => match[1] ?? "");
}

function namedInComments(text: string): readonly string[] {
  const comments = text.match(/(?<=^|\s)(?:\/\*\*\s[\s\S]*?\*\/|\/\/\s.*$)/gm) ?? [];
  // Matches paths of files. In comments, x.test.ts is a placeholder for any test file.
  const paths = /(?<![\w.:/@-])(?!x\.)(?:\.{1,2}\/)*(?:\w[\w-]*\/)*[\w-]+(?:\.\w+)*\.(?:tsx?|md|sh)\b/g;
  return comments.flatMap((comment) => comment.match(paths) ?? []);
}

/** Checks that the tables of settings are the ones generated from the definitions. */
async function checkSettings(root: string): Promise<readonly string[]> {
  const text = await Bun.file(`${root}/${SETTINGS_FILE}`).text();
  try {
    if (filledSettings(text) === text) return [];
    return [`${SETTINGS_FILE} does not match the settings: run bin/bun deploy/write-settings.ts`];
  } catch (error) {
    return [`${SETTINGS_FILE}: ${(error as Error).message}`];
  }
}

/** Checks the length of each document and of all documents together, in words. */
async function checkLengths(root: string): Promise<readonly string[]> {
  const problems: string[] = [];
  let all = 0;
  for (const { path: file, text } of await readFiles(root, DOCUMENTS)) {
    const words = wordsOf(text);
    const most = WORDS_MAX[file] ?? (file.startsWith("docs/decisions/") ? DECISION_WORDS_MAX : ALL_WORDS_MAX);
    if (words > most) problems.push(`${file} has ${words} words, more than ${most}`);
    if (!NOT_COUNTED.test(file)) all += words;
  }
  if (all > ALL_WORDS_MAX)
    problems.push(`the documents have ${all} words together, more than ${ALL_WORDS_MAX}`);
  return problems;
}

/** Counts the words of a text: the parts between white space that contain a letter or a digit. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter((word) => /[a-z\d]/i.test(word)).length;
}

/** Checks that the README's table has a row for each tool. */
async function checkTools(root: string): Promise<readonly string[]> {
  const text = await Bun.file(`${root}/README.md`).text();
  return TOOL_NAMES.filter((tool) => !new RegExp(`^\\| *\\[?\`${tool}\``, "m").test(text)).map(
    (tool) => `README.md: the table of tools has no row that begins with \`${tool}\``,
  );
}

/** Checks that each alert has an entry in the runbook, and each entry an alert. */
async function checkRunbook(root: string): Promise<readonly string[]> {
  const file = "deploy/runbook.md";
  const alerts = GROUPS.flatMap(({ rules }) =>
    rules.flatMap((rule) => ("alert" in rule ? [rule.alert] : [])),
  );
  const panels = DASHBOARDS.flatMap(({ rows }) =>
    rows.flatMap((row) => row.panels.map(({ title }) => title)),
  );
  const problems = compareRunbook(await Bun.file(`${root}/${file}`).text(), alerts, panels);
  return problems.map((problem) => `${file}: ${problem}`);
}

/** Checks that the table of metrics lists exactly the metrics of the product and of the edge, with their labels. */
async function checkMetrics(root: string): Promise<readonly string[]> {
  const table = await Bun.file(`${root}/${TABLE}`).text();
  const metrics = createMetrics({ version: "0", revision: "r", target: "all" });
  metrics.http("gateway", ["/"], []);
  metrics.tool("dns");
  metrics.upstream("dns");
  metrics.cache("whois", [], { entries: () => 0, evicted: () => 0 });
  const view = { capacity: 0, inside: () => 0, waiting: () => 0 };
  metrics.admission("service", "dns").watch(view);
  countSpans(metrics.registry);
  listMetrics(metrics.registry, { all: () => [], counts: () => [] });
  resolverMetrics(metrics.registry, { counts: () => [] });
  const gateway = bareGateway(metrics);
  const rendered = await metrics.render();
  await gateway.close();
  const edge = createEdgeMetrics();
  const edgeRendered = await edge.render(null, null);
  const shapes = [...shapesOf(metrics.registry), ...shapesOf(edge.registry)];
  return compareMetrics(table, shapes, `${rendered}${edgeRendered}`);
}
