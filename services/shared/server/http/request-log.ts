import { percentDecoded } from "@dnstools/core/percent-decoded";
import { describe, type Fields, type Log } from "../log.ts";
import type { Traces } from "../trace/traces.ts";
import { requestTarget } from "./request-target.ts";

/** Provides the fields and error texts for log lines about a request. */
export type RequestLog = {
  /** Returns the request's IDs. With LOG_QUERIES, also returns the request's target and client. */
  readonly fields: (request: Request, requestId: string | null) => Fields;
  /** Returns the text of an error. Unless LOG_QUERIES is on, the text does not contain the query's values. */
  readonly error: (request: Request, error: unknown) => string;
};

/** A request log that contains only a request's ID. */
export const ID_ALONE: RequestLog = {
  fields: (_, requestId) => ({ requestId }),
  error: (_, error) => describe(error),
};

/** Minimum length in characters of a value that is removed from error texts; shorter values occur in any text. */
const VALUE_MIN = 4;

/** Pattern of a path with two segments, as reports have; the second segment is the target of the request. */
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

/** Removes a request's values from an error text, which may quote them as sent or decoded. */
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

/** Returns a host name in A-labels; returns any other value unchanged. */
function hostOf(value: string): string {
  const url = `http://${value}`;
  return (URL.canParse(url) && new URL(url).hostname) || value;
}
