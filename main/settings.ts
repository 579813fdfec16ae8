import { SETTINGS as ANALYSIS } from "@dnstools/analysis/settings";
import { SETTINGS as NETWORK } from "@dnstools/network/settings";
import { SETTINGS as SERVER } from "@dnstools/server/config/config";
import {
  type ConfigOf,
  type ConfigResult,
  type Environment,
  readSettings,
} from "@dnstools/server/config/settings";
import { SETTINGS as TRACES } from "@dnstools/server/trace/settings";

/** All settings of the processes. The tables in deploy/settings.md are generated from this object. */
export const SETTINGS = { ...SERVER, ...TRACES, ...NETWORK, ...ANALYSIS } as const;

/** The parsed settings. */
export type Config = ConfigOf<typeof SETTINGS>;

/** Parses all settings from the environment and collects all problems. */
export function parseConfig(env: Environment): ConfigResult<typeof SETTINGS> {
  return readSettings(SETTINGS, env);
}

const TURNS = "calls wait for their turn instead (SERVICE_CONCURRENCY, QUEUE_WAIT_MS)";

/** Settings of earlier versions that no longer exist, with their replacements. */
const GONE: Readonly<Record<string, string>> = {
  SHED_LAG_MS: TURNS,
  SHED_TURN_MS: TURNS,
  CONNECTION_AGE_S: "connections are kept",
  TRACE_EXCHANGES: "a run's trace shows its first 64 queries and connections",
  // The tools that existed when their separate settings were removed. Do not add new tools.
  ...Object.fromEntries(
    ["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout"].map((tool) => [
      `${tool.toUpperCase()}_DEADLINE_MS`,
      `deadlines of tools are in TOOL_DEADLINES, as ${tool}=MILLISECONDS`,
    ]),
  ),
};

/** Returns a warning for each removed setting that is still set. */
export function goneSettings(env: Environment): readonly string[] {
  return Object.entries(GONE)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, why]) => `${name} is set but has no effect: ${why}. Remove it.`);
}
