import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct } from "@dnstools/lab/support/product";
import { apart } from "./cores.ts";
import { openLoad } from "./exact-load.ts";
import { publishDomains } from "./mail-domains.ts";
import { readProfile, tellProfile } from "./profile-read.ts";
import { SSL_QUERIES } from "./ssl-crowd.ts";
import { wildPaths } from "./wild-names.ts";

/**
 * `bin/bench profile [TOOL] [ROOT]` profiles the CPU of one `all` process while it answers calls of a tool, and prints
 * the folders and functions that use most of it. ROOT is another checkout whose product is profiled.
 */
const [name = "mail", root = join(import.meta.dir, "..")] = process.argv.slice(2);

/** Nothing is limited, refused, shed or answered from the cache, so that each call runs its tool. */
const SETTINGS = {
  RATE_LIMIT_UNITS: "1000000000",
  SHED_TURN_MS: "0",
  CACHE_MAX_AGE_S: "0",
  DNS_RESOLVERS: OWN_RESOLVER,
};

/** The paths that are called for each tool, the number of calls, and the number in flight. */
const LOADS: Readonly<Record<string, () => Promise<Calls>>> = {
  mail: async () => ({
    paths: (await publishDomains()).map((domain) => `/api/v1/mail?domain=${domain}`),
    requests: 600,
    connections: 8,
  }),
  dnsbl: async () => ({
    paths: Array.from({ length: 200 }, (_, i) => `/api/v1/dnsbl?ip=5.69.0.${i + 1}`),
    requests: 2000,
    connections: 8,
  }),
  dns: async () => ({ paths: wildPaths(), requests: 20_000, connections: 32 }),
  whole: async () => ({
    paths: (await publishDomains()).map((domain) => `/api/v1/dns?domain=${domain}`),
    requests: 1000,
    connections: 8,
  }),
  ssl: async () => ({
    paths: SSL_QUERIES.map((host) => `/api/v1/ssl?host=${encodeURIComponent(host)}`),
    requests: 1000,
    connections: 32,
  }),
  scout: async () => ({
    paths: (await publishDomains()).map((domain) => `/api/v1/scout?domain=${domain}`),
    requests: 60,
    connections: 4,
  }),
};

type Calls = {
  readonly paths: readonly string[];
  readonly requests: number;
  readonly connections: number;
};

/** Microseconds between two samples of the profiler. */
const INTERVAL_US = 250;

const load = LOADS[name];
if (load === undefined) {
  console.error(`There is no profile of "${name}". Profiles: ${Object.keys(LOADS).join(", ")}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "dnstools-profile-"));
try {
  const { paths, requests, connections } = await load();
  const flags = ["--cpu-prof", `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`];
  const command = [process.execPath, ...flags, join(resolve(root), "main.ts")];
  await using product = await startProduct("all", SETTINGS, command);
  const { pid, kill, exited } = product.process("all");
  using open = openLoad({ url: product.url, pids: [pid], paths, status: 200, connections });
  apart([pid]);
  const used = await open.send(requests);
  console.log(`${name}: ${((used * 1000) / requests).toFixed(2)} ms of CPU for each of ${requests} calls`);
  // The profile is written when the process ends.
  kill("SIGTERM");
  await exited;
  for (const file of readdirSync(folder))
    if (file.endsWith(".cpuprofile")) tellProfile(await readProfile(join(folder, file), resolve(root)));
} finally {
  rmSync(folder, { recursive: true });
}
