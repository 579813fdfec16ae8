import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { startEdge } from "./edge.ts";
import { startLoad } from "./load.ts";

/** Settings of gateways that trust nginx and have no rate limit. */
const SETTINGS = { RATE_LIMIT_UNITS: "0", TRUSTED_PROXIES: "127.0.0.1" };

test("a rolling restart of gateways under load loses no request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-rolling-"));
  // The workers of nginx run as another user and must be able to enter the folder.
  chmodSync(folder, 0o711);
  const dns = await startProcess("dns", { DATA_DIR: folder, ...SETTINGS });
  const others = Object.fromEntries(
    ["DNS", "NETWORK", "CERT", "MAIL", "ANALYSIS"].map((name) => [`${name}_URL`, dns.url]),
  );
  const start = (place: Readonly<Record<string, string>>) =>
    startProcess("gateway", { ...others, ...place, DATA_DIR: folder, ...SETTINGS });
  // Starts one gateway on a port and one on a Unix socket. Each gateway restarts at the same address.
  const overTcp = await start({});
  const { port, host } = new URL(overTcp.url);
  const places = [{ PORT: port }, { LISTEN: join(folder, "second.sock") }];
  const gateways: ProductProcess[] = [overTcp, await start(places[1] ?? {})];
  await using edge = await startEdge([host, `unix:${join(folder, "second.sock")}`], {
    PROXY_FLOOD_RATE: "0",
  });

  const paths = ["/api/v1/dns?domain=example.com&type=A", "/api/v1/limits", "/api/v1/nothing"];
  const running = startLoad(edge.url, paths, 12);
  for (const round of [0, 1]) {
    for (const [at, place] of places.entries()) {
      const old = gateways[at];
      if (old === undefined) throw new Error("no such gateway");
      old.kill("SIGTERM");
      expect({ round, code: await old.exited }).toEqual({ round, code: 0 });
      gateways[at] = await start(place);
      await running.pass(100);
    }
  }
  const tally = await running.stop();
  for (const process of [...gateways, dns]) process.kill("SIGKILL");
  await Promise.all([...gateways, dns].map((process) => process.exited));
  rmSync(folder, { recursive: true });

  const refused = edge
    .log()
    .split("\n")
    .filter((line) => !/"status":(200|404),|^$/.test(line));
  expect(refused.slice(0, 5)).toEqual([]);
  expect(Object.fromEntries(tally)).toEqual({
    "200": expect.any(Number),
    "404 unknown_path": expect.any(Number),
  });
});
