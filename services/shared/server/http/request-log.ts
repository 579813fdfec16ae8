import { percentDecoded } from "@dnstools/core/percent-decoded";
import { describe, type Fields, type Log } from "../log.ts";
import type { Traces } from "../trace/traces.ts";
import { requestTarget } from "./request-target.ts";

/** Provides the fields and error texts for log lines about a request. */
export type RequestLog = {
  /** Returns the request's IDs, and with LOG_QUERIES its target and client too. */
  readonly fields: (request: Request, requestId: string | null) => Fields;
  /** Returns the text of an error, without the query's values unless LOG_QUERIES is on. */
  readonly error: (request: Request, error: unknown) => string;
};

/** Logs a request's ID and nothing else about it. */
export const ID_ALONE: RequestLog = {
  fields: (_, requestId) => ({ requestId }),
  error: (_, error) => describe(error),
};

/** Minimum length of a value that is removed from error texts; shorter values occur in any text. */
const VALUE_MIN = 4;

/** A path with two segments, as reports have; the second one is the target. */
const TARGET = /^\/[^/]+\/([^/]+)\/?$/;

/**
 * Creates the request log of a gateway.
 * @param clientOf returns the client's address, for LOG_QUERIES; null if it is unknown.
 */
export function createRequestLog(
  log: Log,
  traces: Traces,
  clientOf: (request: Request) => string | null,
): RequestLog {
  return {
    fields: (request, requestId) => ({
      requestId,
      traceId: traces.of(request).context.traceId,
      ...(log.queries ? { asked: requestTarget(request), client: clientOf(request) } : {}),
    }),
    error(request, error) {
      const text = describe(error);
      return log.queries ? text : withoutValues(text, request);
    },
  };
}

/** Removes the request's values from an error text, which may quote them as sent or as decoded. */
function withoutValues(text: string, { url }: Request): string {
  if (!URL.canParse(url)) return text;
  let found = text;
  const { pathname, searchParams } = new URL(url);
  const [, target = ""] = TARGET.exec(pathname) ?? [];
  for (const sent of [...searchParams.values(), target, percentDecoded(target) ?? target]) {
    const value = sent.trim();
    if (value.length < VALUE_MIN) continue;
    for (const form of [value, encodeURIComponent(value), hostOf(value)])
      found = found.replace(new RegExp(RegExp.escape(form), "gi"), "(asked)");
  }
  return found;
}

/** Returns a name in A-labels, or the value itself if it is not a host name. */
function hostOf(value: string): string {
  const url = `http://${value}`;
  return (URL.canParse(url) && new URL(url).hostname) || value;
}
