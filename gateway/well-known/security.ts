/** Days for which a copy holds: RFC 9116 2.5.5 wants less than a year. */
const HOLDS_DAYS = 180;
const DAY_MS = 86_400_000;

/** Where the file lies (RFC 9116 3). */
export const SECURITY_PATH = "/.well-known/security.txt";

/**
 * `security.txt` (RFC 9116): whom to tell of a security problem. The same text all day.
 * @param contact a URI.
 * @param publicUrl empty where none is set.
 */
export function securityTxt(contact: string, publicUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY_MS) + HOLDS_DAYS) * DAY_MS);
  const canonical = publicUrl === "" ? [] : [`Canonical: ${new URL(SECURITY_PATH, publicUrl).href}`];
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace(".000", "")}`,
    "Preferred-Languages: en",
    ...canonical,
  ];
  return `${lines.join("\n")}\n`;
}
