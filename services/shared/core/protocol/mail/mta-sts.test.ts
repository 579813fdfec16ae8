import { expect, test } from "bun:test";
import { fitsMx, isMxPattern, policyLines, readStsPolicy, readStsRecord } from "./mta-sts.ts";

const linesOf = (text: string) => policyLines(new TextEncoder().encode(text));

test("the examples of RFC 8461 3.1 and 3.2 are read", () => {
  expect(readStsRecord("v=STSv1; id=20160831085700Z;")).toEqual({ id: "20160831085700Z", problems: [] });
  const text =
    "version: STSv1\nmode: enforce\nmx: mail.example.com\nmx: *.example.net\nmx: backupmx.example.com\nmax_age: 604800\n";
  expect(readStsPolicy(linesOf(text))).toEqual({
    mode: "enforce",
    maxAge: 604_800,
    mx: ["mail.example.com", "*.example.net", "backupmx.example.com"],
    problems: [],
    loose: [],
  });
});

test("an empty policy has a problem for each missing field", () => {
  expect(readStsPolicy(linesOf(""))).toEqual({
    mode: null,
    maxAge: null,
    mx: [],
    problems: ["version is missing", "mode is missing", "max_age is missing", "mx is missing"],
    loose: [],
  });
});

test("lines end with LF or CRLF, and invalid UTF-8 does not change them", () => {
  expect(linesOf("a\r\nb\nc")).toEqual(["a", "b", "c"]);
  expect(linesOf("a\n\n")).toEqual(["a", ""]);
  expect(policyLines(new Uint8Array([0xff, 0x0a, 0x00]))).toEqual(["\ufffd", "\0"]);
  expect(linesOf("a\rb")).toEqual(["a\rb"]);
});

test("blanks and CR LF at the ends of lines change nothing, other white space does (RFC 8461 3.2)", () => {
  const policy = (end: string) =>
    readStsPolicy(linesOf(["version: STSv1", "mode: none", "max_age:\t 86400", ""].join(end)));
  for (const end of ["\n", "\r\n", " \n", "\t\r\n", " \t \r\n"])
    expect([end, policy(end)]).toEqual([
      end,
      { mode: "none", maxAge: 86_400, mx: [], problems: [], loose: [] },
    ]);
  for (const [end, loose] of [
    ["\n\n", ["a line is empty"]],
    ["\n ", ["a line begins with white space", "a line is empty"]],
    ["\r\r\n", ["a line has a carriage return that does not belong to its end"]],
  ] as const)
    expect(policy(end)).toMatchObject({ mode: "none", maxAge: 86_400, problems: [], loose });
  expect(policy("\u00a0\n").problems[0]).toContain("with characters that are not ASCII");
  for (const control of ["\r", "\t"])
    expect(policy(`${control}mx: mx.example.com`).problems[0]).toContain("with control characters");
});

test("an extension has a value (RFC 8461 3.2 sts-policy-ext-value)", () => {
  const text = "version: STSv1\nmode: none\nmax_age: 86400\n";
  expect(readStsPolicy(linesOf(`${text}ext: a b\n`))).toMatchObject({ problems: [], loose: [] });
  for (const line of ["ext:", "ext: \t"])
    expect(readStsPolicy(linesOf(`${text}${line}\n`))).toMatchObject({
      problems: [],
      loose: ["ext has no value"],
    });
});

test("patterns match hosts as in RFC 8461 4.1", () => {
  const rows: readonly (readonly [pattern: string, host: string, fits: boolean])[] = [
    ["mx.example.com", "mx.example.com", true],
    ["mx.example.com", "a.mx.example.com", false],
    ["*.example.com", "mx.example.com", true],
    ["*.example.com", "example.com", false],
    ["*.example.com", "a.b.example.com", false],
    ["*.example.com", "mxexample.com", false],
    ["*.example.com", ".example.com", false],
    ["*.com", "example.com", true],
    ["*.com", "com", false],
  ];
  expect(rows.map(([pattern, host]) => [pattern, host, fitsMx(pattern, host)])).toEqual(
    rows.map((row) => [...row]),
  );
});

test("patterns are names of A-labels with at most one leading asterisk", () => {
  const right = ["a", "mx.example.com", "*.example.com", "MX.Example.Com", "xn--bcher-kva.example", "1.a"];
  const wrong = [
    "",
    "*",
    "*.",
    "*.*.a",
    "a.*",
    "a..b",
    ".a",
    "a.",
    "-a.b",
    "a-.b",
    "a_b.c",
    "bücher.de",
    "192.0.2.1",
  ];
  wrong.push("[192.0.2.1]", "a b", `${"a".repeat(64)}.b`, "a.".repeat(130), "**.a");
  expect([...right, ...wrong].filter(isMxPattern)).toEqual(right);
});

test("any input is read without an error", () => {
  const pieces = [
    "v=STSv1",
    ";",
    "id=",
    "mx:",
    "*.",
    "\n",
    "\r",
    "\0",
    "\ufeff",
    "=",
    ":",
    " ",
    "a",
    "é",
    "mode",
    "1",
  ];
  let seed = 1;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return pieces[seed % pieces.length] ?? "";
  };
  for (let i = 0; i < 3000; i++) {
    const text = Array.from({ length: 12 }, next).join("");
    readStsRecord(text);
    readStsPolicy(linesOf(text));
  }
});
