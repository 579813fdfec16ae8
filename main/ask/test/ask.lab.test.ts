import { describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { PRODUCT } from "@dnstools/lab/support/product";
import { startRelay } from "@dnstools/lab/support/relay";
import { until } from "@dnstools/lab/support/until";
import { commandSettings, ended, onTerminal, ran, started } from "./command.fixture.ts";

/** The arguments of one command for each tool, with a target and an option. */
const CALLS: readonly (readonly string[])[] = [
  ["dns", "example.com", "--type", "MX"],
  ["mail", "example.com", "--selector", "x"],
  ["ssl", "example.com", "--service", "https"],
  ["whois", "registered.com", "--view=full"],
  ["reverse", addressOf("ns1.example.com"), "--evidence", "none"],
  ["dnsbl", addressOf("ns1.example.com")],
  ["propagation", "example.com", "--country", "de", "--limit", "3"],
  ["scout", "example.com", "--sections", "records,axfr"],
];

const CODES: Readonly<Record<string, number>> = { pass: 0, warning: 0, fail: 1, unknown: 3 };
const ESCAPE = "\u001b";

test.each(CALLS.map((call) => [call[0] ?? "", call] as const))(
  "%s prints its report, its JSON and its Markdown, without a server",
  async (tool, call) => {
    const [json, text, markdown] = await Promise.all([
      ran([...call, "--json"]),
      ran(call),
      ran([...call, "--markdown"]),
    ]);
    const answer = JSON.parse(json.out);
    expect(answer.tool).toBe(tool);
    expect(json.out.trimEnd()).not.toContain("\n");
    expect(json.code).toBe(CODES[answer.summary.status] ?? -1);
    for (const { err, code } of [json, text, markdown])
      expect({ err, code }).toEqual({ err: "", code: json.code });
    expect(text.out).toStartWith(`${tool}  ${call[1]}`);
    expect(text.out).not.toContain(ESCAPE);
    expect(markdown.out).toStartWith(`# ${tool} \`${call[1]}\``);
  },
);

test("the exit code shows the status", async () => {
  const rows: readonly (readonly [code: number, call: string])[] = [
    [0, "dns example.com"],
    [0, "dns example.com --fail-on warning,unknown"],
    [0, "dns half.com"],
    [1, "dns half.com --fail-on warning"],
    [0, "dns half.com --fail-on unknown"],
    [1, "dns lame.com"],
    [1, "dns nope.example.com"],
    [3, "dns silent.com --type A"],
    [3, "dns silent.com --type A --fail-on warning"],
    [1, "dns silent.com --type A --fail-on unknown"],
    [2, "dns"],
    [2, "dns example.com --type NONE"],
  ];
  const codes = await Promise.all(rows.map(async ([, call]) => [(await ran(call.split(" "))).code, call]));
  expect(codes).toEqual(rows.map(([code, call]) => [code, call]));
});

test("a name that does not exist has its problem in every form", async () => {
  const call = ["dns", "nope.example.com"];
  const [text, json, markdown] = await Promise.all([
    ran(call),
    ran([...call, "--json"]),
    ran([...call, "--markdown"]),
  ]);
  expect(text.out).toBe("");
  expect(JSON.parse(json.out)).toMatchObject({ status: 404, code: "domain_not_found" });
  expect(markdown.out).toStartWith("404 The name does not exist");
  for (const { err } of [text, json, markdown]) expect(err).toContain("ns1.example.com answered NXDOMAIN");
});

test("the settings that servers have count, and wrong ones are named", async () => {
  const denied = await ran(["dns", "example.com"], { env: { TARGET_DENY: "example.com" } });
  expect(denied).toMatchObject({ out: "", code: 2 });
  expect(denied.err).toContain("This API does not answer calls about example.com");
  const wrong = await ran(["dns", "example.com"], { env: { EGRESS_ALLOW: "10/8" } });
  expect(wrong).toMatchObject({ out: "", code: 2 });
  expect(wrong.err).toContain("EGRESS_ALLOW=10/8");
});

test("nothing is written where no folder is set, and the list of registries where one is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-"));
  const call = [...PRODUCT, "whois", "registered.com"];
  const run = (env: Readonly<Record<string, string>>) =>
    Bun.spawn(call, { cwd: folder, env: commandSettings(env), stdout: "ignore", stderr: "inherit" }).exited;
  expect(await run({})).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
  expect(await run({ DATA_DIR: join(folder, "kept") })).toBe(0);
  expect(readdirSync(join(folder, "kept"))).toContain("rdap-dns.json");
  rmSync(folder, { recursive: true });
});

