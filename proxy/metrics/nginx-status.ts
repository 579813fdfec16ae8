import type { Endpoint } from "../endpoint.ts";

/** The connections of nginx by state, as stub_status reports them. */
export type NginxStatus = {
  readonly reading: number;
  readonly writing: number;
  readonly waiting: number;
};

const DEADLINE_MS = 1000;

/** Requests a page from the status server of nginx (PROXY_STATUS). Rejects if nginx does not answer in time. */
export function askEdge(status: Endpoint, path: string): Promise<Response> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return status.startsWith("unix:")
    ? fetch(`http://localhost${path}`, { signal, unix: status.slice("unix:".length) })
    : fetch(`http://${status}${path}`, { signal });
}

/** Returns the connections of nginx; null if nginx does not answer or the response has an unexpected form. */
export async function askStatus(status: Endpoint): Promise<NginxStatus | null> {
  const text = await askEdge(status, "/nginx_status")
    .then((response) => response.text())
    .catch(() => "");
  return readStatus(text);
}

/** Parses the page of stub_status; null if the page has an unexpected form. */
export function readStatus(text: string): NginxStatus | null {
  const [, reading, writing, waiting] = /Reading: (\d+) Writing: (\d+) Waiting: (\d+)/.exec(text) ?? [];
  if (reading === undefined) return null;
  return {
    reading: Number(reading),
    writing: Number(writing),
    waiting: Number(waiting),
  };
}
