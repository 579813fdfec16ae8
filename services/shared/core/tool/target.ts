import { type Cidr, contains, parseCidr, parseIp, plainCidr, reversedIn } from "../protocol/ip.ts";
import { isWithin, parseDomain, siteOf } from "../protocol/names.ts";

/** Parameters that say whom a call is about. */
const TARGET_PARAMS = ["domain", "host", "ip", "connect"] as const;

/** Whom a call asks about: names and addresses among its parameters. */
export function targetsOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  return TARGET_PARAMS.map((name) => input[name]).filter((value) => typeof value === "string");
}

/** Those of them whose servers a call asks: the one server that it gives in place of those that DNS gives, or all. */
export function askedTargets(input: Readonly<Record<string, unknown>>): readonly string[] {
  const { connect } = input;
  return typeof connect === "string" ? [connect] : targetsOf(input);
}

/**
 * Those who are one target: all names that somebody registered together, an IPv4 address, an IPv6 /64. What is asked about
 * them meets the same servers.
 */
export function targetKey(target: string): string {
  const bytes = parseIp(target);
  if (bytes === null) return siteOf(target);
  return bytes.length === 4 ? target : bytes.slice(0, 8).join(".");
}

/** Whom nobody may ask about, since their owners object: names with all below them, and blocks. */
export type Denied = { readonly names: readonly string[]; readonly blocks: readonly Cidr[] };

/** Reads such a list; the first item that is neither a name nor a block is the problem. */
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

export function isDenied({ names, blocks }: Denied, target: string): boolean {
  // A reverse name asks about its address.
  const bytes = parseIp(target) ?? reversedIn(target);
  return bytes === null
    ? names.some((name) => isWithin(target, name))
    : blocks.some((block) => contains(block, bytes));
}
