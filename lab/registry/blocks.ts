import { BlockList, isIPv6 } from "node:net";

/** True if an address is in a block. */
export function enclosing(block: string, address: string): boolean {
  const [start = "", bits] = block.split("/");
  const family = isIPv6(start) ? "ipv6" : "ipv4";
  if (isIPv6(address) !== (family === "ipv6")) return false;
  const list = new BlockList();
  list.addSubnet(start, Number(bits), family);
  return list.check(address, family);
}