test("a reader that stops early ends the command without a message", async () => {
  const shell = `set -o pipefail; "$@" | head -1; echo "\${PIPESTATUS[0]}"`;
  const one = await ran(["dns", "example.com", "--json"], {
    before: ["bash", "--norc", "-c", shell, "bash"],
  });
  expect(one.err).toBe("");
  // The exit code is that of SIGPIPE, unless the command wrote all its output before the pipe was closed.
  expect(one.out.trimEnd().split("\n").at(-1)).toMatch(/^(0|141)$/);
  const many = await ran(["dns", "-", "--type", "A"], {
    stdin: "example.com\n".repeat(2000),
    before: ["bash", "--norc", "-c", shell, "bash"],
  });
  expect(many).toEqual({ out: expect.stringMatching(/^example\.com {2}pass .*\n141\n$/), err: "", code: 0 });
});

describe("on a terminal", () => {
  test("a line of progress, then the report in colours, as wide as the terminal", async () => {
    const terminal = onTerminal(["dns", "lame.com"], { columns: 60 });
    expect(await terminal.exited).toBe(1);
    const shown = terminal.shown();
    expect(shown).toStartWith("dns lame.com");
    expect(shown).toMatch(/dns lame\.com \[[#-]{20}\] \d+ of \d+ queries/);
    expect(shown).toContain(`${ESCAPE}[31m`);
    const report = Bun.stripANSI(shown.slice(shown.lastIndexOf("\r\u001b[K") + 4));
    expect(report).toStartWith("dns  lame.com\r\n");
    const prose = report.split("\r\n").filter((line) => !/^ *(dig|\$|JSON) /.test(line));
    expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  test.each<readonly [says: string, env: Readonly<Record<string, string>>, colours: boolean]>([
    ["NO_COLOR", { NO_COLOR: "1" }, false],
    ["an empty NO_COLOR", { NO_COLOR: "" }, true],
    ["TERM=dumb", { TERM: "dumb" }, false],
    ["FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
    ["FORCE_COLOR before NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, true],
  ])("%s", async (_says, env, colours) => {
    const terminal = onTerminal(["dns", "example.com", "--type", "A"], { env });
    await terminal.exited;
    expect(terminal.shown().includes(`${ESCAPE}[1m`)).toBe(colours);
  });

  test("JSON is indented", async () => {
    const terminal = onTerminal(["dns", "example.com", "--type", "A", "--json"], { env: { TERM: "dumb" } });
    await terminal.exited;
    expect(terminal.shown()).toStartWith('{\r\n  "tool": "dns",');
  });
});

test("colours go into a pipe where they are forced", async () => {
  const { out } = await ran(["dns", "example.com", "--type", "A"], { env: { FORCE_COLOR: "1" } });
  expect(out).toContain(`${ESCAPE}[1m`);
});

test.each(CALLS.map((call) => [call[0] ?? "", call] as const))(
  "%s without a network makes no verdict",
  async (_tool, call) => {
    const { out, err, code } = await ran(call, { before: ["unshare", "--net"] });
    expect([3, 4]).toContain(code);
    // The failure is reported, either in the report or as a message.
    expect(code === 3 ? out : err).not.toBe("");
  },
);

test("a resolver with wrong answers is not used, and the command says so", async () => {
  await using relay = await startRelay(RESOLVER, () => "deny");
  const { out, err, code } = await ran(["dns", "example.com"], { env: { DNS_RESOLVERS: relay.address } });
  expect({ out, code }).toEqual({ out: "", code: 4 });
  expect(err).toContain(`The resolver ${relay.address.replace(":", "#")} `);
  expect(err).toContain("so it is not used");
});

describe("an interrupt ends the work", () => {
  test("Ctrl-C on a terminal, within scout", async () => {
    await using relay = await startRelay(RESOLVER, () => "pass");
    const terminal = onTerminal(["scout", "words.com"], { env: { DNS_RESOLVERS: relay.address } });
    await until(() => relay.asked.length > 3);
    terminal.type("\u0003");
    expect(await terminal.exited).toBe(130);
    expect(terminal.shown()).toContain("Interrupted: scout words.com is unfinished.");
  });

  test("SIGINT and SIGTERM without one, while a server is silent", async () => {
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      await using relay = await startRelay(RESOLVER, () => "drop");
      const child = started(["scout", "words.com"], { env: { DNS_RESOLVERS: relay.address } });
      await until(() => relay.asked.length > 0);
      child.kill(signal);
      expect(await ended(child)).toEqual({
        out: "",
        err: "Interrupted: scout words.com is unfinished.\n",
        code,
      });
    }
  });
});
