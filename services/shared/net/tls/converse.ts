import type { Socket } from "node:net";
import { onAbort } from "@dnstools/concurrency/abortable";
import { type Dialogue, type Move, shown } from "@dnstools/core/protocol/starttls/dialogue";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";

/**
 * Maximum number of lines that a server may send before TLS; LINE_MAX limits the bytes in a line, BYTES_MAX the total
 * bytes.
 */
const LINES_MAX = 500;
const LINE_MAX = 4096;
const BYTES_MAX = 65_536;

/** The result of a plain-text dialogue. If `outcome` is present, TLS can start on the same socket. */
export type Talked = {
  readonly outcome: Outcome<true>;
  readonly words: string;
  /** True if the server sent nothing and kept the connection open. */
  readonly silent: boolean;
};

/**
 * Conducts the plain-text dialogue on a connected socket until the server is ready for TLS. Never rejects: resolves
 * when the signal fires at the latest. Plain text after the server has agreed to start TLS ends the dialogue, because
 * an attacker may have injected it (RFC 3207 6).
 */
export function converse(socket: Socket, dialogue: Dialogue, signal: AbortSignal): Promise<Talked> {
  const { promise, resolve } = Promise.withResolvers<Talked>();
  /** The last received line, as long as it is incomplete. */
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

  /**
   * Performs the next move of the dialogue.
   * @returns true while the dialogue continues.
   */
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
    // Decoding as Latin-1 preserves every byte.
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
