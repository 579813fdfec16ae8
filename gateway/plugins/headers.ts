/**
 * Response headers of this API with their descriptions in the OpenAPI document. CORS allows pages to read these
 * headers.
 */
export const HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Units that a client can spend at once." },
  "X-RateLimit-Remaining": { type: "integer", description: "Units that the client has left." },
  RateLimit: {
    type: "string",
    description:
      "draft-ietf-httpapi-ratelimit-headers-11: r is the number of units left; t is the number of seconds until all units are restored or, with status 429, until there are enough units for the request.",
  },
  "RateLimit-Policy": {
    type: "string",
    description: "draft-ietf-httpapi-ratelimit-headers-11: a client can spend q units in w seconds.",
  },
  "X-Request-Cost": { type: "integer", description: "Units that this request cost." },
  "X-Request-Id": { type: "string", description: "Id of this request; a problem document repeats it." },
  "Retry-After": { type: "integer", description: "For 429 and 503: seconds to wait before trying again." },
} as const;

/** Name of a response header of this API. */
export type HeaderName = keyof typeof HEADERS;

/** Names of all response headers of this API. */
export const HEADER_NAMES = Object.keys(HEADERS) as HeaderName[];
