import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ZONES } from "./plan/zones.ts";

const SCRIPT = join(import.meta.dir, "zonemaster.pl");
/** Zonemaster asks private servers without a thought; network/network.test.ts has it do so in a lab of its own. */
const ASKS_PRIVATE = "private.com";

/**
 * Zonemaster's findings by zone, twice as many processes at once as there are processors, since it waits for dead servers;
 * behind the other tests, some of which measure time.
 */
async function zonemaster(zones: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const processes = 2 * availableParallelism();
  const share = Array.from({ length: processes }, (_, i) => zones.filter((_, at) => at % processes === i));
  const outputs = await Promise.all(
    share.map((some) =>
      Bun.spawn(["nice", "-n", "19", "perl", SCRIPT, ...some], { stdout: "pipe" }).stdout.text(),
    ),
  );
  const lines = outputs.flatMap((output) => output.trim().split("\n"));
  return new Map(lines.map((line) => [line.split(" ")[0] ?? "", line.split(" ").slice(1)]));
}

test("Zonemaster finds wrong in every zone what the plan has wrong in it, and nothing else", async () => {
  const asked = ZONES.filter((zone) => typeof zone.zonemaster !== "string" && zone.name !== ASKS_PRIVATE);
  const found = await zonemaster(asked.map((zone) => zone.name || "."));
  const differences = asked.flatMap(({ name, zonemaster = [] }) => {
    const got = found.get(name || ".");
    return got?.join() === [...zonemaster].sort().join()
      ? []
      : [{ zone: name, plan: zonemaster, found: got }];
  });
  expect(asked.length).toBeGreaterThan(70);
  expect(differences).toEqual([]);
}, 600_000);
