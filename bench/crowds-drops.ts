import { readFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@dnstools/lab/support/run";

/** Datagrams that got lost because a socket's buffer or the resolver's list of requests was full. */
export type Drops = {
  /** On the product's side, all sockets. */
  readonly product: number;
  /** On the Internet's side, all sockets, of which the operator's resolver is one. */
  readonly internet: number;
  /** Questions that the operator's resolver dropped itself. */
  readonly resolver: number;
};

const INTERNET = join(import.meta.dir, "../lab/internet");

/** Counts the lost datagrams since the lab started. */
export async function dropsSoFar(): Promise<Drops> {
  const config = `${process.env["LAB_RUN"]}/recursor/unbound.conf`;
  const [theirs, stats] = await Promise.all([
    run(INTERNET, "cat", "/proc/net/snmp"),
    run("unbound-control", "-c", config, "stats_noreset"),
  ]);
  const stat = (name: string) => Number(new RegExp(`^${name}=(\\d+)`, "m").exec(stats)?.[1] ?? 0);
  return {
    product: bufferErrors(readFileSync("/proc/net/snmp", "utf8")),
    internet: bufferErrors(theirs),
    resolver: stat("total\\.requestlist\\.exceeded") + stat("total\\.num\\.queries_timed_out"),
  };
}

/** Returns what was lost between two counts. */
export function dropsBetween(before: Drops, after: Drops): Drops {
  return {
    product: after.product - before.product,
    internet: after.internet - before.internet,
    resolver: after.resolver - before.resolver,
  };
}

/** Returns the number of datagrams that were dropped because a socket's buffer was full, from /proc/net/snmp. */
function bufferErrors(snmp: string): number {
  const [names = [], values = []] = snmp
    .split("\n")
    .filter((line) => line.startsWith("Udp:"))
    .map((line) => line.split(" "));
  return Number(values[names.indexOf("RcvbufErrors")]);
}
