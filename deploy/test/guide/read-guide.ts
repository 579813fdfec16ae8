import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../image/binary.ts";

/** The unchanged commands of one fenced block in the guide, and the heading above the block. */
export type Block = { readonly heading: string; readonly commands: string };

/** All command blocks in deploy/README.md, in order. */
export const BLOCKS: readonly Block[] = readBlocks(readFileSync(join(ROOT, "deploy/README.md"), "utf8"));

function readBlocks(text: string): readonly Block[] {
  return text.split(/^## /m).flatMap((part) => {
    const heading = part.split("\n")[0] ?? "";
    return [...part.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, commands = ""]) => ({
      heading,
      commands,
    }));
  });
}

/**
 * Returns the command blocks below a heading.
 * @throws if the number of blocks is not `count`
 */
export function blocksOf(heading: string, count: number): readonly string[] {
  const found = BLOCKS.filter((block) => block.heading === heading).map(({ commands }) => commands);
  if (found.length === count) return found;
  throw new Error(`the guide has ${found.length} blocks of commands below ${heading}, not ${count}`);
}
