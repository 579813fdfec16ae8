import { expect, test } from "bun:test";
import type { Dialogue } from "./dialogue.ts";
import { createImapDialogue } from "./imap.ts";
import { createPop3Dialogue } from "./pop3.ts";
import { createSmtpDialogue } from "./smtp.ts";

/**
 * Passes a server's lines to a dialogue and returns the result: `secure`, a reason, `not_offered`, or that the
 * dialogue is still waiting.
 */
function comesTo(dialogue: Dialogue, lines: readonly string[]): string {
  let last = "wait";
  for (const line of lines) {
    const move = dialogue.take(line);
    if (move.kind === "send") last = move.line;
    else if (move.kind === "end")
      return move.outcome.kind === "absent" ? move.outcome.how : move.outcome.reason;
    else last = move.kind;
  }
  return last;
}

const many = Array.from({ length: 80 }, (_, i) => `X${i}`);
const smtp = (...lines: readonly string[]) => [() => createSmtpDialogue("p.example.com"), lines] as const;
const imap = (...lines: readonly string[]) => [createImapDialogue, lines] as const;
const pop3 = (...lines: readonly string[]) => [createPop3Dialogue, lines] as const;

test("servers that offer TLS, do not, or do not say", () => {
  const rows: readonly (readonly [ReturnType<typeof smtp> | ReturnType<typeof imap>, string])[] = [
    [smtp("220 hi"), "EHLO p.example.com"],
    [smtp("220-hi", "220 there", "250-me", "250-PIPELINING", "250 starttls"), "STARTTLS"],
    [smtp("220 hi", "250-me", "250 STARTTLS REQUIRED", "220 go"), "secure"],
    [smtp("220 hi", "250-me", ...many.map((offer) => `250-${offer}`), "250 STARTTLS"), "STARTTLS"],
    [smtp("220 hi", "250 me"), "not_offered"],
    [smtp("220 hi", "250-me", "250 XSTARTTLS"), "not_offered"],
    [smtp("220 hi", "502 what", "250 me"), "not_offered"],
    [smtp("220 hi", "502 rate limited, too many commands"), "rate_limited"],
    [smtp("220 hi", "500 what", "421 too many connections"), "rate_limited"],
    [smtp("220 hi", "250-me", "250 STARTTLS", "454 TLS not available"), "try_later"],
    [smtp("220 hi", "250-me", "250 STARTTLS", "554 too many connections"), "rate_limited"],
    [smtp("220 hi", "250-me", "250 STARTTLS", "503 no"), "starttls_refused"],
    [smtp("554 accurate unlimited service"), "blocked"],
    [smtp("250 hi"), "malformed"],
    [smtp("hello"), "malformed"],
    [imap("* OK hi"), "a1 CAPABILITY"],
    [imap("* OK [CAPABILITY IMAP4rev1 STARTTLS] hi"), "a2 STARTTLS"],
    [imap("* OK [CAPABILITY IMAP4rev1] hi", "* CAPABILITY IMAP4rev1 STARTTLS", "a1 OK"), "a2 STARTTLS"],
    [imap("* OK hi", "* CAPABILITY IMAP4rev1", "a1 OK"), "not_offered"],
    [imap("* OK hi", "* CAPABILITY STARTTLS", "* CAPABILITY IMAP4rev1", "a1 OK"), "a2 STARTTLS"],
    [imap("* OK hi", `* CAPABILITY IMAP4rev1 ${many.join(" ")} STARTTLS`, "a1 OK"), "a2 STARTTLS"],
    [imap("* OK hi", "a1 NO [UNAVAILABLE] too many connections"), "rate_limited"],
    [imap("* OK hi", "a1 BAD what"), "malformed"],
    [imap("* OK hi", "* CAPABILITY STARTTLS", "a1 OK", "a2 NO [UNAVAILABLE] later"), "try_later"],
    [imap("* OK hi", "* CAPABILITY STARTTLS", "a1 OK", "a2 NO"), "starttls_refused"],
    [imap("* OK hi", "* CAPABILITY STARTTLS", "a1 OK", "a2 OK"), "secure"],
    [imap("* OK hi", "* note {12}", "a1 OK bogus", "* CAPABILITY STARTTLS", "a1 OK"), "a2 STARTTLS"],
    [imap("* OK hi", "* BYE"), "try_later"],
    [pop3("+OK hi"), "CAPA"],
    [pop3("+OK hi", "+OK", "USER", "STLS", "."), "STLS"],
    [pop3("+OK hi", "+OK", "USER", "."), "not_offered"],
    [pop3("+OK hi", "-ERR what", "-ERR what"), "not_offered"],
    [pop3("+OK hi", "-ERR what", "-ERR [SYS/TEMP] too many connections, try again later"), "rate_limited"],
    [pop3("+OK hi", "+OK", "STLS", ".", "-ERR [SYS/TEMP] slow down"), "rate_limited"],
    [pop3("+OK hi", "+OK", "STLS", ".", "-ERR"), "starttls_refused"],
    [pop3("+OK hi", "-ERR what", "+OK"), "secure"],
    [pop3("+OKhi"), "malformed"],
  ];
  const got = rows.map(([[create, lines]]) => [lines.slice(-2), comesTo(create(), lines)]);
  expect(got).toEqual(rows.map(([[, lines], wanted]) => [lines.slice(-2), wanted]));
});
