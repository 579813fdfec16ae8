import { json, startProduct } from "@dnstools/lab/support/product";

/** Maximum number of objects in a list of an example. Longer lists are shortened. */
const KEPT = 2;
/** Maximum number of texts or numbers in a list of an example. Longer lists are shortened. */
const WORDS_KEPT = 8;

/**
 * Records an answer of each tool as the tool's example in the OpenAPI document: `lab/up bin/bun
 * gateway/test/record-examples.ts [TOOL...]`. If tools are named, only these are recorded.
 */
async function main(names: readonly string[]): Promise<void> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const { tools } = await json(fetch(`${product.url}/api/v1`));
  for (const { tool, examples } of tools) {
    if (names.length > 0 && !names.includes(tool)) continue;
    const answer = await json(fetch(`${product.url}${examples[0].url}`));
    await Bun.write(
      `${import.meta.dir}/../openapi/examples/${tool}.json`,
      `${JSON.stringify(shrink(answer), null, 2)}\n`,
    );
  }
}

/** Shortens an answer to the first entries of each list. */
function shrink(value: unknown): unknown {
  if (Array.isArray(value)) {
    const words = value.every((entry) => typeof entry !== "object");
    return value.slice(0, words ? WORDS_KEPT : KEPT).map(shrink);
  }
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shrink(entry)]));
}

void main(process.argv.slice(2));
