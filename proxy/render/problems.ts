import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import { problemType } from "@dnstools/server/http/problem";
import { jsonInNginx } from "./nginx-text.ts";

/** The error codes of requests that nginx itself refuses. snippets/refusals.conf assigns these codes. */
export const EDGE_FAULTS = [
  "bad_request",
  "unknown_path",
  "method_not_allowed",
  "request_timeout",
  "body_too_large",
  "uri_too_long",
  "misdirected",
  "flood",
  "headers_too_large",
  "service_unavailable",
  "overloaded",
  "internal_error",
] as const satisfies readonly FaultCode[];
/** The error code of a request that nginx itself refuses. */
export type EdgeFault = (typeof EDGE_FAULTS)[number];

/**
 * Returns the nginx maps from an error code to the text of its problem document: one for the text before the request
 * id, one for the text after it.
 */
export function problemMaps(contact: string): string {
  const start = EDGE_FAULTS.map((code) => `  ${code} '${startOf(code)}';\n`).join("");
  const reach = contact === "" ? "null" : `"${jsonInNginx(contact)}"`;
  return `map $fault $problem_start {
${start}}
map $fault $problem_end {
  default '"}';
  flood '","contact":${reach}}';
}
`;
}

/**
 * Returns the start of a problem document. The members have the same order as in problem() in
 * services/shared/server/http/problem.ts.
 */
function startOf(code: EdgeFault): string {
  const { status, title, fix } = FAULTS[code];
  const type = jsonInNginx(problemType(code));
  const texts = `"title":"${jsonInNginx(title)}","status":${status},"detail":"${jsonInNginx(fix)}"`;
  return `{"type":"${type}",${texts},"code":"${code}","requestId":"`;
}
