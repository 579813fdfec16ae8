import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { run } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";
import { replaceTables } from "./ordinary-world.ts";

/** The faults of the network and of servers during a soak. */
const INTERNET = join(import.meta.dir, "../lab/internet");
/** Percentage of the packets in each direction between the product and the Internet that are lost. */
const LOSS = 2;

/** Address of the resolver that stops and starts during the soak. */
export const FLEETING_RESOLVER = "5.20.1.54";

/** A fault that lasts some seconds. `end` undoes what `begin` did. */
export type Trouble = {
  readonly what: string;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
};

/** Makes the line between the product and the Internet lose packets. */
export async function loseAll(): Promise<void> {
  const table = (line: string) =>
    `table inet loss {
  chain prerouting {
    type filter hook prerouting priority -310
    iifname "${line}" numgen random mod 100 < ${LOSS} drop
  }
}`;
  await Promise.all([
    replaceTables([], "loss", [table("eth0")]),
    replaceTables([INTERNET], "loss", [table("wan")]),
  ]);
}

/** Returns the faults, which happen in turns. */
export function troublesWith(resolver: Fleeting): readonly Trouble[] {
  const stopped: Trouble = {
    what: "a resolver has stopped",
    begin: resolver.stop,
    end: resolver.start,
  };
  const frozen: Trouble = {
    what: "a resolver is silent",
    begin: async () => resolver.signal("SIGSTOP"),
    end: async () => resolver.signal("SIGCONT"),
  };
  const other = blocked("both resolvers are silent", `ip daddr ${OWN_RESOLVER} drop`);
  return [
    stopped,
    blocked("registries refuse", "ip daddr 5.30.0.0/16 tcp dport { 43, 443 } reject with tcp reset"),
    frozen,
    blocked("half of the name servers are silent", "ip daddr { 5.9.0.53, 5.9.2.53, 5.9.4.0/24 } drop"),
    {
      what: other.what,
      begin: () => Promise.all([frozen.begin(), other.begin()]),
      end: () => Promise.all([frozen.end(), other.end()]),
    },
    blocked("web and mail servers are silent", "ip daddr 5.40.0.0/14 drop"),
    blocked("a fifth of all packets is lost", "numgen random mod 100 < 20 drop"),
  ];
}

/** A fault that is a firewall rule where packets of the product arrive in the Internet. */
function blocked(what: string, rule: string): Trouble {
  const table = `table inet trouble {
  chain input {
    type filter hook input priority -310
    iifname "wan" ${rule}
  }
}`;
  return {
    what,
    begin: () => replaceTables([INTERNET], "trouble", [table]),
    end: () => replaceTables([INTERNET], "trouble", []),
  };
}

/** A resolver that stops and starts. Each start is with an empty cache. */
export type Fleeting = {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly signal: (name: NodeJS.Signals) => void;
};

/** Prepares a resolver like the operator's own, at FLEETING_RESOLVER, without starting it. */
export async function prepareResolver(): Promise<Fleeting> {
  const like = `${process.env["LAB_RUN"]}/recursor`;
  const folder = `${process.env["LAB_RUN"]}/fleeting`;
  mkdirSync(folder);
  const config = readFileSync(`${like}/unbound.conf`, "utf8")
    .replaceAll(like, folder)
    .replace(/^ {2}interface(-action|-view)?: .*\n/gm, "")
    .replace(
      "server:\n",
      `server:\n  interface: ${FLEETING_RESOLVER}\n  interface-action: ${FLEETING_RESOLVER} allow\n`,
    );
  writeFileSync(`${folder}/unbound.conf`, config);
  await run(INTERNET, "ip", "address", "add", `${FLEETING_RESOLVER}/32`, "dev", "lo");
  let child: Bun.Subprocess | null = null;
  return {
    async start() {
      // lab/internet executes the server in its own place, so the child is the server.
      child = Bun.spawn([INTERNET, "unbound", "-d", "-p", "-c", `${folder}/unbound.conf`], {
        stdio: ["ignore", "ignore", "ignore"],
      });
      const command = ["dig", `@${FLEETING_RESOLVER}`, "+tries=1", "+time=1", "com", "NS"];
      const answers = () =>
        run(...command).then(
          (text) => text.includes("NOERROR"),
          () => false,
        );
      await until(answers, 20_000, 200);
    },
    async stop() {
      child?.kill("SIGKILL");
      await child?.exited;
    },
    signal: (name) => child?.kill(name),
  };
}
