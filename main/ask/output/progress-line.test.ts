import { expect, test } from "bun:test";
import type { Progress } from "@dnstools/server/client/call";
import { type Came, further, progressLine } from "./progress-line.ts";

const NOTHING: Came = { progress: null, finished: [] };

test.each<readonly [told: readonly Progress[], seconds: number, line: string]>([
  [[], 0, "mail example.com"],
  [[], 2, "mail example.com, 2 s"],
  [[{ phase: "waiting" }], 3, "mail example.com: waiting for its turn, 3 s"],
  // Services of earlier releases do not report how many queries they have sent.
  [[{ phase: "working" }], 1, "mail example.com: querying, 1 s"],
  [[{ phase: "working", total: 9, done: 0 }], 0, `mail example.com [${"-".repeat(20)}] 0 of 9 queries`],
  [
    [
      { phase: "working", total: 4, done: 2, parts: ["MX"] },
      { phase: "working", total: 8, done: 4, parts: ["SPF", "DMARC"] },
    ],
    1,
    `mail example.com [${"#".repeat(10)}${"-".repeat(10)}] 4 of 8 queries, 1 s; finished: DMARC, SPF, MX`,
  ],
  [[{ phase: "working", total: 8, done: 8 }], 0, `mail example.com [${"#".repeat(20)}] 8 of 8 queries`],
])("%p after %p s", (told, seconds, line) => {
  expect(progressLine("mail example.com", told.reduce(further, NOTHING), seconds)).toBe(line);
});
