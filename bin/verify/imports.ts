import { dirname, relative, resolve } from "node:path";
import { Glob } from "bun";
import { levelOf } from "../suite/levels.ts";

/** Lists every TypeScript file of the project. */
async function sources(root: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(new Glob("**/*.{ts,tsx}").scan({ cwd: root }));
  return files.filter((file) => !/(^|\/)(node_modules|\.tools|canary)\//.test(file)).sort();
}

/**
 * Finds imports that neither the compiler nor `exports` refuses: relative imports that leave their package, and
 * imports of the lab. The other rules for imports are in biome.json and in the packages' dependencies.
 */
export async function checkImports(root: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const file of await sources(root)) {
    const text = await Bun.file(`${root}/${file}`).text();
    problems.push(...leavingImports(file, text), ...labImports(file, text));
  }
  return problems;
}

/**
 * Finds the relative imports of a file that leave its package.
 * @param file path from the project's root.
 * @returns the problems.
 */
export function leavingImports(file: string, text: string): readonly string[] {
  const home = packageOf(file);
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]*)"/g)].map(
    (match) => match[1] ?? "",
  );
  return specifiers
    .filter((specifier) => packageOf(relative(".", resolve(dirname(file), specifier))) !== home)
    .map(
      (specifier) =>
        `${file}: "${specifier}" leaves its package: import @dnstools/... and declare it in package.json`,
    );
}

/** Test code outside the lab, the benches and the tools in `bin`. */
const TEST_CODE = /(^|\/)test\/|\.(test|fixture|container)\.ts$/;
const TOOLS = /^(lab|bench|bin)\//;

/**
 * Finds forbidden imports of the lab: only tests may import it, and unit tests, which run without the lab, only its
 * plan.
 * @returns the problems.
 */
export function labImports(file: string, text: string): readonly string[] {
  const [, part] = /"@dnstools\/lab\/([^"/]+)/.exec(text.replaceAll('"@dnstools/lab/plan/', "")) ?? [];
  if (part === undefined || TOOLS.test(file)) return [];
  if (!TEST_CODE.test(file)) return [`${file}: imports the lab, which the product does not have`];
  if (!file.endsWith(".test.ts") || levelOf(file) !== "unit") return [];
  return [
    `${file}: a unit test imports @dnstools/lab/${part}: name it x.lab.test.ts, or leave the import out`,
  ];
}

/** Returns the folder of a file's package. */
function packageOf(file: string): string {
  return /^(services\/shared\/[^/]+|services\/[^/]+|gateway|proxy|lab|bench)\//.exec(file)?.[1] ?? "";
}
