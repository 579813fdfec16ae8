import type { Evidence } from "../tool/evidence.ts";
import { command, outside } from "./blocks.ts";
import type { Code } from "./report.ts";

/** Options of dig that a question may carry. */
const DIG_OPTIONS = ["+dnssec", "+cd"];

/** The command that asks the question of an exchange again; null where there is none that is safe to copy. */
export function repeatOf(exchange: Evidence): Code | null {
  const { transport } = exchange;
  if (transport === "udp" || transport === "tcp") return digOf(exchange);
  return opensslOf(exchange.question);
}

function digOf({ question, address, transport, flags, rcode }: Evidence): Code | null {
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

/** Options of openssl's s_client that a look at TLS may carry, those of old and weak ciphers too. */
const OPENSSL_OPTIONS: readonly string[] = [
  ...["-connect", "-servername", "-noservername", "-starttls", "-showcerts"],
  ...["-no_tls1_3", "-no_tls1_2", "-status", "-cipher"],
];
const CIPHERS = /^[A-Za-z0-9:]+:@SECLEVEL=0$/;
/** RFC 3986 3.2.2: brackets stand around an IPv6 address, and mean something to a shell. */
const BRACKETED = /^\[([0-9a-f:.]+)\]:(\d+)$/;

/** The command of a look at TLS, which the evidence has whole. */
function opensslOf(question: string): Code | null {
  const [program, client, ...words] = question.split(" ");
  if (program !== "openssl" || client !== "s_client") return null;
  return command("Ask again", [
    "openssl s_client",
    ...words.map((word) => {
      if (OPENSSL_OPTIONS.includes(word) || CIPHERS.test(word)) return word;
      return BRACKETED.test(word) ? `'${word}'` : outside(word);
    }),
    // Without it the command waits for what to send.
    "</dev/null",
  ]);
}

/** A word of which only the end is from outside. */
function joined(start: string, end: string) {
  const code = command("", [outside(end)]);
  return [code === null ? outside("") : `${start}${code.lines[0]}`];
}
