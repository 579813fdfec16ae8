import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { circlesOf, importsOf, type Sources } from "./graph.ts";

const ROOT = join(import.meta.dir, "../..");

/** Files that are not code of the product: tests, test support, and tools. */
const NOT_PRODUCT = /(^|\/)(test|cases|canary)\/|\.(test|fixture|container)\.ts$|^(lab|bench|bin|deploy)\//;
/**
 * Matches the parts of the code that every call passes through, under their present names and under their names before
 * 2026-11-23.
 */
const WAY =
  /^(gateway\/(?!pages\/|openapi[/.])|services\/shared\/(server|service|concurrency)\/|main(-[^/]*)?(\/.*)?\.ts$|main\/|build-info\.ts$)/;

/**
 * Concurrency concepts with one implementation, in services/shared/concurrency, and for each a pattern that finds
 * separate implementations in other files. A file that must differ has a comment: "No `Name` of concurrency: why".
 */
const IDEAS: readonly { readonly name: string; readonly own: RegExp }[] = [
  {
    name: "fair semaphore",
    own: /(lines|queues|waiting) = new Map<[^>]*(\[\]|Waiter|Set)|waiting: \{ readonly|last: Promise\.resolve\(\), waiting/,
  },
  { name: "rate limiter (GCRA)", own: /Math\.max\(\w*\.?(tat|free), now\)/ },
  {
    name: "single flight",
    own: /(running|underWay|flights|pending) = new Map<[^>]*(Promise|Run|UnderWay|Flight)/,
  },
  { name: "cache", own: /until: (number(?! \|)|performance)|oldest\) of |\[oldest\]/ },
  { name: "circuit breaker", own: /closedAt|openUntil/ },
  { name: "abortable wait", own: /addEventListener\("abort"/ },
];

type Row = {
  readonly what: string;
  readonly value: number;
  readonly goal: number;
  readonly names?: readonly string[];
};

/** Reads the TypeScript files and package.json files of a checkout that git tracks. */
async function read(root: string): Promise<Sources> {
  const listed = await Bun.$`git ls-files`.cwd(root).text();
  const files = listed.split("\n").filter((file) => /\.tsx?$|package\.json$/.test(file));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await Bun.file(join(root, file)).text()] as const)),
  );
}

/** Counts the lines with code. Blank lines and comment lines are left out. */
export function codeLines(text: string): number {
  return text.split("\n").filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length;
}

function settingsOf(sources: Sources): readonly string[] {
  const tables = [...sources].filter(
    ([file]) => /(^|\/)(config|settings)\.ts$/.test(file) && !/^(proxy|lab|bench)\//.test(file),
  );
  const names = tables.flatMap(([, text]) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:setting|secret)\(/gm)].map(([, name]) => name ?? ""),
  );
  const others = names.filter((name) => !name.startsWith("OTEL_"));
  return others.length === names.length ? others : [...others, "OTEL_*"];
}

function rowsOf(all: Sources): readonly Row[] {
  const product = new Map([...all].filter(([file]) => /\.tsx?$/.test(file) && !NOT_PRODUCT.test(file)));
  const way = [...product].filter(([file]) => WAY.test(file));
  const folders = Map.groupBy(product.keys(), (file) => dirname(file));
  const full = [...folders]
    .filter(([, files]) => files.length > 15)
    .map(([folder, files]) => `${folder} (${files.length})`);
  const circles = circlesOf(importsOf(all)).map((group) => group.join(" <-> "));
  const own = IDEAS.map(({ name, own: pattern }) => {
    const names = [...product]
      .filter(
        ([file, text]) =>
          !file.includes("shared/concurrency/") &&
          pattern.test(text) &&
          !/No `\w+` of concurrency:/.test(text),
      )
      .map(([file]) => file);
    return { what: `own implementations outside concurrency: ${name}`, value: names.length, goal: 0, names };
  });
  return [
    {
      what: "code lines of gateway (without pages, openapi), server, concurrency, main",
      value: way.reduce((sum, [, text]) => sum + codeLines(text), 0),
      goal: 5900,
    },
    { what: "settings of our processes, OTEL_* counted as one", value: settingsOf(all).length, goal: 54 },
    ...own,
    { what: "cycles of imports, types counted", value: circles.length, goal: 0, names: circles },
    { what: "folders of product code over 15 files", value: full.length, goal: 0, names: full },
  ];
}

/** Prints the table. */
if (import.meta.main) {
  const [commit] = process.argv.slice(2);
  const copy = commit === undefined ? null : mkdtempSync(join(tmpdir(), "dnstools-measure-"));
  try {
    if (commit !== undefined && copy !== null)
      await Bun.$`git worktree add --detach -f ${copy} ${commit}`.cwd(ROOT).quiet();
    for (const { what, value, goal, names = [] } of rowsOf(await read(copy ?? ROOT))) {
      process.stdout.write(
        `${value <= goal ? "ok  " : "OVER"} ${String(value).padStart(6)}  (goal ${goal})  ${what}\n`,
      );
      for (const name of value > goal ? names : []) process.stdout.write(`${" ".repeat(8)}${name}\n`);
    }
  } finally {
    if (copy !== null) {
      await Bun.$`git worktree remove --force ${copy}`.cwd(ROOT).quiet();
      rmSync(copy, { recursive: true, force: true });
    }
  }
}
