import { expect, test } from "bun:test";
import { clockResult } from "./clock.ts";
import type { Connection } from "./connections.ts";
import type { SignedTime } from "./roots.ts";

const NOW = Date.parse("2026-11-28T12:00:00Z");
const [HOUR, DAY] = [3_600_000, 86_400_000];

/** Times that two operators tell, by their difference from this host's clock. */
const told = (...offsets: readonly number[]): Connection[] =>
  offsets.map((offset, i) => ({
    ...{ host: `${i}.example`, address: "5.0.0.1", verdict: "ok", evidence: null, chain: [] },
    time: { told: NOW + offset, own: NOW },
  }));
const signed = (from: number, until: number): SignedTime[] => [
  { from: (NOW + from) / 1000, until: (NOW + until) / 1000, evidence: null },
];
const VALID = signed(-6 * HOUR, 13 * DAY);

test.each<
  [
    says: string,
    times: Connection[],
    signatures: SignedTime[],
    verdict: string | null,
    offset: number | undefined,
  ]
>([
  ["servers that agree with the clock", told(0, 900), VALID, "ok", undefined],
  ["a difference of four minutes", told(240_000, 240_000), VALID, "ok", undefined],
  ["a clock that is ten minutes slow", told(600_000, 601_000), VALID, "wrong", 601_000],
  [
    "a clock that is 40 days fast",
    told(-40 * DAY, -40 * DAY),
    signed(-41 * DAY, -28 * DAY),
    "wrong",
    -40 * DAY,
  ],
  ["servers that contradict each other, with a signed time", told(0, DAY), VALID, "ok", undefined],
  [
    "servers that agree on a time for which the root has not signed",
    told(DAY * 30, DAY * 30),
    VALID,
    "ok",
    undefined,
  ],
  ["one server alone", told(DAY), [], null, undefined],
  ["the root's signatures alone", [], VALID, "ok", undefined],
  ["a clock twelve days after the root was signed", [], signed(-12 * DAY, DAY), "wrong", -11.5 * DAY],
  ["a clock outside of the root's signatures", [], signed(3 * DAY, 16 * DAY), "wrong", 3 * DAY + 12 * HOUR],
  ["nothing", [], [], null, undefined],
])("%s", (_, times, signatures, verdict, offset) => {
  const result = clockResult(times, signatures, NOW);
  expect(result?.verdict ?? null).toBe(verdict as never);
  expect(result?.offsetMs).toBe(offset);
});
