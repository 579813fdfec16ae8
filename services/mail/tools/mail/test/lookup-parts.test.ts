import { expect, test } from "bun:test";
import { type Answers, answersOf, type Facts } from "../answers.ts";
import { keepParts, runKept } from "../lookup-parts.ts";

const FACTS: Facts = { at: 0, randomLabel: "r", dns: new Map(), files: {}, reputation: {} };
const REQUEST = { domain: "example.com" };
const probed: Answers = answersOf(FACTS, () => {});
const given: Answers = answersOf(FACTS, () => {});

test("the judgement uses what the probe has kept only for the same request", () => {
  keepParts(FACTS, REQUEST, () => probed).run("MX", [], () => "of the probe");
  const judge = (request: object) =>
    runKept(FACTS, request, given)("MX", [], (answers) => answers === given && "of the given answers");
  expect(judge(REQUEST)).toBe("of the probe");
  expect(judge({ ...REQUEST })).toBe("of the given answers");
});
