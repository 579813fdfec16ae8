import { dirname, relative, resolve } from "node:path";
import { Glob } from "bun";

/** Every TypeScript file of the project. */
async function sources(root: string): Promise<readonly string[]> {
  const files = await Array.fromAsync(new Glob("**/*.ts").scan({ cwd: root }));
  return files.filter((file) => !/(^|\/)(node_modules|\.tools|canary)\//.test(file)).sort();
}

/**
 * Relative imports that leave their package: neither the compiler nor `exports` refuses these.
 * Everything else about directions is in biome.json and in the packages' own dependencies.
 */
export async function checkImports(root: string): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const file of await sources(root)) {
    const text = await Bun.file(`${root}/${file}`).text();
    problems.push(...leavingImports(file, text));
  }
  return problems;
}

/** @param file its path from the project's root. */
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

/** The folder of the package that a file belongs to. */
function packageOf(file: string): string {
  return /^(services\/shared\/[^/]+|services\/[^/]+|gateway|proxy|lab)\//.exec(file)?.[1] ?? "";
}
