import type { Contract } from "@dnstools/core/tool/contract";
import type { ParamRules } from "@dnstools/core/tool/params";
import type { Given } from "../read/read-args.ts";
import { SERVER_RULES } from "../read/server-rules.ts";
import { UsageError } from "../read/usage-error.ts";
import type { Source } from "./source.ts";

/** The source of a command's answers, and the rules for its parameters. */
export type Opened = { readonly rules: ParamRules; readonly source: Source };

/**
 * Opens the source of a command's answers: a server or this process. The code of a service is loaded on the first
 * call.
 * @throws UsageError
 */
export async function openSource(
  contract: Contract,
  { server, key, until }: Given,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): Promise<Opened> {
  const { tool } = contract;
  if (server !== null) {
    const { openServer } = await import("./server.ts");
    return { rules: SERVER_RULES, source: openServer({ url: server, key, contract, say }) };
  }
  const [{ parseConfig }, { rulesOf }] = await Promise.all([
    import("../../settings.ts"),
    import("../../open-service.ts"),
  ]);
  const result = parseConfig(env);
  if (!result.ok) throw new UsageError("Settings to correct:", result.problems);
  // With --until, the command waits for a change, so it must not use cached answers.
  const config = until === null ? result.config : { ...result.config, CACHE_MAX_AGE_S: 0 };
  // Files are only written if the user set DATA_DIR.
  const folder = env["DATA_DIR"] ? config.DATA_DIR : null;
  let opened: Promise<Source> | null = null;
  const open = async () => (await import("./local.ts")).openLocal(tool, config, { say, folder });
  return {
    rules: rulesOf(config),
    source: {
      async ask(...question) {
        opened ??= open();
        return (await opened).ask(...question);
      },
    },
  };
}
