import { parseArgs } from "node:util";
import { PARTS, type Part } from "./servers/server.ts";

/** What lab/up was asked for. */
export type Options = {
  readonly parts: readonly Part[];
  readonly rtt: boolean;
  readonly ipv6: boolean;
  /** Empty: a shell. */
  readonly command: readonly string[];
};

/** Reads lab/up's arguments; options end at the first word that is none, which begins the command. */
export function parseOptions(args: readonly string[]): Options | { readonly problem: string } {
  const start = args.findIndex((arg) => !arg.startsWith("--"));
  const [options, command] = start === -1 ? [args, []] : [args.slice(0, start), args.slice(start)];
  try {
    const { values } = parseArgs({
      args: options.filter((option) => option !== "--"),
      options: {
        services: { type: "string", default: PARTS.join() },
        rtt: { type: "boolean", default: false },
        "no-ipv6": { type: "boolean", default: false },
      },
    });
    const parts = values.services.split(",");
    const unknown = parts.find((part) => !PARTS.some((known) => known === part));
    if (unknown !== undefined) return { problem: `there is no service ${unknown}: use ${PARTS.join()}` };
    return {
      parts: PARTS.filter((part) => parts.includes(part)),
      rtt: values.rtt,
      ipv6: !values["no-ipv6"],
      command,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
