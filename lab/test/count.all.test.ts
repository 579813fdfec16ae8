import { expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { addressesOf, hostOf } from "../plan/plan.ts";
import { countQuestions } from "../support/count.ts";
import { dig } from "../support/dig.ts";

const SERVER = hostOf("ns2.xfr-small.com");
const OTHER = hostOf("ns1.words.com");
/** Returns a name that no other test asks for. */
const own = (zone: string) => `${randomBytes(8).toString("hex")}.${zone}`;

test("every question over UDP and TCP is counted, of both families, with its time, and no others", async () => {
  const before = Date.now();
  const [v4 = ""] = addressesOf(SERVER);
  const [otherV4 = "", v6 = ""] = addressesOf(OTHER);
  const name = own("xfr-small.com");
  const other = own("words.com");
  const count = await countQuestions([v4, v6]);
  await dig([`@${v4} ${name} A`, `@${v4} ${name} A +tcp`, `@${v4} ${name} TXT`, `@${otherV4} ${other} A`]);
  await dig([`@${v6} ${other} A`, `@${v6} ${other} A +tcp`]);
  const ours = (await count.stop()).filter((one) => [`${name}.`, `${other}.`].includes(one.name));
  expect(ours.map(({ address }) => address)).toEqual([v4, v4, v4, v6, v6]);
  for (const { atMs } of ours) {
    expect(atMs).toBeGreaterThanOrEqual(before);
    expect(atMs).toBeLessThanOrEqual(Date.now());
  }
});

test("no question is lost among many at once", async () => {
  const [v4 = ""] = addressesOf(SERVER);
  const name = own("xfr-small.com");
  const count = await countQuestions([v4]);
  // One try each, because a retry would be counted too.
  const some = Array.from({ length: 100 }, (_, i) => `@${v4} n${i}.${name} A +tries=1 +time=2`);
  await Promise.all(Array.from({ length: 4 }, () => dig(some)));
  const ours = (await count.stop()).filter((one) => one.name.endsWith(`.${name}.`));
  expect(ours.length).toBe(400);
});
