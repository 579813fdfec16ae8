import { expect, test } from "bun:test";
import { parseTagList, type TagProblem, tagOf } from "./tag-list.ts";

type Row = readonly [
  says: string,
  text: string,
  tags: readonly (readonly [name: string, value: string, position: number])[],
  problems: readonly (readonly [kind: TagProblem["kind"], position: number, text: string])[],
];

const rows: readonly Row[] = [
  [
    "RFC 6376 3.2: tags in their order",
    "v=DKIM1; k=rsa; p=MI+/==",
    [
      ["v", "DKIM1", 0],
      ["k", "rsa", 9],
      ["p", "MI+/==", 16],
    ],
    [],
  ],
  ["RFC 6376 3.2: a semicolon may end it", "v=A;", [["v", "A", 0]], []],
  ["and white space behind it", "v=A; \t ", [["v", "A", 0]], []],
  [
    "RFC 6376 3.2: white space around names and values, and folding",
    " v = A ;\r\n\tp\t=\tx y ",
    [
      ["v", "A", 1],
      ["p", "x y", 11],
    ],
    [],
  ],
  ["RFC 6376 3.6.1: an empty value is a value", "p=", [["p", "", 0]], []],
  [
    "RFC 6376 3.2: names are told apart by case",
    "P=a; p=b",
    [
      ["P", "a", 0],
      ["p", "b", 5],
    ],
    [],
  ],
  [
    "RFC 6376 3.2: a name must not come twice",
    "p=a; p=b",
    [
      ["p", "a", 0],
      ["p", "b", 5],
    ],
    [["duplicate", 5, "p=b"]],
  ],
  [
    "no tag between two semicolons",
    "a=1;; b=2; ;",
    [
      ["a", "1", 0],
      ["b", "2", 6],
    ],
    [
      ["empty", 4, ""],
      ["empty", 11, ""],
    ],
  ],
  [
    "a word alone",
    "a=1; reject ;b=2",
    [
      ["a", "1", 0],
      ["b", "2", 13],
    ],
    [["no_equals", 5, "reject"]],
  ],
  ["a value alone", " =x", [], [["no_name", 1, "=x"]]],
  ["other white space is no white space", "v=A\u00a0;", [["v", "A\u00a0", 0]], []],
  ["nothing", "", [], []],
  ["blanks", "  ", [], []],
  ["a semicolon", ";", [], [["empty", 0, ""]]],
  ["a name of JavaScript's own", "__proto__=1", [["__proto__", "1", 0]], []],
];

test.each(rows)("%s", (_, text, tags, problems) => {
  const read = parseTagList(text);
  expect(read.tags.map(({ name, value, position }) => [name, value, position] as const)).toEqual([...tags]);
  expect(read.problems.map(({ kind, position, text }) => [kind, position, text] as const)).toEqual([
    ...problems,
  ]);
});

test("a tag is found by its name, and keeps the text it came from", () => {
  const read = parseTagList("a=1; b =2; b=3");
  expect(tagOf(read, "b")).toEqual({ name: "b", value: "2", position: 5, text: " b =2" });
  expect(tagOf(read, "c")).toBeNull();
});

test("long repetitions are read in linear time, and the number of tags is limited", () => {
  // These texts are so long that a parser with quadratic run time exceeds the test's time limit.
  const texts = [
    ";".repeat(1_000_000),
    " ".repeat(1_000_000),
    `v=${" ".repeat(1_000_000)}x`,
    "=".repeat(1_000_000),
    "a=1;".repeat(250_000),
    `a${" ".repeat(500_000)}=${"\t ".repeat(250_000)}`,
    Array.from({ length: 50_000 }, (_, i) => `n${i}=${i}`).join(";"),
  ];
  for (const text of texts) {
    const { tags, problems } = parseTagList(text);
    expect(tags.length).toBeLessThanOrEqual(200);
    expect(problems.length).toBeLessThanOrEqual(201);
  }
});
