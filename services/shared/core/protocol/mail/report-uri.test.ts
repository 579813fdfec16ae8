import { expect, test } from "bun:test";
import { type ReportUriProblem, readReportUris } from "./report-uri.ts";

type Row = readonly [
  says: string,
  value: string,
  read: readonly (readonly [
    uri: string,
    host: string | null,
    size: string | null,
    problem: ReportUriProblem | null,
  ])[],
];

const A = "mailto:a@example.com";

const rows: readonly Row[] = [
  ["RFC 9989 4.8: one", A, [[A, "example.com", null, null]]],
  [
    "RFC 9989 4.8: several, white space around commas",
    `${A} ,\thttps://r.example.net/x?y=1`,
    [
      [A, "example.com", null, null],
      ["https://r.example.net/x?y=1", "r.example.net", null, null],
    ],
  ],
  ["RFC 7489 6.2: a size behind it", `${A}!10M`, [[A, "example.com", "10m", null]]],
  ["RFC 7489 6.2: a size without a unit", `${A}!10`, [[A, "example.com", "10", null]]],
  ["no size", `${A}!x`, [[`${A}!x`, null, null, "characters"]]],
  [
    "RFC 8460 3: `!` and `,` are encoded in it",
    "mailto:a%21%2Cb@example.com",
    [["mailto:a%21%2Cb@example.com", "example.com", null, null]],
  ],
  [
    "RFC 6068 2: header fields are not the address",
    `${A}?subject=b@example.net`,
    [[`${A}?subject=b@example.net`, "example.com", null, null]],
  ],
  [
    "the domain is behind the last @",
    "mailto:a@b@Example.COM",
    [["mailto:a@b@Example.COM", "example.com", null, null]],
  ],
  [
    "RFC 6068 2: a domain of other scripts, encoded",
    "mailto:a@b%C3%BCcher.com",
    [["mailto:a@b%C3%BCcher.com", "xn--bcher-kva.com", null, null]],
  ],
  ["RFC 3986 2: and not encoded", "mailto:a@bücher.com", [["mailto:a@bücher.com", null, null, "characters"]]],
  [
    "RFC 3986 3.2: user, port",
    "https://u:p@Example.com:8443/",
    [["https://u:p@Example.com:8443/", "example.com", null, null]],
  ],
  [
    "RFC 3986 3.1: an address alone has no scheme",
    "a@example.com",
    [["a@example.com", null, null, "scheme"]],
  ],
  [
    "RFC 3986 3.1: schemes without regard to case",
    "MAILTO:a@example.com",
    [["MAILTO:a@example.com", "example.com", null, null]],
  ],
  [
    "nothing between commas",
    `${A},,`,
    [
      [A, "example.com", null, null],
      ["", null, null, "empty"],
      ["", null, null, "empty"],
    ],
  ],
  ["nothing", "", [["", null, null, "empty"]]],
  ["no local part", "mailto:@example.com", [["mailto:@example.com", null, null, "host"]]],
  ["no domain", "mailto:a", [["mailto:a", null, null, "host"]]],
  ["no host", "https:///x", [["https:///x", null, null, "host"]]],
  [
    "not in the public DNS (RFC 6761)",
    "mailto:a@b.localhost",
    [["mailto:a@b.localhost", null, null, "host"]],
  ],
  ["an address of the network", "https://[2001:db8::1]/", [["https://[2001:db8::1]/", null, null, "host"]]],
  ["broken encoding", "mailto:a@%ff.com", [["mailto:a@%ff.com", null, null, "host"]]],
  ["half an encoding", "mailto:a@b.com%4", [["mailto:a@b.com%4", null, null, "characters"]]],
  [
    "white space within",
    "mailto:a@example.com mailto:b@example.com",
    [["mailto:a@example.com mailto:b@example.com", null, null, "characters"]],
  ],
  [
    "another scheme is for the caller",
    "ftp://example.com/",
    [["ftp://example.com/", "example.com", null, null]],
  ],
];

test.each(rows)("%s", (_, value, read) => {
  expect(
    readReportUris(value).map(({ uri, host, size, problem }) => [uri, host, size, problem] as const),
  ).toEqual([...read]);
});

test("schemes are lower case", () => {
  expect(readReportUris(`${A},HTTPS://example.com,x`).map(({ scheme }) => scheme)).toEqual([
    "mailto",
    "https",
    "",
  ]);
});

test("long lists and long addresses are read in linear time and up to a limit", () => {
  // These lists are so long that a parser with quadratic run time exceeds the test's time limit.
  const texts = [
    ",".repeat(1_000_000),
    `${A},`.repeat(50_000),
    `mailto:${"a@".repeat(500_000)}`,
    `mailto:${"%".repeat(1_000_000)}`,
    `https://${":1".repeat(500_000)}`,
    `${A}${"!1".repeat(500_000)}`,
    `${A}!${"1".repeat(1_000_000)}`,
    "a".repeat(1_000_000),
    " ".repeat(1_000_000),
  ];
  for (const text of texts) expect(readReportUris(text).length).toBeLessThanOrEqual(101);
  expect(readReportUris(",".repeat(200)).at(-1)?.problem).toBe("too_many");
  expect(readReportUris(`https://example.com/${"a".repeat(3000)}`).at(0)?.problem).toBe("too_long");
});
