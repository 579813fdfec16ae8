import { Elysia } from "elysia";
import { requestState } from "./request-state.ts";

/** The first number of six characters, so that ids are of one length for two thousand million requests. */
const FIRST_ID = 36 ** 5;
/** A client's own id that is taken: a plain text, and no key that was put there by mistake, which must not get into logs. */
export const OWN_ID = /^(?=[A-Za-z0-9._-]{8,64}$)(?!.*(?:dnst_|[0-9A-Za-z]{40}))/;

/** Headers of every answer, whatever the request. */
const HEADERS = {
  "x-request-cost": "0",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** Gives each request an id, in `X-Request-Id`: the client's own where it is a plain text, else a new one. */
export function requestId() {
  // Random once and then counted, so that no other process makes the same: a random id for each request costs over 1 us.
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
