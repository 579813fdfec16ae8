/** Media type of RDAP (RFC 7480 section 4.2). */
const MEDIA_TYPE = "application/rdap+json";

/** The fields with which every RDAP answer begins (RFC 9083 section 4). */
const CONFORMANCE = [
  ...["rdap_level_0", "icann_rdap_technical_implementation_guide_1", "icann_rdap_response_profile_1"],
  ...["redacted", "cidr0"],
];
const NOTICES = [
  {
    title: "Terms of Use",
    description: ["Service subject to Terms of Use. No guarantee of the accuracy of this information."],
    links: [{ href: "https://www.labregistrar.com/terms", type: "text/html" }],
  },
];

/** Returns an RDAP object as a response. */
export function found(object: object): Response {
  const body = { rdapConformance: CONFORMANCE, notices: NOTICES, ...object };
  return json(JSON.stringify(body));
}

/** Returns a response with any text and the media type of RDAP. */
export function json(text: string, init: ResponseInit = {}): Response {
  return new Response(text, { ...init, headers: { "content-type": MEDIA_TYPE, ...init.headers } });
}

/** Returns an error response with an RDAP error object (RFC 9083 section 6). */
export function failure(status: number, title: string, description: readonly string[] = []): Response {
  const body = { rdapConformance: CONFORMANCE, notices: NOTICES, errorCode: status, title, description };
  return json(JSON.stringify(body), { status });
}

/** Returns a 429 response (RFC 7480 section 5.5). @param seconds until the client may retry. */
export function tooMany(seconds: number): Response {
  const answer = failure(429, "Too Many Requests", ["Your query rate limit has been exceeded."]);
  answer.headers.set("retry-after", String(seconds));
  return answer;
}

/** Returns a redirect. */
export function redirect(status: 301 | 302 | 303 | 307, location: string): Response {
  return new Response(null, { status, headers: { location } });
}

/** Returns a web page instead of the JSON object that a client expects. */
export const HTML = () =>
  new Response("<!DOCTYPE html>\n<html><head><title>Welcome</title></head><body>It works!</body></html>\n", {
    headers: { "content-type": "text/html; charset=utf-8" },
  });
