import { delay } from "@dnstools/concurrency/abortable";
import { FairSemaphore } from "@dnstools/concurrency/fair-semaphore";
import { type Contract, toolPath } from "@dnstools/core/tool/contract";
import { queryOf } from "@dnstools/core/tool/params";
import { reportOf } from "@dnstools/core/tool/report-path";
import type { Progress } from "@dnstools/server/client/call";
import { callMs, DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS } from "@dnstools/server/client/call-time";
import type { Asked } from "@dnstools/server/run/read-input";
import { BUILD } from "../../build-info.ts";
import { readResponse, unreachable } from "./read-response.ts";
import type { Reply } from "./reply.ts";
import type { Source } from "./source.ts";

/** Timeout of a call in milliseconds, sufficient for any settings of the server. */
const ANSWER_MS = callMs(DEADLINE_MAX_MS, QUEUE_WAIT_MAX_MS);
/** Maximum number of times that one call waits because the rate limit is used up. */
const WAITS_MAX = 10;
/** Maximum duration in seconds of one wait for the rate limit. */
const WAIT_MAX_S = 600;

/**
 * A reply and, if the rate limit refused the call, the time of performance.now() at which to try again; otherwise
 * null.
 */
type Sent = { readonly reply: Reply; readonly retryAt: number | null };

type ServerOptions = {
  /** URL of the API, with or without the path /api/v1. */
  readonly url: URL;
  readonly key: string | null;
  readonly contract: Contract;
  /** Prints a message. */
  readonly say: (text: string) => void;
};

/** Creates a source that calls the API of a server. If the rate limit is used up, the calls wait one after another. */
export function openServer({ url, key, contract, say }: ServerOptions): Source {
  const base = url.href.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
  const headers = {
    "user-agent": `dnstools/${BUILD.version}`,
    ...(key === null ? {} : { "x-api-key": key }),
  };
  /** The call that waits for the rate limit holds this semaphore; all other calls wait until it is released. */
  const limit = FairSemaphore.of(1, 1);

  async function ask(send: () => Promise<Sent>, signal: AbortSignal): Promise<Reply> {
    const turn = await limit.acquire("", signal);
    turn?.release();
    const first = await send();
    if (first.retryAt === null) return first.reply;
    const held = await limit.acquire("", signal);
    try {
      let last = first;
      for (let waits = 0; waits < WAITS_MAX && last.retryAt !== null && !signal.aborted; waits++) {
        const waitMs = last.retryAt - performance.now();
        const waitS = Math.ceil(waitMs / 1000);
        if (waitS > WAIT_MAX_S) break;
        if (waitS > 0) say(`The rate limit of ${url.host} is used up: waiting ${waitS} s.`);
        await delay(waitMs, signal);
        last = await send();
      }
      return last.reply;
    } finally {
      held?.release();
    }
  }

  async function send(
    asked: Asked,
    signal: AbortSignal,
    onProgress?: (progress: Progress) => void,
  ): Promise<Sent> {
    const get = (path: string) =>
      fetch(`${base}${path}`, {
        headers,
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
        redirect: "manual",
      });
    const events = onProgress === undefined ? null : eventsOf(contract, asked);
    const first = events === null ? null : await get(events);
    // Servers of earlier releases do not support progress events and refuse this request.
    const hasNone = first === null || first.status === 400 || first.status === 404;
    if (hasNone) await first?.body?.cancel();
    const response = hasNone
      ? await get(`${toolPath(contract.tool)}?${queryOf({ ...asked.input, ...asked.shape })}`)
      : first;
    const reply = await readResponse(response, url, contract.tool, onProgress);
    if (response.status !== 429) return { reply, retryAt: null };
    // The value is always a number: servers of this API never send a date in Retry-After (RFC 9110 10.2.3).
    const seconds = Math.max(1, Number(response.headers.get("retry-after")) || 1);
    return { reply, retryAt: performance.now() + 1000 * seconds };
  }

  return {
    async ask(asked, signal, onProgress) {
      return ask(() => send(asked, signal, onProgress), signal).catch((error) => unreachable(url, error));
    },
  };
}

/** Returns the path and query of a call's events (gateway/stream/events.ts); null for a call without a target. */
function eventsOf(contract: Contract, { input, shape }: Asked): string | null {
  const report = reportOf(contract, input);
  if (report === null) return null;
  return `${report}${report.includes("?") ? "&" : "?"}${queryOf({ ...shape, format: "events" })}`;
}
