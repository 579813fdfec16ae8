import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { PRODUCT, type ProductProcess, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { createMix } from "./calls.ts";
import { type Answer, openClient } from "./http-client.ts";
import { goal } from "./measure.ts";
import { SHARES } from "./overload-callers.ts";
import { waits } from "./overload-goals.ts";
import { SHIPPED } from "./shipped.ts";

const LIMITS = [128, 256];
const AT_ONCE = 300;
/**
 * Rounds of simultaneous calls, repeated while the process lives: whether it runs out of file descriptors depends on
 * timing.
 */
const CROWDS = 3;
/** The statuses that the OpenAPI document lists. */
const DOCUMENTED = [200, 400, 404, 429, 503];
const PATIENCE_MS = 40_000;
const BACK_MS = 30_000;
const SAMPLE_MS = 5;
/** Maximum number of characters shown of a process's standard error. */
const SAID_MAX = 1500;

/** Runs one `all` process with a low limit on open files, and makes more calls at once than the limit. */
export async function files(): Promise<void> {
  for (const limit of LIMITS) {
    console.error(`${limit} open files ...`);
    const folder = mkdtempSync(join(tmpdir(), "dnstools-faults-"));
    try {
      await limited(limit, folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

async function limited(limit: number, folder: string): Promise<void> {
  const what = `${limit} open files, ${AT_ONCE} calls at once`;
  const errors = join(folder, "stderr");
  const within = ["sh", "-c", `ulimit -n ${limit} && exec "$@" 2>"$0"`, errors];
  const settings = {
    ...SHIPPED,
    DATA_DIR: folder,
    DNS_RESOLVERS: OWN_RESOLVER,
    TRUSTED_PROXIES: "127.0.0.1",
  };
  const said = () => readFileSync(errors, "utf8").trim().slice(0, SAID_MAX) || "nothing";
  const process = await startProcess("all", settings, [...within, ...PRODUCT]).catch((error: Error) => error);
  if (process instanceof Error) {
    console.log(
      `${what}: it did not start: ${process.message}; stderr: ${said()} ${goal("it survives", false)}`,
    );
    return;
  }
  for (let n = 1; n <= CROWDS; n++) {
    const answers = await crowd(process);
    const ended = await Promise.race([process.exited, Bun.sleep(0).then(() => null)]);
    const back = ended === null && (await servesAgain(process));
    tell(`${what}, round ${n}`, answers, ended, back);
    if (!back) break;
  }
  process.kill("SIGKILL");
  await process.exited;
  console.log(`  it said on stderr: ${said()}`);
  const complaints = process.log().split("\n");
  for (const line of complaints.filter((one) => one.includes('"level":"error"')).slice(0, 3))
    console.log(`  it logged: ${line.slice(0, SAID_MAX)}`);
}

type Outcome = Answer & { readonly ms: number; readonly accepted: boolean };

/** Makes mixed calls, each over its own connection, all at the same moment. */
async function crowd(process: ProductProcess): Promise<readonly Outcome[]> {
  using client = openClient(process.url, AT_ONCE, { fresh: true, patienceMs: PATIENCE_MS });
  const accepted = new Set<number>();
  const look = () => {
    for (const port of acceptedPorts(Number(new URL(process.url).port))) accepted.add(port);
  };
  const timer = setInterval(look, SAMPLE_MS);
  const mix = createMix(SHARES);
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const from = `X-Forwarded-For: 45.11.${n >> 8}.${n & 255}\r\n`;
      const answer = await client.get(mix().path, from);
      return { ...answer, ms: performance.now() - start };
    }),
  );
  clearInterval(timer);
  return answers.map((answer) => ({
    ...answer,
    accepted: answer.status !== 0 || accepted.has(answer.port),
  }));
}

/**
 * Returns the client ports of the connections that the process listening on a port has accepted. A connection that is
 * not yet accepted has inode 0.
 */
function acceptedPorts(port: number): readonly number[] {
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n").slice(1);
  const portOf = (address = "") => Number.parseInt(address.split(":")[1] ?? "", 16);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, own, , , , , , , , inode]) => portOf(own) === port && inode !== "0")
    .map(([, , other]) => portOf(other))
    .filter((other) => other > 0);
}

/** True if the process answers a call after the round. */
async function servesAgain({ url }: ProductProcess): Promise<boolean> {
  using client = openClient(url, 5, { fresh: true, patienceMs: BACK_MS });
  const serves = async () => (await client.get("/api/v1/dns?domain=example.com&type=A")).status === 200;
  return until(serves, BACK_MS).then(
    () => true,
    () => false,
  );
}

function tell(what: string, answers: readonly Outcome[], ended: number | null, back: boolean): void {
  const counts = new Map<string, number>();
  for (const { status, failure, accepted } of answers) {
    const name =
      status !== 0 ? String(status) : `${accepted ? "accepted, no answer" : "never accepted"} (${failure})`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const wrong = answers.filter(({ status, accepted }) => accepted && !DOCUMENTED.includes(status)).length;
  console.log(
    `${what}: ${[...counts].map(([name, count]) => `${count} x ${name}`).join(", ")}; waited ${waits(answers.map(({ ms }) => ms))}; ` +
      `${ended === null ? "it survived" : `IT EXITED with ${ended}`}, ${back ? "and serves again" : "and does not serve again"} ` +
      goal("it survives, with documented statuses only", ended === null && back && wrong === 0),
  );
}
