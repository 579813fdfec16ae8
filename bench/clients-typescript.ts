import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type Client, runIn, tryIn } from "./clients-run.ts";

const root = join(import.meta.dir, "..");
/** The typed example is written against the same generator. */
const packages = join(root, "docs/examples/node_modules");
const OPTIONS = "--noEmit --strict --target es2024 --module preserve --types bun".split(" ");

/** openapi-typescript: an answer is read where it has its type, with no member that the type has not. */
export const typescriptClient: Client = async (above, answers) => {
  const folder = join(above, "typescript");
  mkdirSync(folder);
  symlinkSync(packages, join(folder, "node_modules"));
  await runIn(folder, join(packages, ".bin/openapi-typescript"), "../openapi.json", "-o", "api.d.ts");
  const lines = (await Bun.file(join(folder, "api.d.ts")).text()).split("\n").length;
  for (const [i, { schema, value }] of answers.entries()) {
    const text = `import type { components } from "./api";\nexport const answer: components["schemas"]["${schema}"] = ${JSON.stringify(value, null, 1)};\n`;
    await Bun.write(join(folder, `answer-${i}.ts`), text);
  }
  await Bun.write(join(folder, "call.ts"), CALL);
  const files = [...answers.keys()].map((i) => `answer-${i}.ts`);
  const { out } = await tryIn(folder, join(root, "node_modules/.bin/tsc"), ...OPTIONS, "call.ts", ...files);
  const failed = new Map<string, string>();
  for (const line of out.split("\n").filter((one) => one.includes("error TS"))) {
    const name = answers[Number(/^answer-(\d+)\.ts/.exec(line)?.[1])]?.name ?? "the client";
    if (!failed.has(name)) failed.set(name, line.slice(0, 300));
  }
  return { generator: "openapi-typescript 7.13.0, openapi-fetch 0.17.0", lines, failed };
};

/** A call with what may be null, as a program has it. */
const CALL = `import createClient from "openapi-fetch";
import type { paths } from "./api";
const client = createClient<paths>({ baseUrl: "http://127.0.0.1" });
const { data, error } = await client.GET("/api/v1/dns", { params: { query: { domain: "example.com", type: "MX" } } });
export const exchanges: readonly string[] = data?.data?.records.MX?.map((one) => one.data.exchange) ?? [];
export const refusal: string | undefined = error?.detail;
`;
