import {
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

/** Negotiates TLS in POP3 (RFC 1939 3, RFC 2449 5, RFC 2595 4): greeting, CAPA, STLS. */
export function createPop3Dialogue(): Dialogue {
  const said: Said = { greeting: null, capabilities: null };
  let state: "greeting" | "capa" | "list" | "stls" = "greeting";
  let lines: string[] = [];

  function take(line: string): Move {
    const words = shown(line);
    if (state === "list") {
      if (line !== ".") {
        // Removes the dot that the server adds to each line that begins with a dot (RFC 1939 3).
        lines.push(line.startsWith(".") ? line.slice(1) : line);
        return WAIT;
      }
      said.capabilities = offersOf(lines);
      lines = [];
      return offers(said.capabilities, "STLS") ? stls() : end(NOT_OFFERED, "");
    }
    const [, sign = ""] = /^(\+OK|-ERR)(?:\s|$)/i.exec(line) ?? [];
    if (sign === "") return end(NOT_SPOKEN, words);
    const ok = sign.toUpperCase() === "+OK";
    switch (state) {
      case "greeting":
        said.greeting = shown(line.slice(sign.length));
        if (!ok) return end(notNow(words), words);
        state = "capa";
        return send("CAPA");
      case "capa":
        // A server older than RFC 2449 has no capability list, so STLS is tried directly.
        if (!ok) return stls();
        state = "list";
        return WAIT;
      default:
        if (ok) return SECURE;
        return end(refusedAs(words, said.capabilities === null ? NOT_OFFERED : REFUSED), words);
    }
  }

  function stls(): Move {
    state = "stls";
    return send("STLS");
  }
  return { take, said: () => said, farewell: "QUIT" };
}
