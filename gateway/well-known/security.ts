/** Days until `security.txt` expires. RFC 9116 2.5.5 recommends less than a year. */
const HOLDS_DAYS = 180;
const DAY_MS = 86_400_000;

/** Path of `security.txt` (RFC 9116 3). */
export const SECURITY_PATH = "/.well-known/security.txt";

/**
 * Returns `security.txt` (RFC 9116), which contains the contact for reporting security problems. The text changes once
 * a day.
 * @param contact URI of the contact
 * @param publicUrl PUBLIC_URL; empty if it is not set
 * @param now milliseconds since 1970
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
