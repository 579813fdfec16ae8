import { expect, test } from "bun:test";
import { createLog } from "../log.ts";
import { createTraces } from "../trace/traces.ts";
import { TRACES_NOTHING } from "../trace/tracing.ts";
import { createRequestLog } from "./request-log.ts";
import { requestTarget } from "./request-target.ts";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const KEY = `dnst_${"Kk5".repeat(19)}Kk`;

function requestLog(queries: boolean) {
  const clientOf = () => "192.0.2.77";
  const log = createLog("info", {}, () => {}, queries);
  const traces = createTraces(TRACES_NOTHING, clientOf);
  return createRequestLog(log, traces, clientOf);
}

const request = (query: string) =>
  new Request(`http://localhost/api/v1/dns?${query}`, {
    headers: { traceparent: `00-${TRACE}-b7ad6b7169203331-01` },
  });

test("lines contain both IDs, and the target only if LOG_QUERIES allows it", () => {
  const asked = request("domain=hidden.com");
  expect(requestLog(false).fields(asked, "abc")).toEqual({ requestId: "abc", traceId: TRACE });
  expect(requestLog(true).fields(asked, "abc")).toEqual({
    requestId: "abc",
    traceId: TRACE,
    asked: "/api/v1/dns?domain=hidden.com",
    client: "192.0.2.77",
  });
});

test("an error that quotes the query is logged without it", () => {
  const error = new Error('"Hidden.com" at hidden.com', {
    cause: new Error("http://hidden.com/?a=hidden.com"),
  });
  const told = requestLog(false).error(request("domain=%20Hidden.com&type=MX"), error);
  expect(told.toLowerCase()).not.toContain("hidden");
  expect(told).toContain("request-log.test.ts");
  expect(requestLog(true).error(request("domain=hidden.com"), error)).toContain("hidden.com");
  const idn = requestLog(false).error(
    request("domain=b%C3%BCcher.de"),
    new Error("no xn--bcher-kva.de, no bücher.de"),
  );
  expect(idn).toStartWith("Error: no (asked), no (asked)");
});

test("an error that quotes the target of a report is logged without it", () => {
  const asked = new Request("http://localhost/mail/Hidden%2Dname.com?selector=hidden7");
  const error = new Error("hidden-name.com, Hidden%2Dname.com, hidden7._domainkey: no mail");
  expect(requestLog(false).error(asked, error)).toStartWith(
    "Error: (asked), (asked), (asked)._domainkey: no mail",
  );
});

test.each([KEY, `%64nst_${KEY.slice(5)}`, KEY.slice(5)])("a key in the query is removed: %s", (key) => {
  const told = requestTarget(request(`domain=example.com&key=${key}&x=1`));
  expect(told).toBe("/api/v1/dns?domain=example.com&key=(a key)&x=1");
});
