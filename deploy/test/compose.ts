import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "@dnstools/lab/support/until";
import { THIRD_PARTY } from "../compose/third-party.ts";
import { ROOT } from "../image/binary.ts";
import { IMAGE } from "../image/build.ts";
import type { Engine, Ran } from "../image/engine.ts";

const COMPOSE = join(ROOT, ".tools/compose-2.26/usr/libexec/docker/cli-plugins/docker-compose");
const FILE = join(ROOT, "compose.yaml");

/** Docker Compose v2, which uses podman's API socket. */
export type Compose = Disposable & {
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** The beginning of the command line, to which the arguments of Compose are added. */
  readonly command: readonly string[];
  /** Runs Compose and writes a text to its stdin. */
  readonly pipe: (stdin: string, ...args: readonly string[]) => Promise<Ran>;
};

/**
 * Writes a Compose file for `-f` that sets the server name for TLS.
 * @returns the path of the file
 */
export function writeTls(engine: Engine, name: string): string {
  const path = join(engine.folder, "tls.json");
  const environment = { PROXY_SERVER_NAMES: name };
  const services = { "edge-config": { environment }, "edge-metrics": { environment } };
  writeFileSync(path, JSON.stringify({ services }));
  return path;
}

/** Runs Compose on the unchanged compose.yaml, with an empty environment. */
export function checkCompose(...args: readonly string[]): Ran {
  const { stdout, stderr, exitCode } = Bun.spawnSync([COMPOSE, "-f", FILE, ...args], { env: {} });
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

/**
 * Starts podman's API socket, and prepares Compose with the overrides for the lab.
 * @param root folder of the copy of the project to run
 */
export async function openCompose(engine: Engine, root = ROOT): Promise<Compose> {
  const socket = `unix://${engine.folder}/podman.sock`;
  const service = Bun.spawn(["podman", "system", "service", "--time", "0", socket], {
    env: engine.env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  const override = join(engine.folder, "override.json");
  writeFileSync(override, JSON.stringify(overrideIn(engine.folder)));
  const settings = ["DOCKER_HOST", socket, "DNSTOOLS_IMAGE", IMAGE, "DNSTOOLS_NET", "45.10.3"];
  settings.push("DNSTOOLS_TLS", join(engine.folder, "tls"));
  const env = settings.flatMap((text, i) => (i % 2 === 0 ? [`${text}=${settings[i + 1]}`] : []));
  const command = ["env", ...env, COMPOSE, "-f", join(root, "compose.yaml"), "-f", override];
  const pipe = (stdin: string, ...args: readonly string[]) => engine.run([...command, ...args], stdin);
  const run = (...args: readonly string[]) => pipe("", ...args);
  await until(async () => (await run("ls")).code === 0);
  return { run, pipe, command, [Symbol.dispose]: () => service.kill() };
}

const SERVICES = ["dns", "network", "cert", "mail", "analysis"];
const OURS = [...SERVICES, "gateway", "edge-config", "edge-metrics", "keys"];

/**
 * Returns the overrides of compose.yaml for the lab: the lab's certificate authority and DNSSEC trust anchor, networks
 * with public addresses (because the egress guard refuses private ones), and a scrape interval of 1 s.
 */
function overrideIn(folder: string): unknown {
  const made = process.env["LAB_MADE"] ?? "";
  const unbound = join(folder, "unbound");
  cpSync(join(ROOT, "deploy/kubernetes/base/unbound"), unbound, { recursive: true });
  cpSync(join(made, "root.key"), join(unbound, "root.ds"));
  const own = "\nserver:\n  access-control: 45.10.0.0/16 allow\n";
  writeFileSync(join(unbound, "unbound.conf"), readFileSync(join(unbound, "unbound.conf"), "utf8") + own);
  const prometheus = join(folder, "prometheus.yml");
  const text = readFileSync(join(ROOT, "deploy/compose/prometheus.yml"), "utf8");
  writeFileSync(prometheus, text.replaceAll("_interval: 15s", "_interval: 1s"));
  mkdirSync(join(folder, "rules"), { recursive: true });
  const network = (third: number) => ({ ipam: { config: [{ subnet: `45.10.${third}.0/24` }] } });
  const service = {
    environment: { CA_EXTRA_FILE: "/ca.pem", EGRESS_TEST: "off" },
    volumes: [`${made}/tls/ca.pem:/ca.pem:ro`],
  };
  const pull_policy = "never";
  return {
    services: {
      ...Object.fromEntries(OURS.map((name) => [name, { pull_policy }])),
      ...Object.fromEntries(SERVICES.map((name) => [name, { pull_policy, ...service }])),
      ...Object.fromEntries(
        Object.entries(THIRD_PARTY).map(([name, one]) => [name, { pull_policy, ...one }]),
      ),
      unbound: { ...THIRD_PARTY["unbound"], pull_policy, volumes: [`${unbound}:/etc/unbound:ro`] },
      prometheus: {
        ...THIRD_PARTY["prometheus"],
        pull_policy,
        volumes: [`${prometheus}:/etc/prometheus/prometheus.yml:ro`],
      },
    },
    networks: { front: network(4), data: network(5), world: network(6) },
  };
}
