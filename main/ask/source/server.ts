import { delay } from "@dnstools/concurrency/abortable";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { type ToolName, toolPath } from "@dnstools/core/tool/contract";
import { queryOf } from "@dnstools/core/tool/params";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Asked } from "@dnstools/server/run/read-input";
import { BUILD } from "../../build-info.ts";
import { readResponse, unreachable } from "./read-response.ts";
import type { Reply } from "./reply.ts";
import type { Source } from "./source.ts";

/** Milliseconds that an answer takes at most, with any settings of the server. */
const ANSWER_MS = callMs(DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS);
/** Times that a call waits for the limit, and seconds that it waits each time, at most. */
const WAITS_MAX = 10;
const WAIT_MAX_S = 600;

/** A reply, and when to ask again on this process's clock where the limit refused it. */
type Sent = { readonly reply: Reply; readonly retryAt: number | null };

type ServerOptions = {
  /** The API's address, with or without /api/v1. */
  readonly url: URL;
  readonly key: string | null;
  readonly tool: ToolName;
  /** Tells the caller a sentence. */
  readonly say: (text: string) => void;
};

/** Answers by the API of a server. Where its limit is used up, calls wait as long as it says, one after the other. */
export function openServer({ url, key, tool, say }: ServerOptions): Source {
  const base = `${url.href.replace(/\/+$/, "").replace(/\/api\/v1$/, "")}${toolPath(tool)}`;
  const headers = {
    "user-agent": `dnstools/${BUILD.version}`,
    ...(key === null ? {} : { "x-api-key": key }),
  };
  /** Held by the call that waits for the limit; all others wait for it. */
  const limit = FairSemaphore.of(1, 1);

  async function ask(asked: Asked, signal: AbortSignal): Promise<Reply> {
    const turn = await limit.acquire("", signal);
    turn?.release();
    const first = await send(asked, signal);
    if (first.retryAt === null) return first.reply;
    const held = await limit.acquire("", signal);
    try {
      let last = first;
      for (let waits = 0; waits < WAITS_MAX && last.retryAt !== null && !signal.aborted; waits++) {
        const waitMs = last.retryAt - performance.now();
        const waitS = Math.ceil(waitMs / 1000);
        if (waitS > WAIT_MAX_S) break;
        if (waitS > 0) say(`The limit of ${url.host} is used up: waiting ${waitS} s, as it says.`);
        await delay(waitMs, signal);
        last = await send(asked, signal);
      }
      return last.reply;
    } finally {
      held?.release();
    }
  }

  async function send({ input, shape }: Asked, signal: AbortSignal): Promise<Sent> {
    const response = await fetch(`${base}?${queryOf({ ...input, ...shape })}`, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
      redirect: "manual",
    });
    const reply = await readResponse(response, url, tool);
    if (response.status !== 429) return { reply, retryAt: null };
    // A date (RFC 9110 10.2.3) is what no server of this API sends.
    const seconds = Math.max(1, Number(response.headers.get("retry-after")) || 1);
    return { reply, retryAt: performance.now() + 1000 * seconds };
  }

  return {
    async ask(asked, signal, onProgress) {
      onProgress({ phase: "working" });
      return ask(asked, signal).catch((error) => unreachable(url, error));
    },
  };
}
