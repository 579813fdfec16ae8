import { COMMENT, readFiles, type SourceFile } from "./sources.ts";
import type { Text } from "./text.ts";

/** Lists the comments of all TypeScript files, tests and benches included. Consecutive `//` lines are one comment. */
export async function listComments(root: string): Promise<readonly Text[]> {
  const files = await readFiles(root, [
    "*.ts",
    "{bench,bin,deploy,docs,gateway,lab,main,proxy,services}/**/*.{ts,tsx}",
  ]);
  return files.flatMap(commentsOf);
}

/** Lists the comments of one file, each with the line of code that follows the comment. */
export function commentsOf({ path, text }: SourceFile): readonly Text[] {
  return [...text.matchAll(COMMENT)].map((match) => {
    const end = match.index + match[0].length;
    const line = text.slice(0, match.index).split("\n").length;
    const code =
      text
        .slice(end)
        .split("\n")
        .find((one) => one.trim() !== "") ?? "";
    const before = text.slice(text.lastIndexOf("\n", match.index) + 1, match.index).trim();
    return {
      place: `${path}:${line}`,
      text: plainText(match[0]),
      context: before === "" ? code.trim() : before,
    };
  });
}

/** Removes the comment marks, and joins the lines. */
function plainText(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, "")
    .replace(/^\s*(?:\/\/|\*)\s?/gm, " ")
    .replace(/\s+/g, " ")
    .trim();
}
