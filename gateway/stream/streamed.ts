import { onAbort } from "@dnstools/concurrency/abortable";
import { endsLater } from "@dnstools/server/http/later-end";
import { createOutlet, type Outlet } from "./outlet.ts";

/**
 * Answers a request by a body that is sent as it comes about. The request ends, for metrics, traces and a process that stops, when the
 * work has ended, however slowly the body is read.
 * @param work must not reject. Its signal fires when the reader leaves.
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
