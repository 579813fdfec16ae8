/** A name's labels from the left, as their bytes: a character of a label is a byte. None for the root. */
export type Labels = readonly string[];

/** An escaped byte or dot, or any other character (RFC 1035 5.1). */
const PIECES = /\\(\d{3})|\\(.)|(.)/gs;

/**
 * The labels of a name in presentation form, in the case it has. Dots of labels are escaped there, so that
 * `a\.example.com` is no name below example.com.
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

/** Upper-case letters of ASCII alone: bytes are no text, and `É` is none of DNS's letters. */
export function lowerLabels(labels: Labels): Labels {
  return labels.map((label) => label.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
}

/** The wire form without compression. */
export function wireOf(labels: Labels): Uint8Array {
  const bytes = new Uint8Array(labels.reduce((sum, label) => sum + label.length + 1, 1));
  let at = 0;
  for (const label of labels) {
    bytes[at++] = label.length;
    for (let i = 0; i < label.length; i++) bytes[at++] = label.charCodeAt(i);
  }
  return bytes;
}

/** Whether a name is another or below it. Both in lower case. */
export function isAtOrBelow(labels: Labels, zone: Labels): boolean {
  const more = labels.length - zone.length;
  return more >= 0 && zone.every((label, i) => label === labels[more + i]);
}

/** Whether two names are the same. Both in lower case. */
export function isSame(a: Labels, b: Labels): boolean {
  return a.length === b.length && isAtOrBelow(a, b);
}

/** Canonical order (RFC 4034 6.1): by labels from the right, of which each is ordered as bytes. Both in lower case. */
export function compareNames(a: Labels, b: Labels): number {
  for (let i = 1; i <= Math.min(a.length, b.length); i++) {
    const [left = "", right = ""] = [a[a.length - i], b[b.length - i]];
    if (left !== right) return left < right ? -1 : 1;
  }
  return a.length - b.length;
}

/** How many labels two names have in common, from the right. Both in lower case. */
export function sharedLabels(a: Labels, b: Labels): number {
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[a.length - 1 - shared] === b[b.length - 1 - shared])
    shared++;
  return shared;
}

/** The last labels of a name in presentation form. */
export function lastLabels(name: string, count: number): string {
  const labels = name.match(/(?:\\\d{3}|\\.|[^.\\])+/gs) ?? [];
  return labels.slice(labels.length - count).join(".");
}
