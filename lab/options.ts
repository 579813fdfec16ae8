import { PARTS, type Part } from "./servers/server.ts";

/** What lab/up was asked for. */
export type Options = {
  readonly parts: readonly Part[];
  readonly rtt: boolean;
  readonly ipv6: boolean;
  /** Whether port 25 can be reached, as it cannot from many a data centre. */
  readonly smtp: boolean;
  /** Empty: a shell. */
  readonly command: readonly string[];
};

export const USAGE = `usage: lab/up [--services=${PARTS.join()}] [--rtt] [--no-ipv6] [--no-smtp] [CMD...]`;

/** Reads lab/up's arguments; options end at the first word that is none, or at `--`: there the command begins. */
export function parseOptions(args: readonly string[]): Options | { readonly problem: string } {
  let options: Options = { parts: PARTS, rtt: false, ipv6: true, smtp: true, command: [] };
  for (let at = 0; at < args.length; at++) {
    const [name = "", value] = (args[at] ?? "").split("=", 2);
    if (name === "--") return { ...options, command: args.slice(at + 1) };
    if (!name.startsWith("--")) return { ...options, command: args.slice(at) };
    if (name === "--rtt") options = { ...options, rtt: true };
    else if (name === "--no-ipv6") options = { ...options, ipv6: false };
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
