import type { Evidence } from "@dnstools/core/tool/evidence";
import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import { problemType } from "@dnstools/server/http/problem";

/** Returns an example of a problem document for a code. */
export function exampleProblem(code: FaultCode): Record<string, unknown> {
  const { status, title } = FAULTS[code];
  const { detail, ...more } = TOLD[code];
  return {
    type: problemType(code),
    title,
    status,
    detail,
    code,
    requestId: EXAMPLE_REQUEST_ID,
    ...(status === 401 || status === 429 ? { contact: "ops@example.net" } : {}),
    ...more,
  };
}

/** Request id in the examples. */
export const EXAMPLE_REQUEST_ID = "b8c5d6c2-6d0a-4b53-00001z";

const DENIAL: Evidence = {
  id: "1",
  question: "nothing-here.example.com IN A +dnssec",
  server: "a.iana-servers.net",
  address: "199.43.135.53",
  transport: "udp",
  rcode: "NXDOMAIN",
  flags: ["aa"],
  errors: [],
  nsid: null,
  ttl: null,
  elapsedMs: 21.4,
  at: "2026-11-20T12:00:00.123Z",
  reason: null,
};

const SILENCE: Evidence = {
  ...DENIAL,
  question: "example.com IN A",
  server: "resolver",
  address: "9.9.9.9",
  rcode: null,
  flags: [],
  elapsedMs: 3000,
  reason: "timeout",
};

/** An example of the `detail` for each code, with the additional fields of the problem document. */
const TOLD: Readonly<Record<FaultCode, { readonly detail: string } & Readonly<Record<string, unknown>>>> = {
  invalid_parameter: {
    detail: "domian: There is no parameter with this name. Did you mean domain? (and 1 more, see errors)",
    errors: [
      { parameter: "domian", message: "There is no parameter with this name. Did you mean domain?" },
      { parameter: "domain", message: "Send domain, such as domain=example.com." },
    ],
    retry: "/api/v1/dns?domain=example.com",
  },
  moved: { detail: FAULTS.moved.fix },
  origin_refused: { detail: FAULTS.origin_refused.fix },
  target_denied: { detail: "This API does not answer calls about example.com, at the request of its owner." },
  bad_host: { detail: "Send one Host header with the name or address of this server." },
  bad_request: { detail: FAULTS.bad_request.fix },
  client_gone: { detail: "The connection was closed before the answer was ready." },
  key_malformed: { detail: FAULTS.key_malformed.fix },
  key_unknown: { detail: FAULTS.key_unknown.fix },
  key_expired: { detail: FAULTS.key_expired.fix },
  key_revoked: { detail: FAULTS.key_revoked.fix },
  unknown_path: {
    detail: "Did you mean /api/v1/dnsbl? GET /api/v1 lists the tools with their parameters.",
    retry: "/api/v1/dnsbl?ip=9.9.9.9",
  },
  domain_not_found: {
    detail:
      "nothing-here.example.com does not exist: a.iana-servers.net answered NXDOMAIN. /api/v1/whois?domain=example.com says whether example.com is registered.",
    links: {
      self: "/api/v1/dns?domain=nothing-here.example.com",
      report: "/dns/nothing-here.example.com",
      docs: "/docs/dns",
      related: [{ tool: "whois", href: "/api/v1/whois?domain=example.com" }],
    },
    evidence: [DENIAL],
  },
  method_not_allowed: { detail: "This API does not accept POST, because it is read-only: send GET." },
  request_timeout: { detail: FAULTS.request_timeout.fix },
  body_too_large: { detail: FAULTS.body_too_large.fix },
  uri_too_long: { detail: FAULTS.uri_too_long.fix },
  misdirected: { detail: FAULTS.misdirected.fix },
  headers_too_large: { detail: FAULTS.headers_too_large.fix },
  too_many_bad_keys: { detail: FAULTS.too_many_bad_keys.fix, "violated-policies": ["bad-keys"] },
  flood: { detail: FAULTS.flood.fix },
  limit_exceeded: {
    detail: "This call costs 10 of 60 units and 4 are left: try again in 6 s.",
    "violated-policies": ["default"],
  },
  service_unavailable: {
    detail: "The cert service does not answer. Its tools are not available; the others are.",
  },
  resolver_unavailable: {
    detail: "None of this API's resolvers answers, so nothing can be said about the name.",
    evidence: [SILENCE],
  },
  keys_unavailable: { detail: FAULTS.keys_unavailable.fix },
  overloaded: { detail: FAULTS.overloaded.fix },
  internal_error: { detail: "Something went wrong on our side; it has been logged." },
};
