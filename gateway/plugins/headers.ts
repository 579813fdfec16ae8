/** Headers of this API beside the standard ones: what they say, for OpenAPI; their names, for CORS. */
export const HEADERS = {
  "X-RateLimit-Limit": { type: "integer", description: "Units a client may use at once." },
  "X-RateLimit-Remaining": { type: "integer", description: "Units left." },
  RateLimit: {
    type: "string",
    description:
      "draft-ietf-httpapi-ratelimit-headers-11: r units left for t seconds, after which all are back, or, with 429, enough for what was asked.",
  },
  "RateLimit-Policy": {
    type: "string",
    description: "draft-ietf-httpapi-ratelimit-headers-11: q units in w seconds.",
  },
  "X-Request-Cost": { type: "integer", description: "Units this request took." },
  "X-Request-Id": { type: "string", description: "Id of this request, also in the body." },
  "Retry-After": { type: "integer", description: "For 429 and 503: seconds after which to try again." },
} as const;

export type HeaderName = keyof typeof HEADERS;

export const HEADER_NAMES = Object.keys(HEADERS) as HeaderName[];
