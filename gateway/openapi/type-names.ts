/** Endings that only say that a type is the answer of a tool, or what it holds. */
const ENDINGS = /(?<=.)(?:Answer|Data)$/;

/** The name of a type by its place: `DnsAnswer`, `data` is `DnsData`, and its `nameServers` are of `DnsNameServer`. */
export function nameBelow(above: string, member: string, isList: boolean): string {
  return above.replace(ENDINGS, "") + pascalCase(isList ? singular(member) : member);
}

/** `server_name`, `DNSKEY` and `server` with a capital at each word's beginning alone. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("sses")) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
