/** A piece of an SPF macro-string (RFC 7208 7.1). */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "macro";
      /** The macro letter in lower case: s l o d i p h v, and in explanations also c r t. */
      readonly letter: string;
      /** Number of parts of the value that are kept, counted from the right; null for all. */
      readonly digits: number | null;
      readonly reverse: boolean;
      readonly delimiters: string;
    };

/** A parsed macro-string, or the position and description of its error. */
export type MacroString =
  | {
      readonly ok: true;
      readonly pieces: readonly Piece[];
      /**
       * True if the macro-string ends in a macro or in one of `%%`, `%_` and `%-`, which RFC 7208 7.1 calls
       * macro-expand.
       */
      readonly endsInMacro: boolean;
    }
  | { readonly ok: false; readonly at: number; readonly message: string };

const MACRO = /^%\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}/i;
const ESCAPES: Readonly<Record<string, string>> = { "%%": "%", "%_": " ", "%-": "%20" };

/**
 * Parses a macro-string. The letters `c`, `r` and `t`, which are only for explanations (RFC 7208 7.2), are errors.
 */
export function parseMacroString(text: string): MacroString {
  const pieces: Piece[] = [];
  let plain = "";
  let endsInMacro = false;
  const endPlain = () => {
    if (plain !== "") pieces.push({ kind: "text", text: plain });
    plain = "";
  };
  for (let at = 0; at < text.length; ) {
    if (text[at] !== "%") {
      plain += text[at];
      at += 1;
      endsInMacro = false;
      continue;
    }
    endsInMacro = true;
    const escaped = ESCAPES[text.slice(at, at + 2)];
    if (escaped !== undefined) {
      plain += escaped;
      at += 2;
      continue;
    }
    const match = MACRO.exec(text.slice(at, at + 200));
    if (match === null) return { ok: false, at, message: "a % does not begin a valid macro" };
    const [whole, letter = "", digits = "", reverse = "", delimiters = ""] = match;
    const problem = macroProblem(letter.toLowerCase(), digits);
    if (problem !== null) return { ok: false, at, message: problem };
    endPlain();
    pieces.push({
      kind: "macro",
      letter: letter.toLowerCase(),
      digits: digits === "" ? null : Math.min(Number(digits), 128),
      reverse: reverse !== "",
      delimiters: delimiters === "" ? "." : delimiters,
    });
    at += whole.length;
  }
  endPlain();
  return { ok: true, pieces, endsInMacro };
}

function macroProblem(letter: string, digits: string): string | null {
  if ("crt".includes(letter)) return `the macro %{${letter}} is only allowed in explanations`;
  if (!"slodiphv".includes(letter)) return `the macro %{${letter}} does not exist`;
  return digits !== "" && Number(digits) === 0 ? "a macro must keep at least one part of its value" : null;
}

/** The macro values that are known without a mail message. */
export type MacroValues = {
  /** The domain whose record is being evaluated (macro `d`, RFC 7208 7.2). */
  readonly domain: string;
  /** The sender's domain (macro `o`), which is the domain of the API request. */
  readonly sender: string;
};

const NAME_MAX = 253;

/**
 * Expands macros to a domain name. Returns null if the name depends on the client, the HELO name or the sender mailbox
 * of a mail message.
 */
export function expandMacros(pieces: readonly Piece[], { domain, sender }: MacroValues): string | null {
  let text = "";
  for (const piece of pieces) {
    if (piece.kind === "text") {
      text += piece.text;
      continue;
    }
    if (piece.letter !== "d" && piece.letter !== "o") return null;
    const value = piece.letter === "d" ? domain : sender;
    const parts = splitAt(value, piece.delimiters);
    const ordered = piece.reverse ? parts.toReversed() : parts;
    text += (piece.digits === null ? ordered : ordered.slice(-piece.digits)).join(".");
  }
  return cutLeft(text.replace(/\.$/, "").toLowerCase());
}

function splitAt(value: string, delimiters: string): string[] {
  const parts = [""];
  for (const letter of value) {
    if (delimiters.includes(letter)) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** Shortens a name that is too long by removing labels from the left (RFC 7208 7.3). */
function cutLeft(name: string): string {
  let rest = name;
  while (rest.length > NAME_MAX && rest.includes(".")) rest = rest.slice(rest.indexOf(".") + 1);
  return rest;
}
