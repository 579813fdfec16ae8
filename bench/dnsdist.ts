import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { until } from "@dnstools/lab/support/until";
import * as packet from "dns-packet";
import { OTHERS, OURS } from "./cores.ts";
import { cpuSeconds, pin, runOn } from "./measure.ts";

/**
 * dnsdist's DNS over HTTPS (without TLS, like the product behind its proxy) in front of the lab's resolver. `await
 * using` stops it.
 */
export type Dnsdist = AsyncDisposable & {
  readonly pid: number;
  /**
   * Sends the given number of requests, and uses the names in turn.
   * @returns the CPU seconds that dnsdist used
   * @throws if a request was not answered with 2xx
   */
  readonly load: (requests: number) => Promise<number>;
};

const PORT = 8053;
const CONNECTIONS = 50;

/**
 * Starts dnsdist on the core of the measured processes, and waits until it has answered every name.
 * @param folder for its files.
 * @param cached entries of its packet cache; 0 for no cache.
 */
export async function startDnsdist(
  folder: string,
  names: readonly string[],
  cached: number,
): Promise<Dnsdist> {
  const config = join(folder, "dnsdist.conf");
  const lines = [
    'setSecurityPollSuffix("")',
    'setACL({"127.0.0.0/8"})',
    `newServer{address="${RESOLVER}:53", healthCheckMode="up", sockets=8}`,
    ...(cached > 0 ? [`getPool(""):setCache(newPacketCache(${cached}))`] : []),
    `addDOHLocal("127.0.0.1:${PORT}", nil, nil, "/dns-query")`,
  ];
  writeFileSync(config, `${lines.join("\n")}\n`);
  const uris = join(folder, "uris");
  const uriOf = (name: string) => `http://127.0.0.1:${PORT}/dns-query?dns=${questionIn(name)}`;
  writeFileSync(uris, `${names.map(uriOf).join("\n")}\n`);
  const child = Bun.spawn(["dnsdist", "--supervised", "--disable-syslog", "-C", config], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const send = async (requests: number, connections: number): Promise<boolean> => {
    const load = ["h2load", "-n", String(requests), `-c${connections}`, "-m1", "-i", uris];
    return (await runOn(OTHERS, ...load)).includes(`${requests} 2xx`);
  };
  await until(() => send(names.length, 1).catch(() => false));
  pin(child.pid, OURS);
  return {
    pid: child.pid,
    async load(requests) {
      const before = cpuSeconds(child.pid);
      if (!(await send(requests, CONNECTIONS))) throw new Error("dnsdist has not answered all requests");
      return cpuSeconds(child.pid) - before;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

/** Encodes a query for an A record for the URL of a DNS over HTTPS request (RFC 8484 4.1). */
function questionIn(name: string): string {
  const message = packet.encode({
    type: "query",
    id: 0,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type: "A", name }],
  });
  return message.toString("base64url");
}
