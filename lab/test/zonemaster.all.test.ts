import { expect, test } from "bun:test";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Zone } from "../plan/shapes.ts";
import { ZONES } from "../plan/zones.ts";

const SCRIPT = join(import.meta.dir, "zonemaster.pl");
/** Zonemaster asks private servers without a thought; network/network.all.test.ts has it do so in a lab of its own. */
const ASKS_PRIVATE = "private.com";

/**
 * Zonemaster's findings by zone, twice as many processes at once as there are processors, since it waits for dead servers;
 * behind the other tests, some of which measure time. Each process has the next zone when it is done with one.
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

/** The zones to look at: every one in which something is wrong, and of the others one for each signing and number of servers. */
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

test("Zonemaster finds in a zone what the plan has wrong in it, and nothing else", async () => {
  const asked = someZones();
  // Those with much wrong take longest.
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
