import { SETTINGS } from "../config/config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Timeout of a health check in milliseconds: a process that takes longer to answer counts as not ready. */
const ANSWER_MS = 2000;
/** Maximum number of bytes of an error response that are shown. */
const SHOWN_MAX = 500;

/**
 * Checks health in an image without curl: requests this container's own `/readyz`, or the given URL, and prints the
 * reason if the process is not healthy.
 * @returns the exit code, 0 or 1, as container engines require.
 */
export async function checkHealth(args: readonly string[], env: Environment): Promise<number> {
  const [url = readyUrl(env), ...rest] = args;
  if (rest.length > 0 || !/^https?:/.test(url) || !URL.canParse(url))
    return say("Usage: dnstools healthcheck [URL]");
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
    if (response.ok) return 0;
    // Only the first chunk is read, because no more of the response is shown.
    const first = await response.body?.getReader().read();
    const text = new TextDecoder().decode(first?.value?.slice(0, SHOWN_MAX));
    return say(`${url} answered ${response.status}: ${text}`);
  } catch (error) {
    return say(`${url} did not answer: ${(error as Error).message}`);
  }
}

/**
 * Returns the readiness URL of a process with these settings. A process that listens on all addresses also listens on
 * the loopback address.
 */
function readyUrl(env: Environment): string {
  const host = env["METRICS_HOST"] || SETTINGS.METRICS_HOST.fallback;
  const port = env["METRICS_PORT"] || SETTINGS.METRICS_PORT.fallback;
  const asked = host === "::" || host === "0.0.0.0" ? "127.0.0.1" : host;
  return `http://${asked.includes(":") ? `[${asked}]` : asked}:${port}/readyz`;
}

function say(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}
