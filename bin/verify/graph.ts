import { dirname, join, normalize } from "node:path";

/** The texts of a project's files, by path. */
export type Sources = ReadonlyMap<string, string>;

/**
 * Returns the files that each file imports, including type imports. Files that are not among the sources are left
 * out.
 */
export function importsOf(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const folders = packageFolders(sources);
  const graph = new Map<string, readonly string[]>();
  for (const [file, text] of sources) {
    const specifiers = [...text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)].map(
      ([, specifier]) => specifier ?? "",
    );
    const imported = specifiers.map((specifier) => resolve(file, specifier, folders));
    graph.set(
      file,
      [...new Set(imported)].filter((path) => sources.has(path)),
    );
  }
  return graph;
}

/** Returns the groups of files that import each other in cycles (strongly connected components, by Tarjan). */
export function circlesOf(graph: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const lowOf = (file: string) => low.get(file) ?? 0;
  const visit = (file: string): void => {
    order.set(file, order.size);
    low.set(file, order.get(file) ?? 0);
    stack.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(lowOf(file), lowOf(next)));
    }
    if (lowOf(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return found;
}

/** Returns the folders of packages, by the names in their package.json. */
function packageFolders(sources: Sources): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const [file, text] of sources) {
    const name = file.endsWith("package.json") && /"name":\s*"(@dnstools\/[^"]+)"/.exec(text)?.[1];
    if (name) folders.set(name, dirname(file));
  }
  return folders;
}

function resolve(file: string, specifier: string, folders: ReadonlyMap<string, string>): string {
  if (specifier.startsWith(".")) return normalize(join(dirname(file), specifier));
  const [scope, name, ...path] = specifier.split("/");
  const folder = folders.get(`${scope}/${name}`);
  if (folder === undefined) return "";
  return path.length === 0 ? `${folder}/${name}.ts` : `${folder}/${path.join("/")}.ts`;
}
