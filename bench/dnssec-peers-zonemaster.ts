import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Said } from "./dnssec-peers-rows.ts";

/**
 * Matches messages about errors in DNSSEC and about zones that cannot be tested. Other messages concern delegation
 * and SOA.
 */
const WRONG = /^(ERROR:DNSSEC|CRITICAL):/;
const SCRIPT = join(import.meta.dir, "dnssec-peers-zonemaster.pl");

/**
 * Tests zones with Zonemaster, in two processes per processor core, because the tests wait for dead servers. The
 * verdict is `bogus` for a zone with a DNSSEC error and `secure` for any other zone.
 * @param done is called after each zone
 */
export async function askZonemaster(
  zones: readonly string[],
  done: () => void,
): Promise<ReadonlyMap<string, Said>> {
  const said = new Map<string, Said>();
  const left = [...zones];
  const work = async () => {
    const perl = Bun.spawn(["perl", SCRIPT], { stdin: "pipe", stdout: "pipe" });
    const next = () => {
      const zone = left.shift();
      if (zone === undefined) return perl.stdin.end();
      perl.stdin.write(`${zone}\n`);
      return perl.stdin.flush();
    };
    await next();
    for await (const line of createInterface(Readable.fromWeb(perl.stdout))) {
      const [zone = "", ...messages] = line.split("\t");
      const worst = messages.filter((message) => WRONG.test(message));
      const others = messages.filter((message) => !worst.includes(message));
      said.set(zone, { verdict: worst.length > 0 ? "bogus" : "secure", causes: [...worst, ...others] });
      done();
      await next();
    }
  };
  await Promise.all(Array.from({ length: 2 * availableParallelism() }, work));
  return said;
}
