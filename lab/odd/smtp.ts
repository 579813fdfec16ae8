import { setTimeout } from "node:timers/promises";
import type { OddSmtp } from "../plan/odd-mail.ts";
import type { Host } from "../plan/shapes.ts";
import { BAD_REQUEST } from "./http.ts";
import { drip, writeForEver } from "./listen.ts";
import { type Act, type Dialogue, last, serveTalk, startTls } from "./talk.ts";

const PORTS = [25, 587];
const BANNER = "220 odd.mailtls.com ESMTP\r\n";
const GO = "220 2.0.0 Ready to start TLS\r\n";
const UNKNOWN = "502 5.5.2 Command not recognized\r\n";

/** Builds the response to EHLO: the name, then each extension on a line of its own (RFC 5321 section 4.1.1.1). */
function extensions(...words: readonly string[]): string {
  const lines = ["odd.mailtls.com", ...words, "8BITMIME"];
  return lines.map((line, i) => `250${i === lines.length - 1 ? " " : "-"}${line}\r\n`).join("");
}

const GOOD: Dialogue = {
  greeting: BANNER,
  replies: {
    EHLO: extensions("PIPELINING", "STARTTLS"),
    HELO: "250 odd.mailtls.com\r\n",
    STARTTLS: startTls(GO),
    NOOP: "250 2.0.0 Ok\r\n",
    RSET: "250 2.0.0 Ok\r\n",
    QUIT: last("221 2.0.0 Bye\r\n"),
  },
  otherwise: UNKNOWN,
};

const greets = (greeting: Act | null): Dialogue => ({ ...GOOD, greeting });
const replies = (different: Readonly<Record<string, Act>>): Dialogue => ({
  ...GOOD,
  replies: { ...GOOD.replies, ...different },
});
/** Refuses every command except QUIT (RFC 5321 section 3.1). */
const refuses = (greeting: string): Dialogue => ({
  greeting,
  replies: { QUIT: last("221 2.0.0 Bye\r\n") },
  otherwise: "503 5.5.1 No service here\r\n",
});
const forEver =
  (text: string, before = ""): Act =>
  async ({ socket }) => {
    socket.write(before);
    await writeForEver(socket, Buffer.from(text.repeat(Math.ceil(16_384 / text.length))));
  };

const DIALOGUES: Readonly<Record<OddSmtp, Dialogue>> = {
  tarpit: greets(null),
  slow_banner: greets(async ({ say }) => {
    await setTimeout(3000);
    await say(BANNER);
  }),
  limited: greets(last("421 4.7.0 odd.mailtls.com Too many connections\r\n")),
  busy: refuses("450 4.3.2 try later\r\n"),
  rejects: refuses("554 5.7.1 no service for you\r\n"),
  ehlo_421: replies({
    EHLO: last("421 4.3.2 Service shutting down\r\n"),
    HELO: last("421 4.3.2 Service shutting down\r\n"),
  }),
  ehlo_rejected: replies({
    EHLO: "550 5.7.1 Go away\r\n",
    HELO: "550 5.7.1 Go away\r\n",
    STARTTLS: "503 5.5.1 EHLO first\r\n",
  }),
  helo_only: replies({ EHLO: UNKNOWN, STARTTLS: UNKNOWN }),
  no_starttls: replies({ EHLO: extensions("PIPELINING", "AUTH PLAIN LOGIN"), STARTTLS: UNKNOWN }),
  clear_auth: replies({ EHLO: extensions("AUTH PLAIN LOGIN", "STARTTLS") }),
  starttls_454: replies({ STARTTLS: "454 4.7.0 TLS not available due to temporary reason\r\n" }),
  starttls_501: replies({ STARTTLS: "501 5.5.4 Syntax error\r\n" }),
  // A client that does not discard the second line mistakes it for the response to a command sent through TLS.
  injects: replies({ STARTTLS: startTls("220 go ahead\r\n250 injected\r\n") }),
  banner_endless: greets(forEver("220-another line of the banner\r\n")),
  line_endless: greets(forEver("x", "220 ")),
  ehlo_endless: replies({ EHLO: forEver("250-X-ANOTHER\r\n") }),
  split: {
    ...greets("220-odd.mailtls.com ESMTP\r\n220-says more\r\n220 than others\r\n"),
    deliver: (socket, text) => drip(socket, Buffer.from(text), 1),
  },
  split_late: replies({
    async EHLO({ say }) {
      const [before, after] = ["250-odd.mailtls.com\r\n250-STARTTLS\r", "\n250 8BITMIME\r\n"];
      await say(before);
      await setTimeout(200);
      await say(after);
    },
  }),
  closes_early: greets(last(BANNER)),
  closes_after_go: replies({ STARTTLS: last(GO) }),
  garbage_after_go: replies({
    async STARTTLS({ say, hearRaw, socket }) {
      await say(GO);
      hearRaw(() => void socket.write("I have never heard of TLS\r\n"));
    },
  }),
  not_smtp: {
    greeting: last(BAD_REQUEST),
    replies: {},
    otherwise: () => {},
  },
  lower_case: replies({ EHLO: extensions("pipelining", "starttls") }),
  no_crlf: {
    ...GOOD,
    deliver: async (socket, text) => void socket.write(text.replaceAll("\r\n", "\n")),
  },
  banner_binary: greets(
    `220 ${Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
      .filter((character) => !/[\r\n]/.test(character))
      .join("")}\r\n`,
  ),
  // The server sends nothing before TLS, as on a port for implicit TLS.
  tls_at_once: greets(startTls("")),
  quits_rude: greets(async ({ say, socket }) => {
    await say(BANNER);
    // Waits before the reset. After an earlier reset, the client's system would also discard the banner.
    await setTimeout(50);
    socket.resetAndDestroy();
  }),
};

/** Serves SMTP with a deviation, on the ports for mail exchange and for submission. */
export function serveOddSmtp(host: Host, deviation: OddSmtp): void {
  for (const port of PORTS) serveTalk(host, port, DIALOGUES[deviation]);
}
