import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import { problemType } from "@dnstools/server/http/problem";
import { jsonInNginx } from "./nginx-text.ts";

/** What this edge refuses by itself; snippets/refusals.conf says when. */
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
export type EdgeFault = (typeof EDGE_FAULTS)[number];

/** The maps that make a problem's body of its code: what is before the request id, and what is after. */
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

/** The members as problem() of services/shared/server/http/problem.ts orders them. */
function startOf(code: EdgeFault): string {
  const { status, title, fix } = FAULTS[code];
  const type = jsonInNginx(problemType(code));
  const texts = `"title":"${jsonInNginx(title)}","status":${status},"detail":"${jsonInNginx(fix)}"`;
  return `{"type":"${type}",${texts},"code":"${code}","requestId":"`;
}
