import { OWN_DOMAINS_MAX } from "./plan/hosts.ts";
import { PARTS, type Part } from "./servers/server.ts";

/** Round trips as the plan has them, or so many milliseconds to every address but that of the operator's own resolver. */
export type RoundTrips = "plan" | number;

/** What lab/up was asked for. */
export type Options = {
  readonly parts: readonly Part[];
  /** Every address has the round trip of the plan, or the same number of milliseconds, or none. */
  readonly rtt: RoundTrips | null;
  /** Further domains with servers of their own. */
  readonly domains: number;
  readonly ipv6: boolean;
  /** Whether port 25 can be reached, as it cannot from many a data centre. */
  readonly smtp: boolean;
  /** Empty: a shell. */
  readonly command: readonly string[];
};

export const USAGE = `usage: lab/up [--services=${PARTS.join()}] [--rtt[=MS]] [--domains=N] [--no-ipv6] [--no-smtp] [CMD...]`;

/** A mark of the firewall has room for more; nobody is farther away. */
const RTT_MAX_MS = 2000;

/** Reads lab/up's arguments; options end at the first word that is none, or at `--`: there the command begins. */
export function parseOptions(args: readonly string[]): Options | { readonly problem: string } {
  let options: Options = { parts: PARTS, rtt: null, domains: 0, ipv6: true, smtp: true, command: [] };
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
    else if (name === "--services") {
      const named = (value ?? args[++at] ?? "").split(",");
      const unknown = named.find((part) => !PARTS.some((known) => known === part));
      if (unknown !== undefined) return { problem: `there is no service "${unknown}": use ${PARTS.join()}` };
      options = { ...options, parts: PARTS.filter((part) => named.includes(part)) };
    } else
      return {
        problem: name === "--help" ? "what it does is in lab/README.md" : `there is no option ${name}`,
      };
  }
  return options;
}
