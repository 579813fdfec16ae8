import { expect, test } from "bun:test";
import { compareTools, isContradiction, LAB_DOMAINS } from "@dnstools/lab/support/contradictions";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** Number of domains that are drawn, and the seed of the draw. */
const DRAWN = 60;
const SEED = 49;
/** Largest part of what the other tool knows that `scout` may not know. */
const UNKNOWN_MAX = 0.1;

/** Draws domains: the order of the seed's hashes is random, and the same each time. */
function drawn(): readonly string[] {
  const rank = (name: string) => Bun.hash.wyhash(name, BigInt(SEED));
  return LAB_DOMAINS.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, DRAWN);
}

test("scout contradicts neither mail nor dns about 60 domains of the lab", async () => {
  const { url } = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const contradictions: unknown[] = [];
  let [known, unknown] = [0, 0];
  await atOnce(
    drawn(),
    async (domain) => {
      for (const one of await compareTools(url, domain)) {
        if (isContradiction(one)) contradictions.push({ domain, ...one });
        if (one.other === null) continue;
        known += 1;
        if (one.scout === null) unknown += 1;
      }
    },
    4,
  );
  expect(contradictions).toEqual([]);
  expect(known).toBeGreaterThan(10 * DRAWN);
  expect(unknown / known).toBeLessThan(UNKNOWN_MAX);
});
