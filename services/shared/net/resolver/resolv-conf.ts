import { readFileSync, watchFile } from "node:fs";
import { isIp, isLinkLocalWithZone } from "@dnstools/core/protocol/ip";
import type { Endpoint } from "../dns/transport.ts";

const RESOLV_CONF = "/etc/resolv.conf";
/** Milliseconds between two looks at the file. */
const LOOK_MS = 5000;

/** Calls `onChange` with the resolvers in resolv.conf(5) whenever the file has changed and names any. */
export function watchSystemResolvers(
  onChange: (resolvers: readonly Endpoint[]) => void,
  path = RESOLV_CONF,
): void {
  watchFile(path, { interval: LOOK_MS, persistent: false }, () => {
    const resolvers = systemResolvers(path);
    if (resolvers.length > 0) onChange(resolvers);
  });
}

/**
 * Returns the resolvers in resolv.conf(5); empty if there are none. At most three are returned, as the file format
 * allows.
 */
export function systemResolvers(path = RESOLV_CONF): readonly Endpoint[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return [];
  }
  return text
    .split("\n")
    .map((line) => /^\s*nameserver\s+(\S+)/.exec(line)?.[1] ?? "")
    .filter((address) => isIp(address) || isLinkLocalWithZone(address))
    .slice(0, 3)
    .map((address) => ({ address, port: 53 }));
}
