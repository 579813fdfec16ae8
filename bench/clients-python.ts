import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Client, linesOf, readFailures, runIn } from "./clients-run.ts";

/** Where bin/bench installs it. */
const bin = join(import.meta.dir, "../.tools/clients/python/bin");

/** openapi-python-client: an answer is read where it is the same when it is written again. */
export const pythonClient: Client = async (folder, answers) => {
  if (!existsSync(join(bin, "openapi-python-client"))) return "openapi-python-client is not installed";
  const generate = "generate --path openapi.json --output-path python/api --meta none".split(" ");
  await Bun.write(join(folder, "python/answers.json"), JSON.stringify(answers));
  const said = await runIn(folder, join(bin, "openapi-python-client"), ...generate);
  await runIn(folder, join(bin, "python"), "-W", "error", "-m", "compileall", "-q", "python/api");
  const out = await runIn(
    join(folder, "python"),
    join(bin, "python"),
    join(import.meta.dir, "clients-decode.py"),
  );
  const failed = new Map(readFailures(out));
  const skipped = said.split("\n").filter((line) => /unable|unsupported|skipping|error/i.test(line));
  if (skipped.some((line) => !/Integration/.test(line))) failed.set("the client", skipped.join(" "));
  return {
    generator: "openapi-python-client 0.29.1",
    lines: await linesOf(join(folder, "python/api"), ".py"),
    failed,
  };
};
