import { resolve } from "node:path";
import { renderEdge } from "./configuration.ts";
import { findNginx } from "./nginx-here.ts";
import { parseEdgeConfig } from "./settings.ts";

/** Writes the configuration to the folder that is named: `bun proxy/render.ts FOLDER`. Exits with 1 when settings are wrong. */
function main(args: readonly string[]): number {
  const [folder, ...rest] = args;
  if (folder === undefined || rest.length > 0) return fail("Usage: bun proxy/render.ts FOLDER", 2);
  const nginx = findNginx(process.env);
  if (typeof nginx === "string") return fail(nginx, 1);
  const result = parseEdgeConfig(process.env);
  if (!result.ok) return fail(`Settings to correct:\n${result.problems.map((p) => `  ${p}`).join("\n")}`, 1);
  renderEdge(resolve(folder), result.config, nginx);
  return 0;
}

function fail(message: string, code: number): number {
  process.stderr.write(`${message}\n`);
  return code;
}

process.exitCode = main(process.argv.slice(2));
