import { connect, type Socket } from "node:net";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { REPORT_TARGETS } from "@dnstools/lab/support/report-targets";
import { reached } from "./figures.ts";
import { publishDomains } from "./mail-domains.ts";
import { cpuSeconds, median, memoryMb, peakMemoryMb, roundsOf } from "./measure.ts";

/**
 * Measures reports as pages, in a lab with round trips of 20 ms: when the first byte, the first progress line and
 * the end arrive; the same during 50 `mail` calls; and the memory of 200 streams whose readers read, read nothing,
 * or disconnect.
 */
const ROUNDS = roundsOf(5);
const STREAMS = 200;
const ENV = { RATE_LIMIT_UNITS: "0", NAMESERVER_QPS: "0", WAIT_FACTOR: "1" };
const TARGETS = { ...REPORT_TARGETS, all: "example.com" };
/** Headers of a reload, so that no earlier report is shown again. */
const HEADERS = {
  accept: "text/html",
  "accept-encoding": "gzip",
  "cache-control": "max-age=0",
  "sec-fetch-mode": "navigate",
  "sec-fetch-dest": "document",
};

type Times = {
  readonly byteMs: number;
  readonly progressMs: number;
  readonly endMs: number;
  readonly bytes: number;
};

/** Opens a page and reads it to its end. */
async function open({ url }: Product, path: string): Promise<Times> {
  const start = performance.now();
  const since = () => performance.now() - start;
  const response = await fetch(`${url}${path}`, { headers: HEADERS, decompress: false });
  const gunzip = new DecompressionStream("gzip");
  const writer = gunzip.writable.getWriter();
  let byteMs = Number.NaN;
  let bytes = 0;
  const packed = (async () => {
    for await (const piece of response.body ?? []) {
      if (bytes === 0) byteMs = since();
      bytes += piece.length;
      await writer.write(piece);
    }
    await writer.close();
  })();
  let progressMs = Number.NaN;
  let text = "";
  const decoder = new TextDecoder();
  for await (const piece of gunzip.readable) {
    text += decoder.decode(piece, { stream: true });
    if (Number.isNaN(progressMs) && /Querying servers|Waiting for|Finished:|Running \.\.\./.test(text))
      progressMs = since();
  }
  await packed;
  if (!text.endsWith("</html>\n")) throw new Error(`${path} is incomplete`);
  return { byteMs, progressMs, endMs: since(), bytes };
}

const of = (rounds: readonly Times[], name: keyof Times) => median(rounds.map((one) => one[name]));

async function eachTool(): Promise<void> {
  await using product = await startProduct("all", ENV);
  for (const [tool, target] of Object.entries(TARGETS)) {
    const rounds: Times[] = [];
    for (let i = -1; i < ROUNDS; i++) {
      const times = await open(product, `/${tool}/${target}`);
      if (i >= 0) rounds.push(times);
      // The API limits its queries to each server.
      await Bun.sleep(300);
    }
    const byteMs = of(rounds, "byteMs");
    const progressMs = of(rounds, "progressMs");
    console.log(
      `${tool}: first byte ${byteMs.toFixed(1)} ms ${reached("a page's first byte at 20 ms", byteMs, "<= 50", "ms")}, first progress ${progressMs.toFixed(1)} ms ` +
        `${reached("a page's first progress at 20 ms", progressMs, "<= 300", "ms")}, end ${of(rounds, "endMs").toFixed(0)} ms, ${(of(rounds, "bytes") / 1000).toFixed(1)} kB compressed`,
    );
  }
}

async function besideMails(): Promise<void> {
  await using product = await startProduct("all", { ...ENV, SERVICE_CONCURRENCY: "", KEY_CONCURRENCY: "" });
  const names = await publishDomains();
  await open(product, "/mail/example.com");
  const crowd = names.slice(0, 50).map((name) => open(product, `/mail/${name}`));
  const rounds = await Promise.all(names.slice(50, 55).map((name) => open(product, `/mail/${name}`)));
  const worst = Math.max(...rounds.map(({ byteMs }) => byteMs));
  console.log(
    `mail during 50 other calls: first byte ${worst.toFixed(0)} ms at worst ${reached("a page's first byte during 50 others", worst, "<= 1000", "ms")}`,
  );
  await Promise.all(crowd);
}

async function memory(): Promise<void> {
  for (const how of ["read", "read nothing", "vanish"] as const) {
    await using product = await startProduct("all", ENV);
    const { pid, url } = product.process("all");
    await open(product, "/dnsbl/9.9.9.9");
    Bun.gc(true);
    const before = memoryMb(pid);
    const cpu = cpuSeconds(pid);
    const sockets: Socket[] = [];
    const ends: Promise<void>[] = [];
    const { hostname, port } = new URL(url);
    const sent = Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}\r\n`);
    for (let i = 0; i < STREAMS; i++) {
      const socket = connect({ host: hostname, port: Number(port) });
      sockets.push(socket);
      ends.push(new Promise((resolve) => socket.on("close", () => resolve())));
      if (how === "read nothing") socket.pause();
      else socket.resume();
      socket.on("error", () => {});
      const request = `GET /dnsbl/5.9.4.${i % 20} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n`;
      socket.write(`${request}${sent.join("")}\r\n`);
    }
    if (how === "read") await Promise.all(ends);
    else await Bun.sleep(how === "vanish" ? 300 : 20_000);
    const during = memoryMb(pid);
    for (const socket of sockets) socket.destroy();
    await Bun.sleep(2000);
    console.log(
      `${STREAMS} streams of dnsbl, readers ${how}: ${before.toFixed(0)} MB before, ${during.toFixed(0)} MB, ${peakMemoryMb(pid).toFixed(0)} MB peak, ` +
        `${memoryMb(pid).toFixed(0)} MB after; ${((1000 * (cpuSeconds(pid) - cpu)) / STREAMS).toFixed(0)} ms of CPU each`,
    );
  }
}

if (process.argv[2] !== "load") await eachTool();
await besideMails();
await memory();
