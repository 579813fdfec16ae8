import type { Parsed } from "../tool/parsed.ts";

/**
 * A text that contains a name or an address: a message on what to send instead, and the part of the text to parse
 * next.
 */
export type Pasted = { readonly message: string; readonly part: string };

const QUOTES = "[\"'`\u00ab\u00bb\u2018-\u201f\u2039\u203a]+";
const AT_ENDS = new RegExp(`^${QUOTES}|${QUOTES}$`, "g");
/** Separators between the names of a list. */
const BETWEEN = /[\s\p{Cc},;|]+/u;
/** Matches the scheme, user information and host of a URL (RFC 3986 3). */
const URL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)/i;

/**
 * Recognises texts that users paste in place of a name or an address: quoted, in brackets, a URL, a list, an
 * e-mail address, or with a path or a port.
 * @returns null if the text is none of these.
 */
export function pasted(text: string): Pasted | null {
  const bare = text.replace(AT_ENDS, "").trim();
  if (bare !== text) return { message: "This has quotation marks: send the name without them", part: bare };
  const inside = /<([^<>]*)>/.exec(text)?.[1] ?? /^[([{]([^()[\]{}]*)[)\]}](?::\d*)?$/.exec(text)?.[1];
  if (inside !== undefined)
    return { message: "This has brackets: send the name without them", part: inside.trim() };
  const url = URL.exec(text);
  if (url) return { message: "This is a URL: send only the name in it", part: url[1] ?? "" };
  const [first, second] = text.split(BETWEEN).filter((part) => part !== "");
  if (first !== undefined && first !== text) {
    const message = /[,;|]/.test(text)
      ? `This has a '${/[,;|]/.exec(text)?.[0]}': send one name per request`
      : "This has white space or control characters: send one name";
    // In `Name user@example.com` the address is the second word.
    return { message, part: second?.includes("@") && !first.includes("@") ? second : first };
  }
  if (text.includes("@"))
    return {
      message: "This is an e-mail address: send only its domain",
      part: text.slice(text.lastIndexOf("@") + 1),
    };
  if (/[/\\?#]/.test(text)) {
    const part = text.split(/[/\\?#]/).find((one) => one !== "") ?? "";
    return { message: "This has a path: send only the name", part };
  }
  if (text.includes(":"))
    return { message: "This has a port: send only the name", part: text.split(":")[0] ?? "" };
  return null;
}

/** Maximum number of nested forms that are unwrapped, such as a URL inside quotation marks. */
const LAYERS = 4;

/**
 * Returns the value inside a pasted text, or null if there is no valid value in it.
 * @param read parses a part of the text; it must not call `valueIn`.
 */
export function valueIn<T>(text: string, read: (part: string) => Parsed<T>): T | null {
  let rest = pasted(text);
  for (let layer = 0; rest !== null && layer < LAYERS; layer++) {
    const found = read(rest.part);
    if (found.ok) return found.value;
    rest = pasted(rest.part);
  }
  return null;
}
