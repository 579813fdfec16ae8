import type { Parsed } from "../tool/parsed.ts";

/** A text that holds a name or an address and something around it: what it is, and the part of it to look at. */
export type Pasted = { readonly message: string; readonly part: string };

const QUOTES = "[\"'`\u00ab\u00bb\u2018-\u201f\u2039\u203a]+";
const AT_ENDS = new RegExp(`^${QUOTES}|${QUOTES}$`, "g");
/** Between the names of a list. */
const BETWEEN = /[\s\p{Cc},;|]+/u;
/** RFC 3986 3: scheme, user information, host. */
const URL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)/i;

/**
 * What people paste in place of a name or an address: quoted, in brackets, a URL, a list, an e-mail address, with a path or a port.
 * @returns null for a text without any of these.
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
      ? `This has a '${/[,;|]/.exec(text)?.[0]}': send one name a call`
      : "This has white space or control characters: send one name";
    // In "Name address" the address is behind.
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

/** What may stand around a name, one in the other, as a URL in quotation marks. */
const LAYERS = 4;

/** The value inside a pasted text; null where it holds none. @param read reads a part; it does not call this again. */
export function valueIn<T>(text: string, read: (part: string) => Parsed<T>): T | null {
  let rest = pasted(text);
  for (let layer = 0; rest !== null && layer < LAYERS; layer++) {
    const found = read(rest.part);
    if (found.ok) return found.value;
    rest = pasted(rest.part);
  }
  return null;
}
