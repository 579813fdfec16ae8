/** Characters that change what a terminal or a reader sees: controls, and those of format and direction. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Somebody else's text to show among our own: on one line, without what is not seen, and cut. */
export function printable(text: string, max = 200): string {
  const clean = text.replace(UNSEEN, "?").trim();
  return clean.length > max ? `${clean.slice(0, max)}...` : clean;
}
