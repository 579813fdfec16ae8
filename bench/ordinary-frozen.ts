import { goal, median } from "./measure.ts";
import { percentile } from "./open-loop.ts";
import { aboutDomains } from "./ordinary-calls.ts";
import { ask, type Front } from "./ordinary-front.ts";

/**
 * Rounds and calls of the `dns` measurement. While the cert service is stopped, as many `ssl` calls wait for it as one
 * client may have in flight.
 */
const ROUNDS = 5;
const CALLS = 128;
const AT_ONCE = 4;
const SSL_CALLS = 64;
const LIMIT = 1.2;

/**
 * Measures `dns` in turn with an idle cert service, and with a stopped one (SIGSTOP) that 64 calls wait for.
 * @returns a line with the goal, and whether the goal was kept.
 */
export async function frozen(front: Front): Promise<{ readonly line: string; readonly kept: boolean }> {
  const [dns = { paths: [] }, ssl = { paths: [] }] = aboutDomains(["dns", "ssl"]);
  const cert = front.product.process("cert");
  const p95 = async () => {
    const times: number[] = [];
    let [next, failed] = [0, 0];
    const worker = async () => {
      while (next < CALLS) {
        const { status, ms } = await ask(front, dns.paths[next++ % dns.paths.length] ?? "");
        if (status === 200) times.push(ms);
        else failed++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return { ms: percentile(times, 95), failed };
  };
  await p95();
  const [beside, alone]: [number[], number[]] = [[], []];
  let failed = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const quiet = await p95();
    cert.kill("SIGSTOP");
    const waiting = ssl.paths.slice(0, SSL_CALLS).map((path) => ask(front, path));
    const stopped = await p95();
    cert.kill("SIGCONT");
    await Promise.all(waiting);
    alone.push(quiet.ms);
    beside.push(stopped.ms);
    failed += quiet.failed + stopped.failed;
  }
  const [quiet, stopped] = [median(alone), median(beside)];
  const ratio = stopped / quiet;
  const kept = ratio <= LIMIT && failed === 0;
  return {
    line:
      `dns while cert is stopped, ${SSL_CALLS} ssl waiting: p95 ${stopped.toFixed(1)} ms, ${ratio.toFixed(2)} x that without ` +
      `(${quiet.toFixed(1)} ms), ${failed} failed ${goal(`<= ${LIMIT}, none failed`, kept)}`,
    kept,
  };
}
