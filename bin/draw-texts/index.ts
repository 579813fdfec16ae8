import { listComments } from "./comments.ts";
import { draw } from "./draw.ts";
import { listPublicTexts } from "./public-texts.ts";
import type { Text } from "./text.ts";

const ROOT = `${import.meta.dir}/../..`;

/** Prints the drawn texts, numbered C1, C2, ... (comments) and P1, P2, ... (public texts). */
async function main([seed = "", count = "120"]: readonly string[]): Promise<void> {
  if (seed === "" || !/^[1-9]\d{0,3}$/.test(count)) {
    console.error("usage: bin/draw SEED [N]");
    process.exitCode = 2;
    return;
  }
  const [comments, texts] = await Promise.all([listComments(ROOT), listPublicTexts(ROOT)]);
  console.log(
    `seed ${seed}: ${count} of ${comments.length} comments and ${count} of ${texts.length} public texts`,
  );
  print("C", draw(comments, Number(count), seed));
  print("P", draw(texts, Number(count), seed));
}

function print(letter: string, texts: readonly Text[]): void {
  for (const [at, { place, text, context }] of texts.entries()) {
    console.log(`\n${letter}${at + 1}  ${place}\n  ${text}`);
    if (context !== undefined) console.log(`  code: ${context}`);
  }
}

await main(process.argv.slice(2));
