import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Zone } from "../plan/shapes.ts";
import { ZONES } from "../plan/zones.ts";

const SCRIPT = join(import.meta.dir, "zonemaster.pl");
/**
 * Zonemaster queries the private servers of this zone, so lab/network/network.all.test.ts tests it in a separate
 * lab.
 */
const ASKS_PRIVATE = "private.com";

/**
 * Returns Zonemaster's findings by zone. There are twice as many processes as processors, because they wait for dead
 * servers, and they have a low priority, because other tests measure time. Each process takes the next zone when it
 * has finished one.
 */
async function zonemaster(zones: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const left = [...zones];
  const work = async () => {
    const perl = Bun.spawn(["nice", "-n", "12", "perl", SCRIPT], { stdin: "pipe", stdout: "pipe" });
    const next = () => {
      const zone = left.shift();
      if (zone === undefined) return perl.stdin.end();
      perl.stdin.write(`${zone}\n`);
      return perl.stdin.flush();
    };
    await next();
    for await (const line of createInterface(Readable.fromWeb(perl.stdout))) {
      const [zone = "", ...tags] = line.split(" ");
      found.set(zone, tags);
      await next();
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
  return found;
}

/**
 * Selects the zones to test: every zone with a fault and, of the zones without a fault, one for each combination of
 * signing and number of servers.
 */
function someZones(): readonly Zone[] {
  const kinds = new Set<string>();
  return ZONES.filter((zone) => {
    if (typeof zone.zonemaster === "string" || zone.name === ASKS_PRIVATE) return false;
    if ((zone.zonemaster ?? []).length > 0) return true;
    const kind = JSON.stringify([zone.signing ?? null, zone.servers.length]);
    if (kinds.has(kind)) return false;
    kinds.add(kind);
    return true;
  });
}

test("Zonemaster finds exactly the planned faults of each zone", async () => {
  const asked = someZones();
  // Zones with many faults come first, because they take longest.
  const inOrder = asked.toSorted((a, b) => (b.zonemaster ?? []).length - (a.zonemaster ?? []).length);
  const found = await zonemaster(inOrder.map((zone) => zone.name || "."));
  const differences = asked.flatMap(({ name, zonemaster = [] }) => {
    const got = found.get(name || ".");
    return got?.join() === [...zonemaster].sort().join()
      ? []
      : [{ zone: name, plan: zonemaster, found: got }];
  });
  expect(asked.length).toBeGreaterThan(40);
  expect(differences).toEqual([]);
}, 900_000);
