import { expect, test } from "bun:test";
import type { Figure } from "./figures.ts";
import { digits, otherRows, peersOf, type Results, rowOf } from "./report-goals.ts";
import { table, writePage } from "./report-page.ts";
import { minutes, reasonIn, secondsLeft } from "./report-progress.ts";

const path = (measured: number): Figure => {
  return { kind: "goal", what: "of its path", measured, unit: "×", bound: "<= 1.15", kept: measured <= 1.15 };
};
const WANTED = { part: "mail", what: "of its path", bound: "<= 1.15", unit: "×" } as const;
const results = (figures: readonly Figure[], reason?: string): Results => {
  return {
    figures: new Map([["mail", figures]]),
    reasons: new Map(reason === undefined ? [] : [["mail", reason]]),
  };
};

test("figures of one name are one row, which one of them can miss", () => {
  expect(rowOf(WANTED, results([path(1.06), path(1.1)]))).toMatchObject({
    measured: "1.06 to 1.10 ×",
    kept: true,
  });
  expect(rowOf(WANTED, results([path(1.06), path(1.2)]))).toMatchObject({
    measured: "1.06 to 1.20 ×, 1 of 2 miss it",
    kept: false,
  });
});

test("a goal without figures says why", () => {
  const row = rowOf(WANTED, results([], "no time was left"));
  expect(row).toMatchObject({ measured: "not measured: no time was left", kept: null });
});

test("a part that did not end well reaches no goal", () => {
  expect(rowOf(WANTED, results([path(1.06)], "it did not end within 2:00"))).toMatchObject({
    measured: "1.06 ×; it did not end within 2:00",
    kept: null,
  });
  expect(rowOf(WANTED, results([path(1.2)], "it did not end within 2:00"))).toMatchObject({ kept: false });
});

test.each([
  [8, "0.60 ×, 8 rounds"],
  [3, "0.60 ×, 3 rounds only"],
])("a comparison of %p rounds says so", (rounds, measured) => {
  const against: Figure = { kind: "against", what: "of its path", ratio: 0.6, low: 0.5, high: 0.7, rounds };
  expect(rowOf(WANTED, results([against]))).toMatchObject({ measured, kept: true });
});

test("a goal that no table lists is shown all the same", () => {
  expect(otherRows([], results([path(1.1)]))).toHaveLength(1);
  expect(otherRows([WANTED], results([path(1.1)]))).toHaveLength(0);
});

test("a tool that was not measured has a row with the reason", () => {
  const peers = peersOf({ figures: new Map(), reasons: new Map([["dns", "no time was left"]]) });
  expect(peers.find(({ peer }) => peer === "dnsperf")).toMatchObject({
    times: null,
    found: "no time was left",
  });
  expect(peers.map(({ peer }) => peer)).toContain("zdns");
});

test("a page without any figures has every goal, and no curves", () => {
  const page = writePage(
    { figures: new Map(), reasons: new Map([["dns", "it failed"]]) },
    { facts: [["date", "today"]], notes: "", against: null },
  );
  expect(page.text).toContain("not measured: it failed");
  expect(page.text).toMatch(/crowds +\| scout, one process per target: slowest call/);
  expect(page.text).toContain("Not measured: the bench did not report it.");
  expect(Object.keys(page.plots)).toEqual(["peers.svg"]);
});

test("a page shows its peers, growth, cost and memory", () => {
  const growth = (n: number): Figure => ({
    kind: "growth",
    what: "dns",
    of: "calls at once",
    n,
    ms: n * 2,
    mb: 90,
    lost: 0,
  });
  const page = writePage(
    results([
      growth(1),
      growth(10),
      { kind: "peer", what: "scout", peer: "fierce", by: "time", times: 14.2, found: "40 of 40" },
      {
        kind: "peer",
        what: "dns",
        peer: "zdns",
        by: "time",
        times: null,
        found: "could not be installed here",
      },
      {
        kind: "cost",
        tool: "mail",
        call: "mail?domain=a.com",
        units: 5,
        questions: 250,
        bytesOut: 5000,
        bytesIn: 9000,
      },
      { kind: "against", what: "mail", ratio: 0.6, low: 0.5, high: 0.7, rounds: 8 },
    ]),
    { facts: [], notes: "The rest goes to JSON.", against: "68f36439" },
  );
  expect(page.text).toMatch(/^\| scout +\| fierce +\| time +\| 14\.2 × +\| 40 of 40 +\|$/m);
  expect(page.text).toMatch(
    /^\| dns +\| zdns +\| time +\| not measured +\| could not be installed here +\|$/m,
  );
  expect(page.text).toMatch(
    /^\| `mail\?domain=a\.com` \| 5 +\| 250 +\| 5,000 +\| 9,000 +\| 50 +\| 1,000 +\|$/m,
  );
  expect(page.text).toContain("The rest goes to JSON.");
  expect(Object.keys(page.plots)).toContain("growth-time.svg");
});

test("a table that lacks rows says why", () => {
  expect(table(["a"], [], "no time was left")).toBe("Not measured: no time was left.\n");
  expect(table(["a"], [["b"]], "no time was left")).toEndWith("\n\nIncomplete: no time was left.\n");
});

test("cells do not end a table", () => {
  expect(table(["a"], [["x|y\nz"]])).toBe("| a      |\n| ------ |\n| x\\|y z |\n");
});

test.each([
  [0.4567, "0.46"],
  [14.23, "14.2"],
  [0, "0"],
  [401.4, "401"],
  [271_600, "271600"],
])("%p is written %p", (value, written) => {
  expect(digits(value)).toBe(written);
});

test("the time left grows with a slow machine, and ends with the budget", () => {
  expect(minutes(125)).toBe("2:05");
  expect(secondsLeft([10, 20, 30], 0, 0, 1000)).toBe(60);
  expect(secondsLeft([10, 20, 30], 1, 20, 1000)).toBe(100);
  expect(secondsLeft([10, 20, 30], 1, 20, 70)).toBe(70);
});

test("a reason names what the lab lacked", () => {
  expect(reasonIn("round 1\nlab: unbound ended with 1\n3 x where\n")).toBe("lab: unbound ended with 1");
});

test("a reason is a line without paths of the machine", () => {
  const output = "round 1\nerror: /home/me/dnstools/bench/x.ts: dnsdist ended\n    at main (x.ts:1)\n";
  expect(reasonIn(output)).toBe("error: x.ts: dnsdist ended");
  expect(reasonIn("")).toBe("it failed without a word");
});
