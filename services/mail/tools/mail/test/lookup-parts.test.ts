import { expect, test } from "bun:test";
import { answersOf, type Facts, type ReportAnswers } from "../answers.ts";
import { keepParts, runKept } from "../lookup-parts.ts";

const factsOf = (): Facts => ({ at: 0, randomLabel: "r", dns: new Map(), files: {}, reputation: {} });

test("the judgement uses what the probe of the same answers has kept", () => {
  const facts = factsOf();
  const given: ReportAnswers = answersOf(facts, () => {});
  keepParts(facts, () => answersOf(facts, () => {})).run("MX", [], () => "of the probe");
  const judge = (of: Facts) =>
    runKept(of, given)("MX", [], (answers) => answers === given && "of the given answers");
  expect(judge(facts)).toBe("of the probe");
  expect(judge(factsOf())).toBe("of the given answers");
});
