import { expect, test } from "bun:test";
import { curlLine, inForm, ownPath, reportPath } from "./links.ts";

const ORIGIN = "https://dnstools.example";

test.each([
  ["/dns/example.com", "/dns/example.com"],
  ["//evil.example/", null],
  ["/\\evil.example/", null],
  ["javascript:alert(1)", null],
  ["https://evil.example/", null],
  ["", null],
])("the path of this server in %s is %s", (path, own) => {
  expect(ownPath(path)).toBe(own);
});

test.each([
  ["/mail/example.com", "/mail/example.com?format=text"],
  ["/mail/example.com?selector=a", "/mail/example.com?selector=a&format=text"],
])("the text of %s is at %s", (report, path) => {
  expect(inForm({ report, json: "" }, "text")).toBe(path);
});

test.each([
  ["/api/v1/mail?domain=example.com&spf=v%3Dspf1%20-all", "/mail/example.com?spf=v%3Dspf1+-all"],
  ["/api/v1/dns?domain=a%2Fb%3Fc", "/dns/a%2Fb%3Fc"],
  ["/api/v1/reverse?ip=2620%3Afe%3A%3Afe", "/reverse/2620:fe::fe"],
  ["/api/v1/ssl?domain=example.com&service=smtp25", "/ssl/example.com?domain=example.com&service=smtp25"],
  ["/api/v1/ssl?host=example.com", "/ssl/example.com"],
  ["/api/v1/mail", null],
  ["javascript:alert(1)", null],
])("the report of the call %s is at %s", (call, path) => {
  expect(reportPath(call)).toBe(path);
});

test.each([
  "/api/v1/dns?domain=example.com",
  "/api/v1/mail?domain=a.example&spf=$(touch%20x)`id`;&x=';id;'\\",
  "/api/v1/mail?domain=a.example&spf=!!*~#{a,b}",
])("a shell reads the URL of %s as one argument", (json) => {
  const line = curlLine({ report: "/", json, origin: ORIGIN }) ?? "";
  expect(line).toStartWith("curl -s ");
  const { stdout } = Bun.spawnSync(["/bin/sh", "-c", line.replace("curl -s", "printf '%s'")]);
  expect(stdout.toString()).toBe(`${ORIGIN}${json.replaceAll("'", "%27")}`);
});

test("there is no curl command without an origin, or for a URL with unescaped characters", () => {
  expect(curlLine({ report: "/", json: "/api/v1/dns?domain=a.example" })).toBeNull();
  expect(curlLine({ report: "/", json: "https://evil.example/", origin: ORIGIN })).toBeNull();
  expect(curlLine({ report: "/", json: "/api/v1/dns?domain=a\nid", origin: ORIGIN })).toBeNull();
});
