/** Matches the suffix of a type name that is dropped in the names of nested types. */
const ENDINGS = /(?<=.)(?:Answer|Data)$/;

/**
 * Returns the name of a nested type: the member `data` of `DnsAnswer` has the type `DnsData`, and the entries of its
 * list `nameServers` have the type `DnsNameServer`.
 */
export function nameBelow(above: string, member: string, isList: boolean): string {
  return above.replace(ENDINGS, "") + pascalCase(isList ? singular(member) : member);
}

/** Converts a name to PascalCase: `server_name` becomes `ServerName`, `DNSKEY` becomes `Dnskey`. */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).map((word) => (/[a-z]/.test(word) ? word : word.toLowerCase()));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function singular(word: string): string {
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.endsWith("sses")) return word.slice(0, -2);
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
}
