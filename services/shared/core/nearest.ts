/** Maximum length of a word that is compared, since the run time grows with the product of the lengths. */
const LENGTH_MAX = 32;

/**
 * Returns the candidate that a mistyped word most likely means; null if every candidate differs from the word in more
 * than a third of its letters.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  if (word.length > LENGTH_MAX) return null;
  let best: string | null = null;
  let bestDistance = Math.floor(word.length / 3) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the Levenshtein distance of two words, calculated one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
