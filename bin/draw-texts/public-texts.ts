import { COMMENT, readFiles, type SourceFile } from "./sources.ts";
import type { Text } from "./text.ts";

/**
 * Files with texts for users: the product and its deployment. Tests, SQL, data tables and the phrases of registries
 * are skipped.
 */
const PATTERNS = ["{deploy,gateway,main,proxy,services}/**/*.{ts,tsx}"];
const SKIPPED =
  /\.(?:(?:test|fixture|bench|container)\.tsx?|propagation\/resolvers\.ts)$|(?:^|\/)(?:test|cases|core\/data|protocol\/whois|net\/registry|auth\/store|proxy\/render|generate|kubernetes\/check)\//;

/** A string or a one-line template, with the strings that `+` joins to it. */
const LITERAL = /(["`])((?:(?!\1)[^\\\n]|\\.)*)\1(?:\s*\+\s*\n?\s*(["`])((?:(?!\3)[^\\\n]|\\.)*)\3)*/g;
const JSX_TEXT = />([^<>{}"`=;()]{12,})</g;

/** Lists the texts that users and operators read: string literals and JSX texts of four or more words, and the runbook's paragraphs. */
export async function listPublicTexts(root: string): Promise<readonly Text[]> {
  const files = await readFiles(root, PATTERNS);
  const runbook = { path: "deploy/runbook.md", text: await Bun.file(`${root}/deploy/runbook.md`).text() };
  const texts = [
    ...files.filter(({ path }) => !SKIPPED.test(path)).flatMap(textsOf),
    ...paragraphsOf(runbook),
  ];
  return [...new Map(texts.map((one) => [one.text, one])).values()];
}

/** Lists the texts of one file. */
export function textsOf({ path, text }: SourceFile): readonly Text[] {
  // Strings in code that a comment quotes are not public texts.
  const code = text.replace(COMMENT, (found) => found.replace(/[^\n]/g, " "));
  const patterns = path.endsWith("x") ? [LITERAL, JSX_TEXT] : [LITERAL];
  const found = patterns.flatMap((pattern) => [...code.matchAll(pattern)]);
  return found.flatMap((match) => {
    const place = `${path}:${code.slice(0, match.index).split("\n").length}`;
    const words = match[0].replace(/["`]\s*\+\s*["`]/g, "").replace(/^["`>]|["`<]$/g, "");
    const plain = words
      .replace(/\\(["`])/g, "$1")
      .replace(/\s+/g, " ")
      .trim();
    return isProse(plain) ? [{ place, text: plain }] : [];
  });
}

/**
 * True for four or more words that are mostly plain words. Code, queries, patterns and style sheets are not prose.
 */
function isProse(text: string): boolean {
  if (/^(?:SELECT|INSERT|UPDATE|DELETE|CREATE|import|node:|@dnstools)|=>|&&|\n|;\s*$/.test(text))
    return false;
  const tokens = text.split(" ");
  const plain = tokens.filter((token) =>
    /^[("'“]?[A-Za-z][a-z]*(?:[-'’][A-Za-z]+)*[.,:;?!)"'”]*$/.test(token),
  );
  return tokens.length >= 4 && plain.length >= 0.6 * tokens.length;
}

function paragraphsOf({ path, text }: SourceFile): readonly Text[] {
  let line = 1;
  return text.split("\n\n").flatMap((paragraph) => {
    const place = `${path}:${line}`;
    line += paragraph.split("\n").length + 1;
    return /^[#|`<]/.test(paragraph) ? [] : [{ place, text: paragraph.replace(/\s+/g, " ").trim() }];
  });
}
