import { expect, test } from "bun:test";
import type { Evidence } from "../tool/evidence.ts";
import { finding } from "../tool/finding.ts";
import { evidenceOf } from "./exchanges.ts";

const TABLE = { "dns.odd": { severity: "error", message: "Odd.", reference: null, fix: null } } as const;

const exchange = (id: number, more: Partial<Evidence> = {}): Evidence => ({
  ...{ id: String(id), question: "example.com. IN A", server: "ns1.example.com", address: "9.9.9.9" },
  ...{ transport: "udp", rcode: "NOERROR", flags: [], errors: [], nsid: null, ttl: 60, elapsedMs: 1 },
  ...{ at: "", reason: null, ...more },
});
const many = Array.from({ length: 100 }, (_, at) => exchange(at + 1));

test("at most sixty exchanges are shown in their order, including all that findings refer to", () => {
  const { exchanges, more } = evidenceOf({
    evidence: many,
    findings: [finding(TABLE, "dns.odd", { subjects: [], evidence: ["99", "3"] })],
  });
  const ids = exchanges.map(({ id }) => Number(id));
  expect(ids).toEqual([...Array.from({ length: 59 }, (_, at) => at + 1), 99]);
  expect(more).toBe(40);
});

test("an exchange shows the query, the result and the command that repeats the query", () => {
  const [one] = evidenceOf({ evidence: [exchange(1)], findings: [] }).exchanges;
  expect(one).toMatchObject({
    question: { outside: "example.com. IN A" },
    address: { outside: "9.9.9.9" },
    result: { outside: "NOERROR" },
  });
  expect(one?.repeat?.lines).toEqual(["dig @9.9.9.9 +norecurse example.com. A"]);
});

test("an exchange without a usable answer is unknown, with the reason", () => {
  const resultOf = (more: Partial<Evidence>) =>
    evidenceOf({ evidence: [exchange(1, more)], findings: [] }).exchanges[0]?.result;
  expect(resultOf({ rcode: null, reason: "connection_refused" })).toEqual({
    status: "unknown",
    text: ["connection refused"],
  });
  expect(resultOf({ rcode: "SERVFAIL", reason: "servfail" })).toMatchObject({ status: "unknown" });
});

test("an answer without its evidence has no exchanges", () => {
  expect(evidenceOf({ evidence: null, findings: [] })).toEqual({ exchanges: [], more: 0 });
});
