import { expect, test } from "bun:test";
import { countQuestions } from "./count.ts";
import { dig } from "./dig.ts";
import { addressesOf, hostOf } from "./plan/plan.ts";

/** A server that no other test asks much. */
const SERVER = hostOf("ns2.xfr-small.com");
const OTHER = hostOf("ns1.words.com");

test("every question over UDP and TCP is counted, of both families, with its time, and no others", async () => {
  const before = Date.now();
  const [v4 = ""] = addressesOf(SERVER);
  const [otherV4 = "", v6 = ""] = addressesOf(OTHER);
  const name = "www.xfr-small.com";
  const count = await countQuestions([v4, v6]);
  await dig([`@${v4} ${name} A`, `@${v4} ${name} A +tcp`, `@${v4} ${name} TXT`, `@${otherV4} words.com A`]);
  await dig([`@${v6} words.com A`, `@${v6} words.com A +tcp`]);
  const counted = await count.stop();
  expect(counted.map(({ address }) => address)).toEqual([v4, v4, v4, v6, v6]);
  for (const { atMs } of counted) {
    expect(atMs).toBeGreaterThanOrEqual(before);
    expect(atMs).toBeLessThanOrEqual(Date.now());
  }
  await dig([`@${v4} ${name} A`]);
  expect(counted.length).toBe(5);
});

test("none is lost of many at once", async () => {
  const [v4 = ""] = addressesOf(SERVER);
  const count = await countQuestions([v4]);
  // Once each, or who lost patience would ask again and be counted twice.
  const some = Array.from({ length: 100 }, (_, i) => `@${v4} n${i}.xfr-small.com A +tries=1 +time=2`);
  await Promise.all(Array.from({ length: 4 }, () => dig(some)));
  expect((await count.stop()).length).toBe(400);
});
