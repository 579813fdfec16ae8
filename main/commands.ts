import type { ToolName } from "@dnstools/core/tool/contract";
import { refuse } from "./refuse.ts";
import { TOOL_NAMES } from "./tools.ts";

type Command = (args: readonly string[]) => Promise<number>;

/**
 * The commands other than serving, by name. Each command loads its code when it is called and returns the exit code.
 */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ["keys", manageKeys],
  [
    "healthcheck",
    async (args) => (await import("@dnstools/server/http/healthcheck")).checkHealth(args, process.env),
  ],
  ["proxy", async (args) => (await import("@dnstools/proxy/command")).runProxy(args, process.env)],
  [
    "doctor",
    // The process exits explicitly, as after a tool's command.
    async (args) => process.exit(await (await import("./doctor/doctor.ts")).runDoctor(args)),
  ],
  ["help", async (args) => (await import("./manual/manual.ts")).printHelp(args)],
  ["completion", async (args) => (await import("./manual/manual.ts")).printCompletion(args)],
  ["man", async (args) => (await import("./manual/manual.ts")).printMan(args)],
  ...TOOL_NAMES.map((tool): [ToolName, Command] => [
    tool,
    async (args) => {
      const { ask } = await import("./ask/ask.ts");
      // The process exits explicitly, because open sockets to resolvers would keep it alive. All output has been
      // written by now.
      process.exit(await ask(tool, args));
    },
  ]),
]);

/** Runs the operator's commands for API keys. */
async function manageKeys(args: readonly string[]): Promise<number> {
  const { runKeys } = await import("@dnstools/gateway/auth/command");
  const { parseConfig } = await import("./settings.ts");
  const result = parseConfig(process.env);
  if (result.ok)
    return runKeys(args, { databaseUrl: result.config.DATABASE_URL, folder: result.config.DATA_DIR });
  refuse(result.problems);
  return 1;
}
