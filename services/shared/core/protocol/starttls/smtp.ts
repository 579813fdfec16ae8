import {
  BLOCKED,
  type Dialogue,
  end,
  type Move,
  NOT_OFFERED,
  NOT_SPOKEN,
  notNow,
  offers,
  offersOf,
  REFUSED,
  refusedAs,
  type Said,
  SECURE,
  send,
  shown,
  WAIT,
} from "./dialogue.ts";

/**
 * Negotiates TLS in SMTP (RFC 5321 4.2, RFC 3207): greeting, EHLO, STARTTLS.
 * @param name this client's name for EHLO (RFC 5321 4.1.1.1).
 */
export function createSmtpDialogue(name: string): Dialogue {
  const said: Said = { greeting: null, capabilities: null };
  let state: "greeting" | "ehlo" | "helo" | "starttls" = "greeting";
  /** Lines of a multi-line reply that is not complete yet (RFC 5321 4.2.1). */
  let lines: string[] = [];

  function take(line: string): Move {
    const [, digits, separator = "", text = ""] = /^([2-5]\d\d)([ -]?)(.*)$/.exec(line) ?? [];
    if (digits === undefined) return end(NOT_SPOKEN, shown(line));
    lines.push(text);
    if (separator === "-") return WAIT;
    const reply = { code: Number(digits), texts: lines };
    lines = [];
    return next(reply.code, reply.texts);
  }

  function next(code: number, texts: readonly string[]): Move {
    const words = shown(`${code} ${texts.join(" ")}`);
    switch (state) {
      case "greeting":
        said.greeting = shown(texts.join(" "));
        if (code !== 220) return refusal(code, words);
        state = "ehlo";
        return send(`EHLO ${name}`);
      case "ehlo":
        if (code === 250) {
          // The first line contains the server's name, not a capability (RFC 5321 4.1.1.1).
          said.capabilities = offersOf(texts.slice(1));
          if (!offers(said.capabilities, "STARTTLS")) return end(NOT_OFFERED, "");
          state = "starttls";
          return send("STARTTLS");
        }
        // A server that rejects EHLO may still support plain HELO, without extensions (RFC 5321 3.2).
        if ((code === 500 || code === 502 || code === 504) && refusedAs(words, BLOCKED) === BLOCKED) {
          state = "helo";
          return send(`HELO ${name}`);
        }
        return refusal(code, words);
      case "helo":
        if (code !== 250) return refusal(code, words);
        said.capabilities = [];
        return end(NOT_OFFERED, "");
      case "starttls":
        if (code === 220) return SECURE;
        return code < 500 ? refusal(code, words) : end(refusedAs(words, REFUSED), words);
    }
  }
  return { take, said: () => said, farewell: "QUIT" };
}

/**
 * Returns the outcome of a refusal. Codes 4yz mean a temporary refusal; codes 5yz mean that this client is refused,
 * although other clients may be served (RFC 5321 4.2.1).
 */
function refusal(code: number, words: string): Move {
  if (code < 400) return end(NOT_SPOKEN, words);
  return end(code < 500 ? notNow(words) : refusedAs(words, BLOCKED), words);
}
