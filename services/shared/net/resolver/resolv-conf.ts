import { readFileSync } from "node:fs";
import { isIp } from "@dnstools/core/protocol/ip";
import type { Endpoint } from "../dns/transport.ts";

/**
 * Returns the resolvers in resolv.conf(5); empty if there are none. At most three are returned, as the file format
 * allows.
 */
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
