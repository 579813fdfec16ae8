/** One piece of a macro-string (RFC 7208 7.1). */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "macro";
      /** Lower case: s l o d i p h v, and in explanations c r t. */
      readonly letter: string;
      /** Labels kept from the right; null for all. */
      readonly digits: number | null;
      readonly reverse: boolean;
      readonly delimiters: string;
    };

/** A macro-string, read; or where it is wrong. */
export type MacroString =
  | {
      readonly ok: true;
      readonly pieces: readonly Piece[];
      /** Whether it ends in a macro, or in one of `%%`, `%_` and `%-`: what RFC 7208 7.1 calls macro-expand. */
      readonly endsInMacro: boolean;
    }
  | { readonly ok: false; readonly at: number; readonly message: string };

const MACRO = /^%\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}/i;
const ESCAPES: Readonly<Record<string, string>> = { "%%": "%", "%_": " ", "%-": "%20" };

/** Reads a macro-string; `c`, `r` and `t` are for explanations alone (RFC 7208 7.2). */
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
    if (match === null) return { ok: false, at, message: "a % that begins no macro" };
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
  if ("crt".includes(letter)) return `the macro %{${letter}} is for explanations alone`;
  if (!"slodiphv".includes(letter)) return `there is no macro %{${letter}}`;
  return digits !== "" && Number(digits) === 0 ? "a macro that keeps no part (0)" : null;
}

/** What of a message is known without one. */
export type MacroValues = {
  /** The domain whose record is evaluated now (RFC 7208 7.2 `d`). */
  readonly domain: string;
  /** The domain of the sender (`o`): the one that was asked about. */
  readonly sender: string;
};

const NAME_MAX = 253;

/** The name that pieces make; null where that takes a message: its client, its HELO or its sender's mailbox. */
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

/** Of a name that is too long labels go from the left (RFC 7208 7.3). */
function cutLeft(name: string): string {
  let rest = name;
  while (rest.length > NAME_MAX && rest.includes(".")) rest = rest.slice(rest.indexOf(".") + 1);
  return rest;
}
