/** An RDAP status as EPP writes it, with its explanation: `client transfer prohibited` (RFC 8056). */
export function eppStatus(status: string): string {
  const camel = status.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
  return `${camel} https://icann.org/epp#${camel}`;
}
