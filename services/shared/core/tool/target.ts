import { type Cidr, contains, parseCidr, parseIp, plainCidr, reversedIn } from "../protocol/ip.ts";
import { isWithin, parseDomain, siteOf } from "../protocol/names.ts";

/** Parameters that contain the target of a call. */
const TARGET_PARAMS = ["domain", "host", "ip", "connect"] as const;

/** Returns the targets of a call: the names and addresses among its parameters. */
export function targetsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  return TARGET_PARAMS.map((name) => input[name]).filter((value) => typeof value === "string");
}

/**
 * Returns the targets whose servers a call queries. If the parameter `connect` names a server, which replaces the
 * servers from DNS, only that server is returned; otherwise all targets.
 */
export function askedTargets(input: Readonly<Record<string, unknown>>): readonly string[] {
  const { connect } = input;
  return typeof connect === "string" ? [connect] : targetsOf(input);
}

/**
 * Returns a key that is equal for targets that share servers: all names below one registrable domain, one IPv4 address,
 * or one IPv6 /64.
 */
export function targetKey(target: string): string {
  const bytes = parseIp(target);
  if (bytes === null) return siteOf(target);
  return bytes.length === 4 ? target : bytes.slice(0, 8).join(".");
}

/**
 * Targets that are excluded at the request of their owners: names (including all names below them) and address blocks.
 */
export type Denied = { readonly names: readonly string[]; readonly blocks: readonly Cidr[] };

/** Parses a list of excluded targets. `problem` describes the first item that is neither a name nor a block. */
export function readDenied(items: readonly string[]): { value: Denied } | { problem: string } {
  const names: string[] = [];
  const blocks: Cidr[] = [];
  for (const item of items) {
    const block = parseCidr(item);
    const name = block === null ? parseDomain(item, { underscores: true }) : null;
    if (block !== null) blocks.push(plainCidr(block));
    else if (name?.ok) names.push(name.value);
    else
      return {
        problem: `${item.slice(0, 80)}: set a name such as example.com, or a block such as 192.0.2.0/24`,
      };
  }
  return { value: { names, blocks } };
}

/** Returns true if a target is excluded. */
export function isDenied({ names, blocks }: Denied, target: string): boolean {
  // A name in the reverse tree is treated as the address it stands for.
  const bytes = parseIp(target) ?? reversedIn(target);
  return bytes === null
    ? names.some((name) => isWithin(target, name))
    : blocks.some((block) => contains(block, bytes));
}
