import { expect, test } from "bun:test";
import { latestExpiry } from "./summary.ts";

type Verdicts = Parameters<typeof latestExpiry>[0];

test("a change is complete when the last old answer expires", () => {
  const verdicts = [
    { class: "stale", until: 300 },
    { class: "stale", until: 100 },
    { class: "stale", until: null },
    { class: "match", until: 900 },
  ];
  expect(latestExpiry(verdicts as unknown as Verdicts)).toBe(300);
  expect(latestExpiry([{ class: "match", until: 900 }] as unknown as Verdicts)).toBeNull();
});
