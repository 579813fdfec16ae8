import { expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { startRelay } from "@dnstools/lab/support/relay";
import { until } from "@dnstools/lab/support/until";
import { ended, onTerminal, ran, started } from "./command.fixture.ts";

type Line = {
  readonly name: string;
  readonly answer?: {
    readonly summary: { readonly status: string };
    readonly query: { readonly domain: string };
  };
  readonly problem?: { readonly code: string; readonly detail: string };
};

const linesOf = (out: string): readonly Line[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

test("200 names, one of them hanging: it comes last and delays no other name", async () => {
  const hangs = "hangs.wild.com";
  await using relay = await startRelay(RESOLVER, (name) => (name === hangs ? "drop" : "pass"));
  const names = Array.from({ length: 199 }, (_, i) => `n${i}.wild.com`);
  const { out, err, code } = await ran(["dns", "-", "--type", "A", "--jsonl", "--jobs", "8"], {
    env: { DNS_RESOLVERS: relay.address },
    stdin: [hangs, ...names].join("\n"),
  });
  const lines = linesOf(out);
  expect(lines.at(-1)?.name).toBe(hangs);
  expect(lines.map(({ name }) => name).sort()).toEqual([hangs, ...names].sort());
  expect(lines.slice(0, -1).every(({ answer }) => answer?.summary.status === "pass")).toBe(true);
  expect(err).toBe("200 names: 199 pass, 1 unknown.\n");
  expect(code).toBe(3);
});

test("each line is read when there is room, and answered before the next comes", async () => {
  const child = started(["dns", "-", "--type", "A"]);
  const reader = child.stdout.getReader();
  for (const name of ["example.com", "n1.wild.com"]) {
    child.stdin.write(`${name}\r\n`);
    await child.stdin.flush();
    const { value } = await reader.read();
    expect(new TextDecoder().decode(value)).toStartWith(`${name}  pass  ${name} has `);
  }
  child.stdin.end();
  expect(await child.exited).toBe(0);
});

test("invalid lines are reported, a problem is one line, and no line is lost", async () => {
  const long = "x".repeat(100_000);
  const stdin = `# names\n\n  example.com  \nnot a name\nhttps://example.com/\n${long}\nnope.example.com\n9.9.9.9\u0007`;
  const { out, err, code } = await ran(["dns", "-", "--type", "A", "--jsonl"], { stdin });
  const told = linesOf(out).map(({ name, answer, problem }) => [
    name.slice(0, 20),
    answer?.summary.status ?? problem?.code,
  ]);
  expect(told.sort()).toEqual(
    [
      ["example.com", "pass"],
      ["not a name", "invalid_parameter"],
      ["https://example.com/", "invalid_parameter"],
      ["x".repeat(20), "invalid_parameter"],
      ["nope.example.com", "domain_not_found"],
      ["9.9.9.9\u0007", "invalid_parameter"],
    ].sort(),
  );
  // The control character that was in the input line is escaped in the output.
  expect(out).toContain("9.9.9.9\\u0007");
  for (const line of [
    "line 4: domain: ",
    "line 5: domain: This is a URL",
    "line 6: The line is too long",
    "line 8: ",
  ])
    expect(err).toContain(line);
  // Totals are listed in the order in which the results arrived.
  const totals = /\n6 names: (.*)\.\n$/.exec(err)?.[1] ?? "";
  expect(totals.split(", ").sort()).toEqual(["1 domain_not_found", "1 pass", "4 invalid_parameter"]);
  expect(code).toBe(1);
});

test("the exit code is the worst of all names", async () => {
  const codeOf = async (...names: readonly string[]) =>
    (await ran(["dns", "-", "--type", "A"], { stdin: names.join("\n") })).code;
  expect(
    await Promise.all([
      codeOf("example.com"),
      codeOf("example.com", "no name"),
      codeOf("example.com", "no name", "silent.com"),
      codeOf("example.com", "nope.example.com", "silent.com"),
      codeOf(),
    ]),
  ).toEqual([0, 2, 3, 1, 0]);
});

test("names of one domain wait for their turn, and none is refused", async () => {
  const env = { TARGET_CONCURRENCY: "1", QUEUE_WAIT_MS: "100", WAIT_FACTOR: "0.3" };
  const names = ["a", "b", "c"].map((label) => `${label}.silent.com`);
  const { out, err, code } = await ran(["dns", "-", "--type", "A"], { env, stdin: names.join("\n") });
  expect(out.match(/^[abc]\.silent\.com {2}unknown {2}/gm)).toHaveLength(3);
  expect({ err, code }).toEqual({ err: "3 names: 3 unknown.\n", code: 3 });
});

test("an interrupt says what is unfinished", async () => {
  const silent = ["a.wild.com", "b.wild.com"];
  await using relay = await startRelay(RESOLVER, (name) => (silent.includes(name) ? "drop" : "pass"));
  const child = started(["dns", "-", "--type", "A", "--jobs", "2"], {
    env: { DNS_RESOLVERS: relay.address },
  });
  child.stdin.write(`example.com\n${silent.join("\n")}\nc.wild.com\n`);
  await child.stdin.flush();
  await until(() => silent.every((name) => relay.asked.includes(`${name} A`)));
  child.kill("SIGINT");
  const { out, err, code } = await ended(child);
  expect(out).toMatch(/^example\.com {2}pass .*\n$/);
  expect(err).toBe(
    "Interrupted after 1 names. Unfinished: a.wild.com (line 2), b.wild.com (line 3). Later names of the input were not checked.\n",
  );
  expect(code).toBe(130);
});

test("on a terminal no progress line is left in front of an answer", async () => {
  const terminal = onTerminal(["dns", "-", "--type", "A"]);
  terminal.type("example.com\nn1.wild.com\n");
  await until(() => (terminal.shown().match(/ {2}pass {2}/g) ?? []).length === 2);
  // Types Ctrl-D, the end of the input.
  terminal.type("\u0004");
  expect(await terminal.exited).toBe(0);
  const shown = terminal.shown();
  expect(shown).toContain("in progress");
  for (const name of ["example.com", "n1.wild.com"])
    expect(shown).toMatch(
      new RegExp(String.raw`(?:\x1b\[K|\n)${name.replaceAll(".", String.raw`\.`)} {2}pass {2}`),
    );
  expect(shown).toEndWith("2 names: 2 pass.\r\n");
});
