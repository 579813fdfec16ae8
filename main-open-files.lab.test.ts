import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { json, type ProductProcess, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";

const openFiles = ({ pid }: ProductProcess): number => readdirSync(`/proc/${pid}/fd`).length;

/** The soft limit alone: whoever started a process may raise it again. */
const limitTo = ({ pid }: ProductProcess, files: number) =>
  run("prlimit", `--pid=${pid}`, `--nofile=${files}:`);

test("a process that is out of descriptors lives, and serves when there are some again", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
  const process = product.process("all");
  const { hostname, port, host } = new URL(product.url);
  let answers = "";
  const closed = Promise.withResolvers<void>();
  const client = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_socket, bytes) {
        answers += bytes.toString();
      },
      close: () => closed.resolve(),
    },
  });
  const ask = (path: string, headers: string) =>
    client.write(`GET /api/v1/${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n`);
  // Its connection, and a socket to the resolver, are open from now on.
  ask("dns?domain=example.com&type=A", "");
  await until(() => answers.startsWith("HTTP/1.1 200 "));
  answers = "";
  await limitTo(process, openFiles(process));
  // The first request over HTTP that leaves the process is made when it can open nothing.
  ask("whois?ip=9.9.9.9", "Connection: close\r\n");
  await closed.promise;
  expect(answers).toContain("HTTP/1.1 200 ");
  await limitTo(process, 1024);
  const { meta } = await json(fetch(`${product.url}/api/v1/whois?ip=9.9.9.9`));
  expect(meta.requestId).toBeString();
});

/** Calls about different things, by all tools: as many servers as the lab has, and sockets as the calls need. */
function mixedCalls(): readonly string[] {
  const kinds: readonly ((i: number) => string)[] = [
    (i) => `dns?domain=n${i}.wild.records.com&type=A`,
    (i) => `dns?domain=n${i}.wild.records.com&type=MX`,
    (i) => `reverse?ip=9.9.9.${i % 256}`,
    (i) => `whois?domain=d${i}.com`,
    (i) => `whois?ip=9.9.${i % 256}.9`,
    (i) => `dnsbl?ip=9.9.${i % 256}.10`,
    (i) => `ssl?host=n${i}.wild.records.com`,
    (i) => `mail?domain=m${i}.wild.records.com`,
    (i) => `scout?domain=s${i}.records.com`,
    (i) => `propagation?domain=n${i}.wild.records.com`,
  ];
  return Array.from({ length: CALLS }, (_, i) => kinds[i % kinds.length]?.(i) ?? "");
}
const CALLS = 300;
/** Every end of a call that the documents name for a busy process, beside an answer or that there is no such name. */
const STATUSES = [200, 404, 503];

/** Asks all at once, each over a connection of its own. @returns each status, and which servers were said to be at fault. */
async function askAll({ url }: { readonly url: string }) {
  const faults = new Set<string>();
  const statuses = await Promise.all(
    mixedCalls().map(async (path) => {
      const response = await fetch(`${url}/api/v1/${path}`, {
        keepalive: false,
        signal: AbortSignal.timeout(90_000),
      });
      const { evidence = [] } = JSON.parse(await response.text()) as { evidence?: readonly Said[] };
      for (const { server, address, reason } of evidence)
        if (reason === "unreachable" || reason === "malformed")
          faults.add(`${path.split("?")[0]}: ${server} ${address} ${reason}`);
      return response.status;
    }),
  );
  return { statuses, faults };
}
type Said = { readonly server: string; readonly address: string; readonly reason: string | null };

test("a crowd of calls with few descriptors says of no server what a crowd with many does not", async () => {
  const settings = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
  await using unbound = await startProduct("all", settings);
  const control = await askAll(unbound);
  for (const openFiles of [128, 256]) {
    await using product = await startProduct("all", settings, openFiles);
    const { statuses, faults } = await askAll(product);
    expect(statuses.filter((status) => !STATUSES.includes(status))).toEqual([]);
    expect([...faults].filter((fault) => !control.faults.has(fault))).toEqual([]);
    const { data } = await json(fetch(`${product.url}/api/v1/dns?domain=example.com&type=A`));
    expect(data).toBeObject();
  }
});
