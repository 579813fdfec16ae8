/** A JSON object from an untrusted server: each member may have any type. */
export type Json = Readonly<Record<string, unknown>>;

/** Maximum number of list items and maximum text length (in characters) that are read. The server can send more. */
const LIST_MAX = 100;
const TEXT_MAX = 300;

/** Returns a text as one printable line, cut to 300 characters; null if the value is not a text or is empty. */
export function text(value: unknown): string | null {
  const raw = typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
  const clean = raw
    .slice(0, 4 * TEXT_MAX)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean === "" ? null : clean.slice(0, TEXT_MAX);
}

/** Returns a list, cut to 100 items; empty if the value is not a list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, LIST_MAX) : [];
}

/** Returns the texts in a list and skips all other values. */
export function texts(value: unknown): string[] {
  return list(value).flatMap((one) => text(one) ?? []);
}

/** Returns the value if it is an object, and otherwise an empty object. */
export function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Returns the non-empty objects in a list and skips all other values. */
export function objects(value: unknown): Json[] {
  return list(value)
    .map(object)
    .filter((one) => Object.keys(one).length > 0);
}
