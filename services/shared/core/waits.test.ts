import { expect, test } from "bun:test";
import { scaleWaits, WAITS } from "./waits.ts";

test("the default timeouts are the documented ones", () => {
  expect(WAITS).toMatchObject({
    recursorMs: 2000,
    nameServerMs: 2000,
    publicResolverMs: 4000,
    connectMs: 3500,
    handshakeMs: 4000,
    tlsMs: 8000,
    rdapMs: 5000,
    whoisMs: 4000,
  });
});

test("a factor scales every timeout to whole milliseconds", () => {
  expect(scaleWaits(1)).toEqual(WAITS);
  for (const [name, ms] of Object.entries(scaleWaits(1.0005))) {
    expect([name, Number.isInteger(ms)]).toEqual([name, true]);
    expect(ms).toBeGreaterThanOrEqual(WAITS[name as keyof typeof WAITS]);
  }
  expect(scaleWaits(3).connectMs).toBe(3 * WAITS.connectMs);
});
