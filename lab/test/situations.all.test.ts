import { expect, test } from "bun:test";
import { RESOLVER, VALIDATING_BIND } from "../plan/hosts.ts";
import type { Asked, Verdict } from "../plan/situation-shapes.ts";
import { SITUATIONS } from "../plan/situations.ts";
import { validatingBind } from "../servers/bind.ts";
import { type Dug, dig } from "../support/dig.ts";
import { startOnInternet } from "../support/internet-server.ts";

/**
 * Every question of the table, with its full name. Questions with secure answers come first: once a resolver has found
 * a zone bogus, it may treat the whole zone as bogus for some time.
 */
const QUESTIONS = SITUATIONS.flatMap(({ name, asked }) =>
  asked.map((one) => {
    const [owner = "", type = ""] = one.ask.split(" ");
    return { ...one, name: owner === "@" ? `${name}.` : `${owner}.${name}.`, type };
  }),
).toSorted((a, b) => Number(b.verdict === "secure") - Number(a.verdict === "secure"));

/**
 * Returns the verdict that a validator must give: the validator's own verdict if the table has one for it. If no
 * answer arrives, a validator cannot know why and reports bogus.
 */
function says(validator: "unbound" | "bind", { verdict, differs }: Asked): string {
  const own = differs?.[validator] ?? verdict;
  return own === "unknown" ? "bogus" : own;
}

function verdictOf(dug: Dug | null): Verdict | null {
  if (dug === null) return null;
  if (dug.status === "SERVFAIL") return "bogus";
  return dug.flags.includes("ad") ? "secure" : "insecure";
}

/**
 * Asks a resolver the questions of the table, and returns those with another verdict than the table has.
 * @param count number of questions at once.
 */
async function differing(validator: "unbound" | "bind", address: string, count: number) {
  const lists = Array.from({ length: count }, (_, k) => QUESTIONS.filter((_, i) => i % count === k));
  const wrong = lists.map(async (asked) => {
    const answers = await dig(asked.map(({ name, type }) => `@${address} ${name} ${type} +time=8 +tries=2`));
    return asked.flatMap((one, i) => {
      const wanted = says(validator, one);
      const found = verdictOf(answers[i] ?? null);
      return wanted === "either" || wanted === found
        ? []
        : [`${one.name} ${one.type}: ${wanted} in the table, ${found} to ${validator}`];
    });
  });
  return (await Promise.all(wrong)).flat();
}

test("Unbound gives the verdict of each row", async () => {
  expect(await differing("unbound", RESOLVER, 1)).toEqual([]);
}, 120_000);

test("BIND gives the verdict of each row", async () => {
  await using _bind = await startOnInternet("validating-bind", [VALIDATING_BIND], validatingBind);
  // BIND waits for servers that do not answer, and for its own questions about some broken zones.
  expect(await differing("bind", VALIDATING_BIND, 16)).toEqual([]);
}, 120_000);
