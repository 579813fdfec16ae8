import { onAbort } from "@dnstools/concurrency/abortable";
import { endsLater } from "@dnstools/server/http/later-end";
import { createOutlet, type Outlet } from "./outlet.ts";

/**
 * Creates a response with a streamed body. For metrics, traces and a graceful shutdown, the request ends when `work`
 * has ended, even if the client is still reading the body.
 * @param work writes the body; it must not reject. Its signal fires when the client disconnects.
 */
export function streamed(
  request: Request,
  work: (out: Outlet, signal: AbortSignal) => Promise<void>,
): Response {
  const gone = new AbortController();
  const stopListening = onAbort(request.signal, () => gone.abort());
  const outlet = createOutlet(() => gone.abort());
  const ended = work(outlet, gone.signal).finally(() => {
    stopListening();
    outlet.end();
  });
  endsLater(request, ended);
  return new Response(outlet.body);
}
