import { printable } from "@dnstools/core/harmless";
import { isAnswer, isProblem } from "@dnstools/core/report/is-answer";
import type { ToolName } from "@dnstools/core/tool/contract";
import type { Progress } from "@dnstools/server/client/call";
import { readEvents } from "./read-events.ts";
import { answerReply, problemReply, type Reply } from "./reply.ts";

/** Maximum size of a response body in bytes, several times the size of the largest known answer. */
const ANSWER_MAX = 16_777_216;

/**
 * Reads a server's response to a tool call. If the response is neither an answer of the tool nor a problem of this
 * API, the result is a problem that explains this.
 * @param onProgress receives the progress of the call, if the server sends events
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
  // The JSON is serialized again, because the server's text may contain line breaks or duplicate members.
  if (response.ok && !saysProblem && isAnswer(json, tool)) return answerReply(JSON.stringify(json));
  if (saysProblem && isProblem(json)) return problemReply(JSON.stringify(json));
  const told = printable(response.statusText, 60);
  return notServed(
    `${server.host} answered ${response.status}${told === "" ? "" : ` ${told}`}, which is not a response of this API: check the URL.`,
  );
}

/** Returns the reply for a server that could not be reached. */
export function unreachable(server: URL, error: unknown): Reply {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const why = name === "TimeoutError" ? "no response in time" : printable(message, 120);
  return notServed(`${server.host} could not be reached: ${why}`);
}

function notServed(detail: string): Reply {
  const title = "The server cannot be used";
  const problem = { type: "about:blank", title, status: 503, detail, code: "service_unavailable" };
  return problemReply(JSON.stringify(problem));
}

/** Reads a body as text; null if it exceeds ANSWER_MAX. */
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

/** Parses a JSON text; null if the text is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
