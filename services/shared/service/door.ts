import { Fault } from "@dnstools/core/fault";
import { problemResponse } from "./problem.ts";

/** The way into a service. In process or across the network: nothing else may know which. Never rejects. */
export type Door = (request: Request) => Promise<Response>;

/** Whether a text is a URL that `remoteDoor` can open: http, https, or `unix:/path`. */
export function isDoorUrl(text: string): boolean {
  return text.startsWith("unix:/") || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

/**
 * A door to a service in another process.
 * @param url `http://host:port` or `unix:/path/of/socket`.
 */
export function remoteDoor(url: string, name: string): Door {
  const unix = url.startsWith("unix:") ? url.slice("unix:".length) : undefined;
  const base = unix === undefined ? url.replace(/\/$/, "") : `http://${name}.service`;
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    try {
      return await fetch(`${base}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        signal: request.signal,
        redirect: "manual",
        decompress: false,
        ...(unix === undefined ? {} : { unix }),
      });
    } catch (cause) {
      // Only what was never connected cannot have begun to work.
      const code = (cause as { code?: string }).code ?? "";
      const workDone = !["ECONNREFUSED", "ConnectionRefused", "ENOENT", "FailedToOpenSocket"].includes(code);
      return problemResponse(
        new Fault("service_unavailable", {
          detail: `The ${name} service does not answer. Its tools are not available; the others are.`,
          retryAfterS: 5,
          workDone,
          cause,
        }),
        request.headers.get("x-request-id") ?? "",
      );
    }
  };
}
