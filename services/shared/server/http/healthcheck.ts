import { SETTINGS } from "../config/config.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds for the answer: a process that needs longer to say it is ready is not. */
const ANSWER_MS = 2000;
/** Bytes of a refusal that are shown. */
const SHOWN_MAX = 500;

/**
 * Asks this container's own `/readyz`, or a URL that is named: for health checks in an image without curl. Says why it is
 * not healthy. @returns the exit code, 0 or 1, as container engines want it.
 */
export async function checkHealth(args: readonly string[], env: Environment): Promise<number> {
  const [url = readyUrl(env), ...rest] = args;
  if (rest.length > 0 || !/^https?:/.test(url) || !URL.canParse(url))
    return say("Usage: dnstools healthcheck [URL]");
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS), redirect: "manual" });
    if (response.ok) return 0;
    // The first piece is all that is shown, and all that is read.
    const first = await response.body?.getReader().read();
    const text = new TextDecoder().decode(first?.value?.slice(0, SHOWN_MAX));
    return say(`${url} answered ${response.status}: ${text}`);
  } catch (error) {
    return say(`${url} did not answer: ${(error as Error).message}`);
  }
}

/** Where the process of the same settings tells that it is ready. Who listens everywhere listens at loopback too. */
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
