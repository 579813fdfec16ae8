import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct } from "@dnstools/lab/support/product";
import * as packet from "dns-packet";
import { cpuSeconds, median, pin, runOn } from "./measure.ts";

/**
 * What a question costs, beside tools written in C and C++: the client beside dnsperf, and `dns?type=A` over HTTP beside
 * dnsdist's DNS over HTTPS (without TLS, as the product behind its proxy). The resolver's cache is warm and has the other
 * core. Rounds are interleaved, medians are shown. Its second part, with round trips, is dns-rtt.ts.
 */
const ROUNDS = 5;
const SECONDS = 3;
const NAMES = 2000;
const CONNECTIONS = 50;
const REQUESTS = 60_000;
const DOH_PORT = 8053;
const CLIENT = `${import.meta.dir}/../services/shared/net/dns/test/client-bench.ts`;
/** The measured has one core, the rest of the world the other. */
const [OURS, OTHERS] = [0, 1];

const folder = mkdtempSync(join(tmpdir(), "bench-"));
const file = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(""));
  return join(folder, name);
};
const names = Array.from({ length: NAMES }, (_, i) => `n${i}.wild.records.com`);
const questions = file(
  "questions",
  names.map((name) => `${name} A`),
);
const eachName = file("names.lua", [
  "local i = 0",
  "request = function()",
  `  i = (i + 1) % ${NAMES}`,
  '  return wrk.format("GET", "/api/v1/dns?domain=n" .. i .. ".wild.records.com&type=A")',
  "end",
]);

const [resolver = 0] = Bun.spawnSync(["pgrep", "-x", "unbound"]).stdout.toString().split("\n").map(Number);
pin(resolver, OTHERS);
await client();
const apart = await http("another name each time, no coalescing, no packet cache", eachName, names, 0);
const together = await http("one name, coalescing and packet cache", null, names.slice(0, 1), 10_000);
rmSync(folder, { recursive: true });
for (const line of [...apart, ...together]) console.log(line);

async function client(): Promise<void> {
  const dnsperf: number[] = [];
  const ours: number[] = [];
  const cpu: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`client, round ${round} of ${ROUNDS}`);
    const perf = ["dnsperf", "-s", RESOLVER, "-d", questions, "-l", String(SECONDS), "-q", "100"];
    dnsperf.push(Number(/Queries per second:\s+([\d.]+)/.exec(await runOn(OURS, ...perf))?.[1]));
    const got = JSON.parse(await runOn(OURS, process.execPath, CLIENT, "throughput", RESOLVER));
    if (got.failed > 0) throw new Error(`${got.failed} questions failed`);
    ours.push(got.perSecond);
    cpu.push(got.cpuUs);
  }
  const ratio = median(ours) / median(dnsperf);
  console.log(`dnsperf                        ${median(dnsperf).toFixed(0)} questions/s`);
  console.log(
    `client                         ${median(ours).toFixed(0)} questions/s (${median(cpu).toFixed(1)} us each), ${ratio.toFixed(2)} x dnsperf (goal >= 0.5)`,
  );
}

/** Requests for a second of CPU time, of the product and of dnsdist. @param cached entries of dnsdist's packet cache. */
async function http(
  what: string,
  script: string | null,
  asked: readonly string[],
  cached: number,
): Promise<string[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`${what}, round ${round} of ${ROUNDS}`);
    ours.push(await productRound(script, asked[0] ?? ""));
    theirs.push(await dnsdistRound(asked, cached));
  }
  const ratio = median(ours) / median(theirs);
  return [
    what,
    `  dnsdist, DNS over HTTPS      ${median(theirs).toFixed(0)} requests a CPU second`,
    `  dns?type=A                   ${median(ours).toFixed(0)} requests a CPU second, ${ratio.toFixed(2)} x dnsdist (goal >= 0.33)`,
  ];
}

async function productRound(script: string | null, name: string): Promise<number> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "1000000000" });
  const [process] = product.processes;
  if (process === undefined) throw new Error("no process");
  pin(process.pid, OURS);
  const url = script === null ? `${product.url}/api/v1/dns?domain=${name}&type=A` : product.url;
  const load = async () => {
    const args = [...(script === null ? [] : ["-s", script]), url];
    const out = await runOn(OTHERS, "wrk", "-t1", `-c${CONNECTIONS}`, `-d${SECONDS}s`, ...args);
    if (/Non-2xx|Socket errors/.test(out)) throw new Error(out);
    return Number(/(\d+) requests in/.exec(out)?.[1]);
  };
  await load();
  const before = cpuSeconds(process.pid);
  const requests = await load();
  return requests / (cpuSeconds(process.pid) - before);
}

async function dnsdistRound(asked: readonly string[], cached: number): Promise<number> {
  const config = file("dnsdist.conf", [
    'setSecurityPollSuffix("")',
    'setACL({"127.0.0.0/8"})',
    `newServer{address="${RESOLVER}:53", healthCheckMode="up", sockets=8}`,
    ...(cached > 0 ? [`getPool(""):setCache(newPacketCache(${cached}))`] : []),
    `addDOHLocal("127.0.0.1:${DOH_PORT}", nil, nil, "/dns-query")`,
  ]);
  const child = Bun.spawn(["dnsdist", "--supervised", "--disable-syslog", "-C", config], {
    stdout: "ignore",
    stderr: "ignore",
  });
  try {
    pin(child.pid, OURS);
    const url = (name: string) => `http://127.0.0.1:${DOH_PORT}/dns-query?dns=${questionIn(name)}`;
    const uris = file("uris", asked.map(url));
    while (!(await answers(uris))) await Bun.sleep(50);
    pin(child.pid, OURS);
    const before = cpuSeconds(child.pid);
    const load = ["h2load", "-n", String(REQUESTS), `-c${CONNECTIONS}`, "-m1", "-i", uris];
    const out = await runOn(OTHERS, ...load);
    if (!out.includes(`${REQUESTS} 2xx`)) throw new Error(out);
    return REQUESTS / (cpuSeconds(child.pid) - before);
  } finally {
    child.kill();
    await child.exited;
  }
}

/** Whether dnsdist serves yet; warms it up once it does. */
async function answers(uris: string): Promise<boolean> {
  const out = await runOn(OTHERS, "h2load", "-n", String(NAMES), "-c1", "-i", uris).catch(() => "");
  return out.includes(`${NAMES} 2xx`);
}

/** A question for A, as DNS over HTTPS takes it in a URL (RFC 8484 4.1). */
function questionIn(name: string): string {
  const message = packet.encode({
    type: "query",
    id: 0,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type: "A", name }],
  });
  return message.toString("base64url");
}
