import { expect, test } from "bun:test";
import { FAULTS, Fault, type FaultCode } from "@dnstools/core/tool/fault";
import { problem } from "@dnstools/server/http/problem";
import { answerReply, problemReply } from "../source/reply.ts";
import { exitCodeOf, worst } from "./exit-code.ts";

test.each([
  ["pass", 0, 0],
  ["warning", 0, 1],
  ["unknown", 3, 3],
  ["fail", 1, 1],
] as const)("%s ends with %d, with --fail-on warning with %d", (status, code, strict) => {
  const reply = answerReply(JSON.stringify({ summary: { status, text: "" } }));
  expect(exitCodeOf(reply, [])).toBe(code);
  expect(exitCodeOf(reply, ["warning"])).toBe(strict);
});

test("every problem has an exit code: 2 for a wrong call, 1 for a nonexistent name, 4 for all others", () => {
  const codes = (Object.keys(FAULTS) as FaultCode[]).map((code) => {
    const reply = problemReply(problem(new Fault(code, { detail: "" }), "").body);
    return [exitCodeOf(reply, []), code] as const;
  });
  const of = (wanted: number) => codes.filter(([code]) => code === wanted).map(([, name]) => name);
  expect(of(1)).toEqual(["domain_not_found"]);
  expect(of(2)).toEqual([
    "invalid_parameter",
    "bad_host",
    "target_denied",
    "bad_request",
    "key_malformed",
    "key_unknown",
    "key_expired",
    "key_revoked",
    "body_too_large",
    "uri_too_long",
    "headers_too_large",
  ]);
  expect(of(0)).toEqual([]);
});

test("for several names the worst exit code counts", () => {
  expect([worst([]), worst([0, 2]), worst([0, 2, 3]), worst([3, 4, 2]), worst([4, 1, 0])]).toEqual([
    0, 2, 3, 4, 1,
  ]);
});
