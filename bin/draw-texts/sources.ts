import { Glob } from "bun";

/** A file of the project: its path below the root, and its text. */
export type SourceFile = { readonly path: string; readonly text: string };

/** Reads the files below a root that match one of the glob patterns, in the order of their paths; dependencies are left out. */
export async function readFiles(root: string, patterns: readonly string[]): Promise<readonly SourceFile[]> {
  const found = await Promise.all(patterns.map((pattern) => Array.fromAsync(new Glob(pattern).scan(root))));
  const paths = [...new Set(found.flat())].filter((path) => !path.includes("node_modules/")).sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(`${root}/${path}`).text() })));
}

/** Matches a comment, which starts a line or follows white space: "//" in a URL does not. Consecutive `//` lines match as one comment. */
export const COMMENT = /(?<=^|\s)(?:\/\*\*?\s[\s\S]*?\*\/|\/\/\s.*(?:\n[^\S\n]*\/\/\s.*)*)/gm;
