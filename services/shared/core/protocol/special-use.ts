/**
 * Names that are not in the public DNS, each with its reference. Names that the public DNS does serve are left
 * out: example.com/.net/.org, in-addr.arpa, ip6.arpa.
 * Source: IANA Special-Use Domain Names registry and IANA's reservation of `internal`, as of 2026-11-20.
 */
const SPECIAL_USE = [
  { name: "localhost", reference: "RFC 6761 6.3" },
  { name: "local", reference: "RFC 6762" },
  { name: "internal", reference: "ICANN board resolution 2024.07.29.06" },
  { name: "onion", reference: "RFC 7686" },
  { name: "alt", reference: "RFC 9476" },
  { name: "test", reference: "RFC 6761 6.2" },
  { name: "invalid", reference: "RFC 6761 6.4" },
  { name: "example", reference: "RFC 6761 6.5" },
  { name: "home.arpa", reference: "RFC 8375" },
] as const;

/** Returns the special-use domain that a name is in, or null for ordinary names. */
export function specialUseOf(name: string): { name: string; reference: string } | null {
  const at = (length: number) => name.length === length || name[name.length - length - 1] === ".";
  return SPECIAL_USE.find((special) => name.endsWith(special.name) && at(special.name.length)) ?? null;
}
