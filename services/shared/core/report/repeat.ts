import type { Evidence } from "../tool/evidence.ts";
import { command, outside } from "./blocks.ts";
import type { Code } from "./report.ts";

/** Options of dig that the question of an exchange may contain. */
const DIG_OPTIONS = ["+dnssec", "+cd", "+tcp"];

/** Returns the command that repeats an exchange; null if no command is safe to copy. */
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
    // dig expects the address directly after the `@`. A word that begins with `@` is not read as an option.
    ...joined("@", ip),
    ...(port === undefined ? [] : ["-p", outside(port)]),
    // The answer repeats the RD flag of the query (RFC 1035 4.1.1). Without an answer, the flag of the query is
    // unknown.
    ...(rcode === null || flags.includes("rd") ? [] : ["+norecurse"]),
    ...(transport === "tcp" && !options.includes("+tcp") ? ["+tcp"] : []),
    outside(name),
    outside(type),
    ...options,
  ]);
}

/** Options of openssl's s_client that a TLS exchange may contain, including those for old and weak ciphers. */
const OPENSSL_OPTIONS: readonly string[] = [
  ...["-connect", "-servername", "-noservername", "-starttls", "-showcerts"],
  ...["-no_tls1_3", "-no_tls1_2", "-status", "-cipher"],
];
const CIPHERS = /^[A-Za-z0-9:]+:@SECLEVEL=0$/;
/** Matches an IPv6 address in brackets (RFC 3986 3.2.2) with a port. Brackets need quoting in a shell. */
const BRACKETED = /^\[([0-9a-f:.]+)\]:(\d+)$/;

/** Returns the command that repeats a TLS exchange, whose question is already the complete command. */
function opensslOf(question: string): Code | null {
  const [program, client, ...words] = question.split(" ");
  if (program !== "openssl" || client !== "s_client") return null;
  return command("Ask again", [
    "openssl s_client",
    ...words.map((word) => {
      if (OPENSSL_OPTIONS.includes(word) || CIPHERS.test(word)) return word;
      return BRACKETED.test(word) ? `'${word}'` : outside(word);
    }),
    // Without input from /dev/null, the command would wait for input.
    "</dev/null",
  ]);
}

/**
 * Joins a fixed prefix and an untrusted suffix to one word. If the suffix is not safe in a shell, returns an empty
 * word, for which no command is built.
 */
function joined(start: string, end: string) {
  const code = command("", [outside(end)]);
  return [code === null ? outside("") : `${start}${code.lines[0]}`];
}
