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

/** Every setting of our processes. The tables in deploy/settings.md are written from this. */
export const SETTINGS = { ...SERVER, ...TRACES, ...NETWORK, ...ANALYSIS } as const;

export type Config = ConfigOf<typeof SETTINGS>;

/** Reads every setting from the environment. All problems are told together. */
export function parseConfig(env: Environment): ConfigResult<typeof SETTINGS> {
  return readSettings(SETTINGS, env);
}

const TURNS = "calls wait for their turn instead (SERVICE_CONCURRENCY, QUEUE_WAIT_MS)";

/** Settings that this version no longer has, and why. */
const GONE: Readonly<Record<string, string>> = {
  SHED_LAG_MS: TURNS,
  SHED_TURN_MS: TURNS,
  CONNECTION_AGE_S: "connections are kept",
  TRACE_EXCHANGES: "a run's trace shows its first 64 questions and connections",
  // The tools that there were when these settings went: a new one does not belong here.
  ...Object.fromEntries(
    ["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout"].map((tool) => [
      `${tool.toUpperCase()}_DEADLINE_MS`,
      `deadlines of tools are in TOOL_DEADLINES, as ${tool}=MILLISECONDS`,
    ]),
  ),
};

/** A line for each setting that has gone and is still set. */
export function goneSettings(env: Environment): readonly string[] {
  return Object.entries(GONE)
    .filter(([name]) => env[name] !== undefined)
    .map(([name, why]) => `${name} is set and does nothing: ${why}. Remove it.`);
}
