/**
 * Returns the reverse name of an address, without the trailing dot (RFC 1035 section 3.5, RFC 3596 section 2.5).
 */
export function reverseName(address: string): string {
  return address.includes(":")
    ? `${reverseNibbles(address)}.ip6.arpa`
    : `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
}

/** Returns the 32 hexadecimal digits of an IPv6 address in reverse order, each as a label. */
export function reverseNibbles(address: string): string {
  const [head = "", tail] = address.split("::");
  const groups = (part: string) => (part === "" ? [] : part.split(":"));
  const after = tail === undefined ? [] : groups(tail);
  const before = groups(head);
  const zeros = Array<string>(8 - before.length - after.length).fill("0");
  const nibbles = [...before, ...zeros, ...after].map((group) => group.padStart(4, "0")).join("");
  return [...nibbles].toReversed().join(".");
}
