import { expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { RESOLVER } from "../plan/hosts.ts";
import type { Asked, Verdict } from "../plan/situation-shapes.ts";
import { SITUATIONS } from "../plan/situations.ts";
import { type Dug, dig } from "../support/dig.ts";
import { atOnce } from "../support/run.ts";

/**
 * Every question of the table, with its full name. Questions with secure answers come first: once Unbound has found
 * a zone bogus, it treats the whole zone as bogus for some time.
 */
const QUESTIONS = SITUATIONS.flatMap(({ name, asked }) =>
  asked.map((one) => {
    const [owner = "", type = ""] = one.ask.split(" ");
    // delv needs a tenth of a second of CPU time, so it runs only once for each row and verdict.
    const first = asked.find(({ verdict }) => verdict === one.verdict) === one;
    return { ...one, first, name: owner === "@" ? `${name}.` : `${owner}.${name}.`, type };
  }),
).toSorted((a, b) => Number(b.verdict === "secure") - Number(a.verdict === "secure"));

/**
 * Returns the verdict that a validator must give: the validator's own verdict if the table has one for it. If no
 * answer arrives, a validator cannot know why and reports bogus.
 */
function says(validator: "unbound" | "delv", { verdict, differs }: Asked): string {
  const own = differs?.[validator] ?? verdict;
  return own === "unknown" ? "bogus" : own;
}

const differing = (validator: "unbound" | "delv", found: readonly (Verdict | null)[]) =>
  QUESTIONS.flatMap((asked, i) => {
    if (validator === "delv" && !asked.first) return [];
    const wanted = says(validator, asked);
    return wanted === "either" || wanted === found[i]
      ? []
      : [`${asked.name} ${asked.type}: ${wanted} in the table, ${found[i]} to ${validator}`];
  });

test("Unbound gives the verdict of each row", async () => {
  const answers = await dig(
    QUESTIONS.map(({ name, type }) => `@${RESOLVER} ${name} ${type} +time=15 +tries=1`),
  );
  const verdictOf = (dug: Dug | null): Verdict | null => {
    if (dug === null) return null;
    if (dug.status === "SERVFAIL") return "bogus";
    return dug.flags.includes("ad") ? "secure" : "insecure";
  };
  expect(differing("unbound", answers.map(verdictOf))).toEqual([]);
}, 120_000);

test("delv gives the verdict of each row", async () => {
  const found: (Verdict | null)[] = QUESTIONS.map(() => null);
  await atOnce([...QUESTIONS.entries()], async ([i, { name, type, first, differs }]) => {
    if (differs?.delv === "either" || !first) return;
    const options = ["-a", `${process.env["LAB_MADE"]}/root.anchor`, "+root=.", "+cd"];
    const command = ["delv", `@${RESOLVER}`, ...options, name, type];
    // delv writes keys to files in the current folder, and removes them.
    const child = Bun.spawn(command, { cwd: tmpdir(), stdout: "pipe", stderr: "pipe" });
    const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    found[i] = delvVerdict(stdout + stderr);
  });
  expect(differing("delv", found)).toEqual([]);
}, 300_000);

/** Reads the verdict from delv's output. An answer of several parts is only as secure as its least secure part. */
function delvVerdict(text: string): Verdict | null {
  if (/resolution failed: (?!ncache)/.test(text)) return "bogus";
  if (text.includes("unsigned answer")) return "insecure";
  return text.includes("fully validated") ? "secure" : null;
}
