import { ENVIRONMENTS, type EnvironmentName, environmentNamed } from "./host/environments.ts";
import { OWN_DOMAINS_MAX } from "./plan/hosts.ts";
import { PARTS, type Part } from "./servers/server.ts";

/**
 * Round trips: those of the plan, or a number of milliseconds to every address except the operator's own resolver.
 */
export type RoundTrips = "plan" | number;

/** The options of lab/up. */
export type Options = {
  readonly parts: readonly Part[];
  /** The round trips to all addresses; null for none. */
  readonly rtt: RoundTrips | null;
  /** Number of additional domains that have servers of their own. */
  readonly domains: number;
  readonly ipv6: boolean;
  /** True if the product can reach port 25, which many data centres block. */
  readonly smtp: boolean;
  /** The environment of the host on which the command runs; null for the product's side. */
  readonly host: EnvironmentName | null;
  /** The command to run; empty for a shell. */
  readonly command: readonly string[];
};

export const USAGE = `usage: lab/up [--services=${PARTS.join()}] [--rtt[=MS]] [--domains=N] [--no-ipv6] [--no-smtp] [--host=NAME] [CMD...]`;

/** Longest round trip in milliseconds: no real server is farther away. */
const RTT_MAX_MS = 2000;

/** Parses lab/up's arguments. The command begins at the first argument that is not an option, or after `--`. */
export function parseOptions(args: readonly string[]): Options | { readonly problem: string } {
  let options: Options = {
    parts: PARTS,
    rtt: null,
    domains: 0,
    ipv6: true,
    smtp: true,
    host: null,
    command: [],
  };
  for (let at = 0; at < args.length; at++) {
    const [name = "", value] = (args[at] ?? "").split("=", 2);
    if (name === "--") return { ...options, command: args.slice(at + 1) };
    if (!name.startsWith("--")) return { ...options, command: args.slice(at) };
    if (name === "--rtt" && value === undefined) options = { ...options, rtt: "plan" };
    else if (name === "--rtt" || name === "--domains") {
      const [what, most] = name === "--rtt" ? ["milliseconds", RTT_MAX_MS] : ["a number", OWN_DOMAINS_MAX];
      const number = Number(value);
      if (!(Number.isInteger(number) && number >= 1 && number <= most))
        return { problem: `${name} takes ${what} from 1 to ${most}` };
      options = name === "--rtt" ? { ...options, rtt: number } : { ...options, domains: number };
    } else if (name === "--no-ipv6") options = { ...options, ipv6: false };
    else if (name === "--no-smtp") options = { ...options, smtp: false };
    else if (name === "--host") {
      const host = environmentNamed(value ?? "");
      if (host === null) return { problem: `--host takes one of these names:\n${listed()}` };
      options = { ...options, host };
    } else if (name === "--services") {
      const named = (value ?? args[++at] ?? "").split(",");
      const unknown = named.find((part) => !PARTS.some((known) => known === part));
      if (unknown !== undefined) return { problem: `there is no service "${unknown}": use ${PARTS.join()}` };
      options = { ...options, parts: PARTS.filter((part) => named.includes(part)) };
    } else
      return {
        problem: name === "--help" ? "lab/README.md describes lab/up" : `there is no option ${name}`,
      };
  }
  return options;
}

/** Returns the environments of hosts, one a line. */
function listed(): string {
  return Object.entries(ENVIRONMENTS)
    .map(([name, { is }]) => `  ${name.padEnd(27)}${is}`)
    .join("\n");
}
