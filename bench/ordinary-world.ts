import { connect } from "node:net";
import { join } from "node:path";
import { OWN_ZONES } from "@dnstools/lab/plan/own-domains";
import { serversOf } from "@dnstools/lab/plan/plan";
import { runWith } from "@dnstools/lab/support/run";
import { OURS } from "./cores.ts";
import type { NetworkState } from "./ordinary-options.ts";

/**
 * Script that runs commands in the lab's Internet. The lab is started with round trips, which this file removes and
 * restores.
 */
const INTERNET = join(import.meta.dir, "../lab/internet");

/**
 * Firewall table that exempts packets from the delay. Its chain runs after the rule that marks packets for the delay
 * (priority -200), and before the queue that reads the mark.
 */
const UNDELAYED = `table inet undelayed {
  chain output {
    type filter hook output priority -199
    meta mark set 0
  }
}`;

/** Addresses of the third name server of each domain, which has one address. */
const SPARE = OWN_ZONES.flatMap((zone) => serversOf(zone).filter(({ name }) => name.startsWith("ns3.")))
  .flatMap(({ v4 }) => v4 ?? [])
  .join(", ");
const SILENCED = `table inet silenced {
  chain input {
    type filter hook input priority -300
    ip daddr { ${SPARE} } drop
  }
}`;

/** Puts the network into one of its three states. */
export async function makeNetwork(state: NetworkState): Promise<void> {
  const near = state === "far" ? [] : [UNDELAYED];
  const dead = state === "dead" ? [SILENCED] : [];
  await Promise.all([
    replaceTables([], "undelayed", near),
    replaceTables([INTERNET], "undelayed", near),
    replaceTables([INTERNET], "silenced", dead),
  ]);
}

/** Replaces firewall tables. Each table is added before it is deleted, because deleting a missing table would fail. */
export async function replaceTables(
  inside: readonly string[],
  name: string,
  tables: readonly string[],
): Promise<void> {
  const rules = [`table inet ${name} { }`, `delete table inet ${name}`, ...tables].join("\n");
  await runWith(`${rules}\n`, ...inside, "nft", "-f", "-");
}

/**
 * Starts two busy loops on the product's core. The lab's servers have the other core, because the real Internet does
 * not run on the product's machine. `using` ends the loops.
 */
export function busyLoops(): Disposable {
  const command = ["taskset", "-c", String(OURS), "sh", "-c", "while :; do :; done"];
  const loops = [1, 2].map(() => Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"] }));
  return {
    [Symbol.dispose]() {
      for (const loop of loops) loop.kill("SIGKILL");
    },
  };
}

/**
 * Drops some zones from the cache of the operator's resolver. Each zone is one line to the resolver's control socket,
 * as unbound-control sends it.
 */
export async function forget(zones: readonly string[]): Promise<void> {
  const path = `${process.env["LAB_RUN"]}/recursor/control`;
  await Promise.all(zones.map((zone) => tell(path, `UBCT1 flush_zone ${zone}\n`)));
}

function tell(path: string, line: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let said = "";
  const socket = connect(path, () => socket.write(line));
  socket.setEncoding("utf8");
  socket.on("data", (text) => {
    said += text;
  });
  socket.on("error", reject);
  socket.on("close", () =>
    said.startsWith("ok") ? resolve() : reject(new Error(`${line.trim()}: ${said}`)),
  );
  return promise;
}
