import type { Socket } from "node:net";
import { onAbort } from "@dnstools/concurrency/abortable";
import { type Dialogue, type Move, shown } from "@dnstools/core/protocol/starttls/dialogue";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";

/** Lines, bytes of a line, and bytes that a server may say before TLS. */
const LINES_MAX = 500;
const LINE_MAX = 4096;
const BYTES_MAX = 65_536;

/** How a dialogue ended; `present`: TLS begins now, on the same socket. */
export type Talked = {
  readonly outcome: Outcome<true>;
  readonly words: string;
  /** Whether the server sent nothing at all, and did not go. */
  readonly silent: boolean;
};

/**
 * Leads a dialogue over a connected socket until the go-ahead for TLS. Total: resolves when the signal fires at the
 * latest. Whatever lies behind the go-ahead was put there by somebody who is not the server in TLS (RFC 3207 6): that
 * ends it.
 */
export function converse(socket: Socket, dialogue: Dialogue, signal: AbortSignal): Promise<Talked> {
  const { promise, resolve } = Promise.withResolvers<Talked>();
  /** What is no whole line yet. */
  let rest = "";
  let bytes = 0;
  let lines = 0;
  let settled = false;

  const settle = (outcome: Outcome<true>, words = "") => {
    if (settled) return;
    settled = true;
    for (const event of ["data", "end", "close"] as const) socket.removeAllListeners(event);
    socket.pause();
    const silent = bytes === 0 && outcome.kind === "unknown" && outcome.reason === "timeout";
    resolve({ outcome, words, silent });
  };
  const late = () => settle(unknown("timeout"));
  const gone = () => settle(unknown("reset"));

  /** @returns whether the server may go on. */
  function act(move: Move, behind: string): boolean {
    if (move.kind === "wait") return true;
    if (move.kind === "send") {
      socket.write(`${move.line}\r\n`);
      return true;
    }
    if (move.kind === "end") {
      socket.end(`${dialogue.farewell}\r\n`);
      settle(move.outcome, move.words);
    } else if (behind !== "") settle(unknown("plaintext_injected"), shown(behind));
    else settle(present(true));
    return false;
  }

  socket.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    // Latin-1 keeps every byte.
    rest += chunk.toString("latin1");
    for (let end = rest.indexOf("\n"); end !== -1 && !settled; end = rest.indexOf("\n")) {
      const line = rest.slice(0, end).replace(/\r$/, "");
      rest = rest.slice(end + 1);
      lines += 1;
      if (line.length > LINE_MAX || lines > LINES_MAX) return settle(unknown("too_large"));
      if (!act(dialogue.take(line), rest)) return;
    }
    if (rest.length > LINE_MAX || bytes > BYTES_MAX) settle(unknown("too_large"));
  });
  socket.on("end", gone);
  socket.on("close", gone);
  return promise.finally(onAbort(signal, late));
}
