/**
 * Parses the data of a DS record (presentation form, without the owner) and returns it in canonical form (RFC 4034
 * 5.1). Returns null if the text is not a valid DS with a SHA-256 or SHA-384 digest.
 */
export function readAnchor(text: string): Uint8Array | null {
  const match = /^(\d{1,5})\s+(\d{1,3})\s+(\d{1,3})\s+([0-9a-f\s]+)$/i.exec(text.trim());
  if (match === null) return null;
  const [keyTag, algorithm, digestType] = match.slice(1, 4).map(Number) as [number, number, number];
  const digest = (match[4] ?? "").replace(/\s/g, "").match(/../g) ?? [];
  if (keyTag > 0xffff || algorithm > 0xff || digest.length !== DIGEST_OCTETS[digestType]) return null;
  const octets = digest.map((pair) => Number.parseInt(pair, 16));
  return Uint8Array.from([keyTag >> 8, keyTag & 0xff, algorithm, digestType, ...octets]);
}

/** Digest lengths in octets of the allowed digest types: SHA-256 and SHA-384. */
const DIGEST_OCTETS: Readonly<Record<number, number>> = { 2: 32, 4: 48 };

/**
 * The root zone's trust anchors for validation, as DS data (RFC 9718).
 * Source: IANA, https://data.iana.org/root-anchors/root-anchors.xml (KSK-2017, KSK-2024), as of 2026-11-23.
 */
export const ROOT_ANCHORS: readonly Uint8Array[] = [
  "20326 8 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D",
  "38696 8 2 683D2D0ACB8C9B712A1948B27F741219298D0A450D612C483AF444A4C0FB2B16",
].flatMap((text) => readAnchor(text) ?? []);
