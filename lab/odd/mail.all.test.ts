import { expect, test } from "bun:test";
import {
  BEHIND_STARTTLS,
  type Heard,
  type OddImap,
  type OddPop3,
  type OddSmtp,
  VERBS,
} from "../plan/odd-mail.ts";
import { hostsOf } from "../plan/plan.ts";

/** How a run of openssl ends: with a certificate, without one, or not at all. */
type End = "certificate" | "nothing" | "no end";

const SEEN: Readonly<Record<OddSmtp | OddImap | OddPop3, End | readonly End[]>> = {
  tarpit: "no end",
  slow_banner: "certificate",
  limited: "nothing",
  busy: "nothing",
  rejects: "nothing",
  ehlo_421: "nothing",
  ehlo_rejected: "nothing",
  helo_only: "nothing",
  no_starttls: "nothing",
  clear_auth: "certificate",
  starttls_454: "nothing",
  starttls_501: "nothing",
  injects: "certificate",
  banner_endless: "no end",
  line_endless: "nothing",
  ehlo_endless: "no end",
  // openssl fails if the go-ahead arrives in pieces, but the pieces may also arrive together.
  split: ["nothing", "certificate"],
  split_late: "certificate",
  closes_early: "nothing",
  closes_after_go: "nothing",
  garbage_after_go: "nothing",
  not_smtp: "nothing",
  lower_case: "certificate",
  no_crlf: "certificate",
  banner_binary: "certificate",
  quits_rude: "nothing",
  tls_at_once: "no end",
  preauth: "no end",
  bye: "nothing",
  bye_plain: "nothing",
  imap_no_starttls: "no end",
  logindisabled: "certificate",
  imap_injects: "certificate",
  imap_refuses: "no end",
  imap_literal: "certificate",
  imap_endless: "no end",
  imap_tarpit: "no end",
  pop_err: "nothing",
  pop_in_use: "nothing",
  pop_no_capa: "certificate",
  pop_no_stls: "nothing",
  pop_refuses: "nothing",
  pop_injects: "certificate",
  pop_endless: "certificate",
  pop_dots: "certificate",
};

test("openssl reaches TLS at each odd mail server as planned", async () => {
  const servers = [
    ...hostsOf("odd-smtp").flatMap((host) => [25, 587].map((port) => ({ host, port, protocol: "smtp" }))),
    ...hostsOf("odd-imap").map((host) => ({ host, port: 143, protocol: "imap" })),
    ...hostsOf("odd-pop3").map((host) => ({ host, port: 110, protocol: "pop3" })),
  ];
  const wrong: unknown[] = [];
  await Promise.all(
    servers.map(async ({ host, port, protocol }) => {
      const connect = ["-connect", `${host.v4}:${port}`, "-starttls", protocol];
      const verify = ["-servername", BEHIND_STARTTLS, "-verify_hostname", BEHIND_STARTTLS];
      // Runs that are expected to end get a longer time limit, because the machine may be busy.
      const seconds = SEEN[host.deviation] === "no end" ? "5" : "25";
      const child = Bun.spawn(["timeout", seconds, "openssl", "s_client", ...connect, ...verify], {
        stdin: new Blob([]),
        stdout: "pipe",
        stderr: "ignore",
      });
      const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
      const shown = text.includes("Verify return code: 0 (ok)") && text.includes("BEGIN CERTIFICATE");
      const seen: End = code === 124 ? "no end" : shown ? "certificate" : "nothing";
      if (![SEEN[host.deviation]].flat().includes(seen)) wrong.push({ server: host.name, port, seen });
    }),
  );
  expect(wrong).toEqual([]);
});

/**
 * Sends lines to a server at once.
 * @returns what the server sends until it closes the connection.
 */
async function converse(host: string, port: number, lines: readonly string[]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let got = "";
  const socket = await Bun.connect({
    hostname: host,
    port,
    socket: {
      data(_, bytes) {
        got += bytes.toString("latin1");
      },
      close: () => resolve(),
    },
  });
  if (lines.length > 0) socket.write(`${lines.join("\r\n")}\r\n`);
  await promise;
  socket.terminate();
  return got;
}

test.each([
  [
    "split",
    25,
    ["EHLO me", "QUIT"],
    "220 than others\r\n250-odd.mailtls.com\r\n250-PIPELINING\r\n250-STARTTLS\r\n",
  ],
  ["split-late", 25, ["EHLO me", "QUIT"], "250-STARTTLS\r\n250 8BITMIME\r\n221 2.0.0 Bye\r\n"],
  ["no-crlf", 587, ["EHLO me", "QUIT"], "250-STARTTLS\n250 8BITMIME\n221 2.0.0 Bye\n"],
  ["rejects", 25, ["EHLO me", "QUIT"], "554 5.7.1 no service for you\r\n503 5.5.1 No service here\r\n221 "],
  ["ehlo-421", 25, ["EHLO me"], "ESMTP\r\n421 4.3.2 Service shutting down\r\n"],
  [
    "helo-only",
    25,
    ["EHLO me", "HELO me", "QUIT"],
    "502 5.5.2 Command not recognized\r\n250 odd.mailtls.com\r\n221 ",
  ],
  ["imap-literal", 143, ["x LOGOUT"], "{5}\r\na OK )\r\n* BYE\r\nx OK Done\r\n"],
  ["imap-refuses", 143, ["x STARTTLS", "y LOGOUT"], "x NO TLS is not available\r\n* BYE\r\ny OK"],
  ["pop-dots", 110, ["CAPA", "QUIT"], "+OK\r\n..\r\n..HIDDEN\r\nSTLS\r\nUIDL\r\n.\r\n+OK Bye\r\n"],
] as const)("%s at port %d answers %j as planned", async (label, port, lines, says) => {
  expect(await converse(`${label}.mailtls.com`, port, lines)).toContain(says);
});

test("they report the commands that they received", async () => {
  const address = hostsOf("odd-smtp").find(({ deviation }) => deviation === "clear_auth")?.v4 ?? "";
  await converse(address, 587, ["EHLO me", "mail from:<a@b.c>", "QUIT"]);
  const told = (await converse(VERBS.v4, VERBS.port, [])).trim().split("\n");
  expect(told.map((line): Heard => JSON.parse(line))).toContainEqual({
    host: "clear-auth.mailtls.com",
    port: 587,
    verbs: ["EHLO", "MAIL", "QUIT"],
  });
});

test.each([
  ["banner-endless", 25, ""],
  ["line-endless", 25, ""],
  ["ehlo-endless", 25, "EHLO me\r\n"],
  ["imap-endless", 143, ""],
  ["pop-endless", 110, "CAPA\r\n"],
] as const)("%s never ends", async (label, port, line) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  const socket = await Bun.connect({
    hostname: `${label}.mailtls.com`,
    port,
    socket: {
      data(_, bytes) {
        count += bytes.length;
        if (count > 10_000_000) resolve();
      },
    },
  });
  socket.write(line);
  await promise;
  socket.terminate();
});
