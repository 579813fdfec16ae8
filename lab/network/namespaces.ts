import { join } from "node:path";
import type { RoundTrips } from "../options.ts";
import { CLIENTS_V6, EGRESS, PRODUCT, ROUTER, UNREACHABLE } from "../plan/hosts.ts";
import { addressesOf, HOSTS } from "../plan/plan.ts";
import { keepReady, run, runWith } from "../support/run.ts";
import { BAIT_ADDRESSES } from "./bait.ts";
import { delayRules, internetRules, productRules } from "./firewall.ts";

/** The Internet's namespace. */
export type Internet = {
  /** ID of a process in the namespace, through which other processes enter it. */
  readonly pid: number;
  /** Returns the command line that runs a command in the namespace. */
  readonly inside: (command: readonly string[]) => string[];
  /**
   * Returns the number of packets that the product has sent so far to addresses that are not public, and how many of
   * these packets arrived in the Internet's namespace.
   */
  readonly escaped: () => Promise<{ readonly packets: number; readonly left: number }>;
};

/**
 * Creates a second namespace with every address of the plan, and connects it with a veth pair to the current
 * namespace, which is the product's. In a single namespace, the kernel would use the destination's address as the
 * client's source address.
 */
export async function joinInternet(options: {
  readonly ipv6: boolean;
  readonly rtt: RoundTrips | null;
  readonly smtp: boolean;
}): Promise<Internet> {
  const holder = ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"];
  const pid = await keepReady("the Internet's namespace", holder);
  const inside = (command: readonly string[]) => ["nsenter", "-t", String(pid), "-n", "--", ...command];
  await runWith(productSide(pid, options.ipv6), "ip", "-batch", "-");
  if (!options.ipv6) await run("sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1");
  // Allows servers that do not run as root to bind port 53.
  const unprivileged = "net.ipv4.ip_unprivileged_port_start=0";
  // Every query to a closed port gets an ICMP error, not only one query per second.
  const unlimited = ["net.ipv4.icmp_ratelimit=0", "net.ipv6.icmp.ratelimit=0"];
  const settings = ["net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1", unprivileged, ...unlimited];
  await Promise.all([
    runWith(internetSide(), ...inside(["ip", "-batch", "-"])),
    runWith(internetRules(options.smtp), ...inside(["nft", "-f", "-"])),
    runWith(productRules(), "nft", "-f", "-"),
    run(...inside(["sysctl", "-qw", ...settings])),
  ]);
  const { rtt } = options;
  if (rtt !== null) {
    await Promise.all([delay("product", rtt, (command) => [...command]), delay("resolver", rtt, inside)]);
  }
  return {
    pid,
    inside,
    async escaped() {
      const [own, line] = await Promise.all([
        run("nft", "list", "counter", "inet", "escapes", "escaped"),
        run(...inside(["nft", "list", "counter", "inet", "lab", "not_public"])),
      ]);
      const packets = (counter: string) => Number(/packets (\d+)/.exec(counter)?.[1]);
      return { packets: packets(own), left: packets(line) };
    },
  };
}

function productSide(internet: number, ipv6: boolean): string {
  const v6 = [
    `address add ${PRODUCT.v6}/64 dev eth0 nodad`,
    ...CLIENTS_V6.map((address) => `address add ${address}/128 dev lo nodad`),
    `route add default via ${ROUTER.v6}`,
  ];
  return `link set lo up
link add eth0 type veth peer name wan netns ${internet}
address add ${PRODUCT.v4}/24 dev eth0
${BAIT_ADDRESSES.filter((address) => ipv6 || !address.includes(":"))
  .map((address) => `address add ${address} dev lo${address.includes(":") ? " nodad" : ""}\n`)
  .join("")}link set eth0 up
route add default via ${ROUTER.v4}
${ipv6 ? v6.join("\n") : ""}
`;
}

function internetSide(): string {
  const local = [
    ...HOSTS.filter((host) => !host.elsewhere).flatMap(addressesOf),
    ...Object.values(EGRESS).flatMap((egress) => Object.values(egress)),
  ];
  return `link set lo up
link set wan up
address add ${ROUTER.v4}/24 dev wan
address add ${ROUTER.v6}/64 dev wan nodad
${CLIENTS_V6.map((address) => `route add ${address}/128 via ${PRODUCT.v6}\n`).join("")}${local
  .map(
    (address) =>
      `address add ${address}/${address.includes(":") ? "128" : "32"} dev lo${address.includes(":") ? " nodad" : ""}\n`,
  )
  .join("")}route add blackhole 0.0.0.0/0
route add blackhole ::/0
route add unreachable ${UNREACHABLE.v4}
route add unreachable ${UNREACHABLE.v6}
`;
}

/** Marks packets with their delay, queues the marked packets, and starts the process that releases them in time. */
async function delay(
  from: "product" | "resolver",
  rtt: RoundTrips,
  inside: (command: readonly string[]) => string[],
): Promise<void> {
  await runWith(delayRules(from, rtt), ...inside(["nft", "-f", "-"]));
  for (const iptables of ["iptables", "ip6tables"]) {
    // iptables is used because some kernels have no NFQUEUE for nft.
    const queue = ["-t", "mangle", "-A", "OUTPUT", "-m", "mark", "!", "--mark", "0", "-j", "NFQUEUE"];
    await run(...inside([iptables, "-w", ...queue, "--queue-num", "0", "--queue-bypass"]));
  }
  const command = inside([process.execPath, join(import.meta.dir, "delay.ts")]);
  await keepReady(`the process that delays the ${from}'s packets`, command);
}
