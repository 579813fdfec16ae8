import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProduct } from "@dnstools/lab/support/product";
import { apart } from "./cores.ts";
import { startEdge } from "./edge.ts";
import { openClient } from "./http-client.ts";
import { goal } from "./measure.ts";
import { openLoop, percentile, statuses, timesOf } from "./open-loop.ts";

const RATE = { perSecond: 300, seconds: 10 };
const SOCKETS = 100;

/**
 * Sends 300 requests per second with a valid key through nginx, with the shipped settings, and checks that no request
 * gets 429.
 */
export async function keyed(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-bench-"));
  try {
    // Keys are created through a product that shares the edge's data folder.
    await using maker = await startProduct("all", { DATA_DIR: folder });
    const { key } = await maker.keys("create", "--name", "bench");
    await using edge = await startEdge("all", folder, { DATA_DIR: folder });
    apart([edge.metrics]);
    using client = openClient(edge.url, SOCKETS);
    const ask = () => client.get("/api/v1/dns?domain=example.com&type=A", `X-API-Key: ${key}\r\n`);
    await openLoop({ perSecond: 50, seconds: 2 }, ask);
    const asked = await openLoop(RATE, ask);
    const limited = asked.filter(({ status }) => status === 429).length;
    console.log(
      `a key through nginx, ${RATE.perSecond}/s for ${RATE.seconds} s, as shipped: ${statuses(asked)} ${goal("no 429", limited === 0)}, ` +
        `p50 ${percentile(timesOf(asked), 50).toFixed(2)} ms, p99 ${percentile(timesOf(asked), 99).toFixed(2)} ms`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
