import { runKeys } from "@dnstools/gateway/auth/command";
import { checkHealth } from "@dnstools/server/http/healthcheck";
import { parseConfig } from "./settings.ts";

type Command = (args: readonly string[]) => Promise<number>;

/** What else the program does than to serve, by its first word. Each gives the exit code. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["keys", manageKeys],
  ["healthcheck", (args) => checkHealth(args, process.env)],
  ["proxy", async (args) => (await import("@dnstools/proxy/command")).runProxy(args, process.env)],
]);

/** The operator's commands for API keys. */
async function manageKeys(args: readonly string[]): Promise<number> {
  const result = parseConfig(process.env);
  if (result.ok)
    return runKeys(args, { databaseUrl: result.config.DATABASE_URL, folder: result.config.DATA_DIR });
  refuse(result.problems);
  return 1;
}

/** Says what keeps the program from starting, all of it. */
export function refuse(problems: readonly string[]): void {
  console.error(`Not started. Settings to correct:\n${problems.map((problem) => `  ${problem}`).join("\n")}`);
  process.exitCode = 1;
}
