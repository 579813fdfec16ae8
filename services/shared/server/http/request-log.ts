import { percentDecoded } from "@dnstools/core/percent-decoded";
import { describe, type Fields, type Log } from "../log.ts";
import type { Traces } from "../trace/traces.ts";
import { requestTarget } from "./request-target.ts";

/** The request log context: fields and error texts for the log lines of a request. */
export type RequestLog = {
  /** The request's ids; its target and client too, where LOG_QUERIES is on. */
  readonly fields: (request: Request, requestId: string | null) => Fields;
  /** The text of an error, without the query's values unless LOG_QUERIES is on. */
  readonly error: (request: Request, error: unknown) => string;
};

/** Where nothing is told of a request but its id. */
export const ID_ALONE: RequestLog = {
  fields: (_, requestId) => ({ requestId }),
  error: (_, error) => describe(error),
};

/** Characters from which on a value is cut out of error texts: shorter values are in any text. */
const VALUE_MIN = 4;

/** A path with two parts, as reports have it: the last one is the target. */
const TARGET = /^\/[^/]+\/([^/]+)\/?$/;

/** @param clientOf the address of the client, for LOG_QUERIES; null where it is unknown. */
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

/** Errors may quote what they stumbled over, as it was sent or as it was read. */
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

/** A name with its labels as DNS has them. */
function hostOf(value: string): string {
  const url = `http://${value}`;
  return (URL.canParse(url) && new URL(url).hostname) || value;
}
