import { Fault } from "@dnstools/core/fault";
import { describe, type Log } from "./log.ts";
import { problemResponse } from "./problem.ts";

/** The way into a service. In process or across the network: nothing else may know which. Never rejects. */
export type Door = (request: Request) => Promise<Response>;

/** Whether a text says where a service is: `http(s)://host:port` and nothing more, or `unix:/path`. */
export function isDoorUrl(text: string): boolean {
  if (text.startsWith("unix:/")) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/`;
}

export type RemoteDoorOptions = {
  /** `http://host:port` or `unix:/path/of/socket`. */
  readonly url: string;
  readonly name: string;
  /** Milliseconds that the service's tools have at most; the door waits a little longer. */
  readonly deadlineMs: number;
  /** Hears whether the service was reached, at every call. */
  readonly onState: (state: "ok" | "failing") => void;
  readonly log: Log;
};

/** How much longer a door waits than the tools behind it. */
const GRACE_MS = 1000;

/** Errors of a connection that was never made: only then has no work begun. */
const NEVER_CONNECTED = ["ECONNREFUSED", "ConnectionRefused", "ENOENT", "FailedToOpenSocket"];

/**
 * A door to a service in another process. What does not answer as our services do is a service that is not there:
 * nothing of it reaches the caller.
 */
export function remoteDoor({ url, name, deadlineMs, onState, log }: RemoteDoorOptions): Door {
  const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
  const base = unix === undefined ? new URL(url).origin : `http://${name}.service`;
  return async (request) => {
    const requestId = request.headers.get("x-request-id") ?? "";
    try {
      const { pathname, search } = new URL(request.url);
      const response = await fetch(`${base}${pathname}${search}`, {
        headers: { "x-request-id": requestId, "accept-encoding": "identity" },
        signal: AbortSignal.timeout(deadlineMs + GRACE_MS),
        redirect: "manual",
        decompress: false,
        ...(unix === undefined ? {} : { unix }),
      });
      const answer = await takeAnswer(response);
      onState("ok");
      return answer;
    } catch (cause) {
      onState("failing");
      log.warn("a service does not answer", { service: name, requestId, error: describe(cause) });
      return problemResponse(
        new Fault("service_unavailable", {
          detail: `The ${name} service does not answer. Its tools are not available; the others are.`,
          retryAfterS: 5,
          workDone: !NEVER_CONNECTED.includes((cause as { code?: string }).code ?? ""),
        }),
        requestId,
      );
    }
  };
}

/** Bytes of a service's answer that are read; our largest are far below. */
const ANSWER_MAX = 16 * 2 ** 20;

/** The whole answer, when it is one that our services give; throws for anything else. */
async function takeAnswer(response: Response): Promise<Response> {
  const { status, headers } = response;
  const type = headers.get("content-type")?.split(";")[0];
  const expected = status === 200 ? "application/json" : "application/problem+json";
  const ours = [200, 400, 404, 503].includes(status) && type === expected && !headers.has("content-encoding");
  if (!ours) {
    await response.body?.cancel();
    throw new Error(`answered ${status} ${type}, which is not a service of ours`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_MAX) throw new Error(`answered more than ${ANSWER_MAX} bytes`);
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, headers });
}
