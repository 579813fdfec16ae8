import type { Socket } from "bun";
import { addressesOf } from "../plan/plan.ts";
import type { Host } from "../plan/shapes.ts";
import { answerer } from "./whois-servers.ts";

/** The part of a query that has arrived so far. */
type Asking = { text: string };

/** Maximum number of characters in a query. Anything after them is not read. */
const QUESTION_MAX = 1024;

/** Serves WHOIS (RFC 3912): reads a line, sends a text, and closes the connection. */
export function serveWhois(host: Host): void {
  const answer = answerer(host.name);
  const data = (socket: Socket<Asking>, bytes: Uint8Array) => {
    const asking = socket.data;
    if (asking.text.includes("\n") || asking.text.length > QUESTION_MAX) return;
    asking.text += new TextDecoder().decode(bytes);
    const [question, ended] = asking.text.split(/\r?\n/, 2);
    if (ended === undefined) return;
    void answer({ question: (question ?? "").trim(), socket });
  };
  const open = (socket: Socket<Asking>) => {
    socket.data = { text: "" };
  };
  for (const hostname of addressesOf(host))
    Bun.listen<Asking>({ hostname, port: 43, data: { text: "" }, socket: { open, data, error() {} } });
}
