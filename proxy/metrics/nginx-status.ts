import type { Endpoint } from "../endpoint.ts";

/** nginx's connections, as stub_status has them. */
export type NginxStatus = {
  readonly reading: number;
  readonly writing: number;
  readonly waiting: number;
};

const DEADLINE_MS = 1000;

/** Asks nginx for a page of PROXY_STATUS. Rejects when it does not answer in time. */
export function askEdge(status: Endpoint, path: string): Promise<Response> {
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return status.startsWith("unix:")
    ? fetch(`http://localhost${path}`, { signal, unix: status.slice("unix:".length) })
    : fetch(`http://${status}${path}`, { signal });
}

/** nginx's connections. Null when it does not answer, or not that. */
export async function askStatus(status: Endpoint): Promise<NginxStatus | null> {
  const text = await askEdge(status, "/nginx_status")
    .then((response) => response.text())
    .catch(() => "");
  return readStatus(text);
}

/** Reads stub_status's page. */
export function readStatus(text: string): NginxStatus | null {
  const [, reading, writing, waiting] = /Reading: (\d+) Writing: (\d+) Waiting: (\d+)/.exec(text) ?? [];
  if (reading === undefined) return null;
  return {
    reading: Number(reading),
    writing: Number(writing),
    waiting: Number(waiting),
  };
}
