import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProduct } from "@dnstools/lab/support/product";
import { collectAnswers } from "./clients-answers.ts";
import { goClient } from "./clients-go.ts";
import { pythonClient } from "./clients-python.ts";
import type { Client } from "./clients-run.ts";
import { typescriptClient } from "./clients-typescript.ts";

const CLIENTS: Readonly<Record<string, Client>> = {
  TypeScript: typescriptClient,
  Python: pythonClient,
  Go: goClient,
};

/**
 * Generates clients from the OpenAPI document that the product publishes, compiles them, and lets them read recorded
 * answers and answers from the lab. Fails if an answer cannot be read. bin/bench installs the generators.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-clients-"));
  try {
    await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
    const document = await (await fetch(`${product.url}/openapi.json`)).text();
    await Bun.write(join(folder, "openapi.json"), document);
    const answers = await collectAnswers(product.url);
    console.log(`openapi.json ${document.length} bytes; ${answers.length} answers and problems`);
    for (const [language, client] of Object.entries(CLIENTS)) {
      const tried = await client(folder, answers);
      if (typeof tried === "string") {
        console.log(`${language}: skipped: ${tried}`);
        continue;
      }
      const good = answers.length - tried.failed.size;
      console.log(
        `${language} (${tried.generator}): ${tried.lines} lines, ${good} of ${answers.length} answers read`,
      );
      for (const [name, problem] of tried.failed) console.log(`  ${name}: ${problem}`);
      if (tried.failed.size > 0) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
