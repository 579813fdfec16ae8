import { printable } from "@dnstools/core/harmless";
import { isAnswer, isProblem } from "@dnstools/core/report/is-answer";
import type { ToolName } from "@dnstools/core/tool/contract";
import type { Progress } from "@dnstools/server/client/call";
import { readEvents } from "./read-events.ts";
import { answerReply, problemReply, type Reply } from "./reply.ts";

/** Bytes of an answer: several times as many as the largest has. */
const ANSWER_MAX = 16_777_216;

/**
 * Reads what a server answered to a call of a tool. What is neither an answer of the tool nor a problem of this API is a server that
 * is none.
 * @param onProgress receives the call's progress, where the server answers with events.
 */
export async function readResponse(
  response: Response,
  server: URL,
  tool: ToolName,
  onProgress: (progress: Progress) => void = () => {},
): Promise<Reply> {
  const type = response.headers.get("content-type") ?? "";
  const isStream = response.ok && type.startsWith("text/event-stream");
  const last = isStream ? await readEvents(response, ANSWER_MAX, onProgress) : null;
  const text = isStream ? (last?.json ?? null) : await readText(response);
  const json = text === null ? null : parsed(text);
  const saysProblem = last?.event === "problem" || type.startsWith("application/problem+json");
  // Written anew: a server may break the lines of its JSON, and name a member twice.
  if (response.ok && !saysProblem && isAnswer(json, tool)) return answerReply(JSON.stringify(json));
  if (saysProblem && isProblem(json)) return problemReply(JSON.stringify(json));
  const told = printable(response.statusText, 60);
  return notServed(
    `${server.host} answered ${response.status}${told === "" ? "" : ` ${told}`}, and not as this API does: check the URL.`,
  );
}

/** A server that could not be asked. */
export function unreachable(server: URL, error: unknown): Reply {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const why = name === "TimeoutError" ? "no answer in time" : printable(message, 120);
  return notServed(`${server.host} is out of reach: ${why}`);
}

function notServed(detail: string): Reply {
  const title = "The server does not serve this";
  const problem = { type: "about:blank", title, status: 503, detail, code: "service_unavailable" };
  return problemReply(JSON.stringify(problem));
}

/** A body's text; null where it has more bytes than any answer. */
async function readText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A JSON text's value; null for what is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
