import type { Evidence } from "../tool/evidence.ts";
import { command, outside } from "./blocks.ts";
import type { Code } from "./report.ts";

/** Options of dig that a question may carry. */
const DIG_OPTIONS = ["+dnssec", "+cd"];

/** The command that asks the question of an exchange again; null where there is none that is safe to copy. */
export function repeatOf({ question, address, transport, flags, rcode }: Evidence): Code | null {
  if (transport !== "udp" && transport !== "tcp") return null;
  const [ip = "", port] = address.split("#");
  const [name = "", , type = "", ...options] = question.split(" ");
  if (ip === "" || name === "" || type === "" || !options.every((option) => DIG_OPTIONS.includes(option)))
    return null;
  return command("Ask again", [
    "dig",
    // dig takes the address behind its @ without a space: a word that begins with @ is no option.
    ...joined("@", ip),
    ...(port === undefined ? [] : ["-p", outside(port)]),
    // An answer repeats RD of its question (RFC 1035 4.1.1), and where none came the flag shows nothing.
    ...(rcode === null || flags.includes("rd") ? [] : ["+norecurse"]),
    ...(transport === "tcp" ? ["+tcp"] : []),
    outside(name),
    outside(type),
    ...options,
  ]);
}

/** A word of which only the end is from outside. */
function joined(start: string, end: string) {
  const code = command("", [outside(end)]);
  return [code === null ? outside("") : `${start}${code.lines[0]}`];
}
