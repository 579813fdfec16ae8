import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { openHost } from "@dnstools/lab/host/open-host";
import { startProcess } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { CALLS } from "./environments-calls.ts";
import { SHIPPED } from "./shipped.ts";

/** An answer: its status, how long it took, and its body. Without an answer, status 0 and the reason. */
export type Answered = {
  readonly status: number;
  readonly s: number;
  readonly body: Body | null;
  readonly error?: string;
};

/** The fields of an answer that are compared. */
export type Body = {
  readonly code?: string;
  readonly summary?: { readonly status: string; readonly text: string };
  readonly findings?: readonly { readonly code: string; readonly severity: string }[];
  /** The names of what this host's network or clock makes impossible. */
  readonly meta?: { readonly environment?: readonly string[] };
};

/** What the product answered in an environment, and what it logged. */
export type Run = {
  readonly name: EnvironmentName;
  readonly answers: Readonly<Record<string, Answered>>;
  readonly log: string;
};

/** Milliseconds that the product has to find out where it runs. */
const SETTLE_MS = 6000;
const AT_ONCE = 4;
/** Milliseconds after which no answer is expected any more: longer than the deadline of every tool. */
const PATIENCE_MS = 90_000;

/** Starts the product on a host, with its shipped settings, and makes all calls. @param command starts the product. */
export async function askOn(name: EnvironmentName, command: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-environment-"));
  await using host = await openHost(name);
  const settings = { ...SHIPPED, RATE_LIMIT_UNITS: "0", DATA_DIR: join(folder, "data") };
  const product = await startProcess("all", settings, host.inside(command));
  try {
    const unix = await host.doorTo(Number(new URL(product.url).port));
    await Bun.sleep(SETTLE_MS);
    const answers = new Map<string, Answered>();
    await atOnce(CALLS, async (call) => void answers.set(call, await ask(unix, call)), AT_ONCE);
    return {
      name,
      answers: Object.fromEntries(CALLS.map((call) => [call, found(answers, call)])),
      log: product.log(),
    };
  } finally {
    product.kill("SIGKILL");
    await product.exited;
    rmSync(folder, { recursive: true });
  }
}

async function ask(unix: string, call: string): Promise<Answered> {
  const start = performance.now();
  const asked = async () => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(`http://localhost/api/v1/${call}`, { unix, signal });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const answer = await asked().catch((error) => ({ status: 0, body: null, error: String(error) }));
  return { ...answer, s: (performance.now() - start) / 1000 };
}

function found(answers: ReadonlyMap<string, Answered>, call: string): Answered {
  return answers.get(call) ?? { status: 0, s: 0, body: null };
}
