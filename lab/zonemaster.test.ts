import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { serversOf } from "./plan/plan.ts";
import type { Zone } from "./plan/shapes.ts";
import { ZONES } from "./plan/zones.ts";

const SCRIPT = join(import.meta.dir, "zonemaster.pl");
/** Zonemaster asks private servers without a thought; lab.test.ts has it do so in a lab of its own. */
const asksPrivate = (zone: Zone) => zone.ownServers !== undefined;

/**
 * Zonemaster's findings by zone, as many processes at once as there are processors; behind the other tests, some of
 * which measure time.
 */
async function zonemaster(zones: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const share = Array.from({ length: availableParallelism() }, (_, i, all = availableParallelism()) =>
    zones.filter((_, at) => at % all === i),
  );
  const outputs = await Promise.all(
    share.map((some) =>
      Bun.spawn(["nice", "-n", "19", "perl", SCRIPT, ...some], { stdout: "pipe" }).stdout.text(),
    ),
  );
  const lines = outputs.flatMap((output) => output.trim().split("\n"));
  return new Map(lines.map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1)]));
}

test("Zonemaster finds wrong in every zone what the plan has wrong in it, and nothing else", async () => {
  const asked = ZONES.filter((zone) => typeof zone.zonemaster !== "string" && !asksPrivate(zone));
  const found = await zonemaster(asked.map((zone) => zone.name || "."));
  const differences = asked.flatMap(({ name, zonemaster = [] }) => {
    const got = found.get(name || ".");
    return got?.join() === [...zonemaster].sort().join()
      ? []
      : [{ zone: name, plan: zonemaster, found: got }];
  });
  expect(asked.length).toBeGreaterThan(70);
  expect(differences).toEqual([]);
}, 300_000);

test("the zones it is not asked about are those of chance, without end or with private servers", () => {
  const left = ZONES.filter((zone) => typeof zone.zonemaster === "string" || asksPrivate(zone));
  expect(left.map((zone) => zone.name)).toEqual([
    "private.com",
    "loopback.com",
    "lossy.org",
    "flaky.org",
    "tcp-drip.org",
  ]);
  expect(left.every((zone) => serversOf(zone).length > 0)).toBe(true);
});
