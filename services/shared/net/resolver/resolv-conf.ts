import { readFileSync } from "node:fs";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Endpoint } from "../dns/transport.ts";

/** Returns the resolvers of resolv.conf(5), at most three as that file format allows; empty if there are none. */
export function systemResolvers(path = "/etc/resolv.conf"): readonly Endpoint[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .map((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? "")
    .filter(isIp)
    .slice(0, 3)
    .map((address) => ({ address, port: 53 }));
}
