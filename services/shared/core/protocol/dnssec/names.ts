/** A name's labels from left to right, as byte strings: each character is one byte. Empty for the root. */
export type Labels = readonly string[];

/** An escaped byte, an escaped character, or any other character (RFC 1035 5.1). */
const PIECES = /\\(\d{3})|\\(.)|(.)/gs;

/**
 * Splits a name in presentation form into labels and preserves their case. An escaped dot is part of its label:
 * `a\.example.com` is not below example.com.
 */
export function labelsOf(name: string): Labels {
  if (name === "" || name === ".") return [];
  if (!name.includes("\\")) return (name.endsWith(".") ? name.slice(0, -1) : name).split(".");
  const labels: string[] = [];
  let label = "";
  for (const [, decimal, escaped, plain] of name.matchAll(PIECES)) {
    if (plain === ".") {
      labels.push(label);
      label = "";
    } else label += decimal === undefined ? (escaped ?? plain) : String.fromCharCode(Number(decimal) & 0xff);
  }
  return label === "" ? labels : [...labels, label];
}

/** Converts the ASCII letters in labels to lower case. As in DNS, labels are bytes, so `É` stays as it is. */
export function lowerLabels(labels: Labels): Labels {
  return labels.map((label) => label.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/** Returns a name in uncompressed wire format. */
export function wireOf(labels: Labels): Uint8Array {
  const bytes = new Uint8Array(labels.reduce((sum, label) => sum + label.length + 1, 1));
  let at = 0;
  for (const label of labels) {
    bytes[at++] = label.length;
    for (let i = 0; i < label.length; i++) bytes[at++] = label.charCodeAt(i);
  }
  return bytes;
}

/** Returns true if a name is equal to `zone` or below it. Both must be in lower case. */
export function isAtOrBelow(labels: Labels, zone: Labels): boolean {
  const more = labels.length - zone.length;
  return more >= 0 && zone.every((label, i) => label === labels[more + i]);
}

/** Returns true if two names are equal. Both must be in lower case. */
export function isSame(a: Labels, b: Labels): boolean {
  return a.length === b.length && isAtOrBelow(a, b);
}

/**
 * Compares names in canonical order (RFC 4034 6.1): label by label from the right, each as bytes. Both must be in
 * lower case.
 */
export function compareNames(a: Labels, b: Labels): number {
  for (let i = 1; i <= Math.min(a.length, b.length); i++) {
    const [left = "", right = ""] = [a[a.length - i], b[b.length - i]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/** Returns the number of labels that two names share at the right. Both must be in lower case. */
export function sharedLabels(a: Labels, b: Labels): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[a.length - 1 - shared] === b[b.length - 1 - shared])
    shared++;
  return shared;
}

/** Returns the last `count` labels of a name in presentation form. */
export function lastLabels(name: string, count: number): string {
  const labels = name.match(/(?:\\\d{3}|\\.|[^.\\])+/gs) ?? [];
  return labels.slice(labels.length - count).join(".");
}
