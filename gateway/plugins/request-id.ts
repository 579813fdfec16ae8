import { Elysia } from "elysia";
import { requestState } from "./request-state.ts";

/**
 * The first request number. It has six characters in base 36, so that ids have the same length for two billion
 * requests.
 */
const FIRST_ID = 36 ** 5;
/**
 * Matches request ids of clients that are accepted: plain text that cannot be an API key, because keys must not be
 * logged.
 */
export const OWN_ID = /^(?=[A-Za-z0-9._-]{8,64}$)(?!.*(?:dnst_|[0-9A-Za-z]{40}))/;

/** Default headers of every response. */
const HEADERS = {
  "x-request-cost": "0",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/**
 * Assigns each request an id and returns the id in `X-Request-Id`. If the client sent an acceptable id, that id is
 * used.
 */
export function requestId() {
  // A random prefix for each process and a counter make ids unique. A random id for each request would take more than 1
  // us.
  const prefix = crypto.randomUUID().slice(0, 18);
  let count = FIRST_ID;
  return new Elysia({ name: "request-id" })
    .headers(HEADERS)
    .use(requestState)
    .onRequest((context) => {
      const given = context.request.headers.get("x-request-id");
      count += 1;
      context.requestId = given !== null && OWN_ID.test(given) ? given : `${prefix}-${count.toString(36)}`;
      context.set.headers["x-request-id"] = context.requestId;
    });
}
