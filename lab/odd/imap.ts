import type { OddImap } from "../plan/odd-mail.ts";
import type { Host } from "../plan/shapes.ts";
import { writeForEver } from "./listen.ts";
import { type Act, type Dialogue, last, serveTalk, startTls } from "./talk.ts";

const PORT = 143;
const BAD = "TAG BAD Unknown command\r\n";

const capability = (...words: readonly string[]) =>
  `* CAPABILITY IMAP4rev1 ${words.join(" ")}\r\nTAG OK Done\r\n`;

const GOOD: Dialogue = {
  tagged: true,
  greeting: "* OK ready\r\n",
  replies: {
    CAPABILITY: capability("STARTTLS", "LOGINDISABLED"),
    STARTTLS: startTls("TAG OK Begin TLS\r\n"),
    NOOP: "TAG OK Done\r\n",
    LOGOUT: last("* BYE\r\nTAG OK Done\r\n"),
  },
  otherwise: BAD,
};

const greets = (greeting: Act | null): Dialogue => ({ ...GOOD, greeting });
const replies = (different: Readonly<Record<string, Act>>): Dialogue => ({
  ...GOOD,
  replies: { ...GOOD.replies, ...different },
});

const DIALOGUES: Readonly<Record<OddImap, Dialogue>> = {
  // RFC 9051 section 7.1.4: a client that is authenticated from the start cannot begin TLS.
  preauth: {
    ...replies({ CAPABILITY: capability("SASL-IR"), STARTTLS: BAD }),
    greeting: "* PREAUTH [CAPABILITY IMAP4rev1] logged in as nobody\r\n",
  },
  bye: greets(last("* BYE Too many connections\r\n")),
  bye_plain: greets(last("* BYE shutting down\r\n")),
  imap_no_starttls: replies({ CAPABILITY: capability("AUTH=PLAIN"), STARTTLS: BAD }),
  logindisabled: greets("* OK [CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED] ready\r\n"),
  imap_injects: replies({ STARTTLS: startTls("TAG OK go\r\n* CAPABILITY INJECTED\r\n") }),
  imap_refuses: replies({ STARTTLS: "TAG NO TLS is not available\r\n" }),
  // The literal's five bytes (RFC 9051 section 4.3) look like the response to a command with the tag "a".
  imap_literal: greets(
    "* OK ready\r\n* 3 EXISTS\r\n* STATUS INBOX (MESSAGES 3)\r\n* 1 FETCH (BODY[TEXT] {5}\r\na OK )\r\n",
  ),
  imap_endless: greets(async ({ socket }) => {
    socket.write("* OK ready\r\n");
    await writeForEver(socket, Buffer.from("* 1 EXISTS\r\n".repeat(1000)));
  }),
  imap_tarpit: greets(null),
};

/** Serves IMAP with a deviation. */
export function serveOddImap(host: Host, deviation: OddImap): void {
  serveTalk(host, PORT, DIALOGUES[deviation]);
}
