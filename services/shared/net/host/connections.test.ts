import { expect, test } from "bun:test";
import type { FacetVerdict } from "@dnstools/core/net-event";
import { type Connection, inspectionResult, partialResult, portResult } from "./connections.ts";

const connection = (
  host: string,
  verdict: FacetVerdict | null,
  chain: readonly string[] = [],
): Connection => ({
  ...{ host, address: "5.0.0.1", verdict, evidence: null, chain, time: null },
});

test.each<
  [says: string, verdicts: readonly (readonly [host: string, FacetVerdict | null])[], FacetVerdict | null]
>([
  [
    "one accepted connection",
    [
      ["a", "blocked"],
      ["b", "ok"],
      ["c", "intercepted"],
    ],
    "ok",
  ],
  [
    "two operators that are not reached",
    [
      ["a", "blocked"],
      ["b", "blocked"],
      ["c", null],
    ],
    "blocked",
  ],
  [
    "one operator that is not reached at two addresses",
    [
      ["a", "blocked"],
      ["a", "blocked"],
    ],
    null,
  ],
  [
    "a proxy at two operators",
    [
      ["a", "intercepted"],
      ["b", "intercepted"],
      ["c", "blocked"],
    ],
    "intercepted",
  ],
  [
    "nothing tried",
    [
      ["a", null],
      ["b", null],
    ],
    null,
  ],
  [
    "no route",
    [
      ["a", "unrouted"],
      ["b", "unrouted"],
    ],
    null,
  ],
])("a port by %s", (_, verdicts, expected) => {
  const result = portResult(verdicts.map(([host, verdict]) => connection(host, verdict)));
  expect(result?.verdict ?? null).toBe(expected);
});

test("a port is blocked over one family if no connection over it is proper, at two operators", () => {
  const over6 = (host: string, verdict: FacetVerdict) => ({
    ...connection(host, verdict),
    address: "2a01::1",
  });
  const four = [connection("a", "ok"), connection("b", "ok")];
  const blocked = [...four, over6("a", "blocked"), over6("b", "blocked")];
  expect(partialResult(blocked, "ipv6")).toEqual({ verdict: "partly", family: "ipv6", evidence: null });
  expect(partialResult(blocked, "ipv4")).toBeNull();
  expect(partialResult([...four, over6("a", "blocked"), over6("b", "ok")], "ipv6")).toBeNull();
});

/** Self-signed certificates of three authorities (openssl req -x509 with these common names, 2026-11-28). */
const publicOne =
  "MIIBdDCCARmgAwIBAgIUNMs+vI9DG60A5xsqo8pHiQCVY8cwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDT25lMCAXDTI2MTEyODA4" +
  "MjcyNloYDzIxMjYxMTA0MDgyNzI2WjAOMQwwCgYDVQQDDANPbmUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATkm8QQ2m+FWxVJ" +
  "LkPrRs1OQ/RweFmpZwGSsFYwWjIqIu1nzwpPq3QGE2OOi05wjCCTCjHmGsF+qSfEPZeSWAiRo1MwUTAdBgNVHQ4EFgQUEOQ7Wl16" +
  "50eScqqMXgCKYcUWLgQwHwYDVR0jBBgwFoAUEOQ7Wl1650eScqqMXgCKYcUWLgQwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD" +
  "AgNJADBGAiEA9/j3vA0ruPZr24pvaQYfKGWsw89sroy370adZH2+n5YCIQDzgi4q8yJfFqC3GK/Bza27sFwccGGK3z67erNZI25t" +
  "sw==";
const publicTwo =
  "MIIBczCCARmgAwIBAgIUTvSWQh8pyPV1+AWK1iiSOODKT8cwCgYIKoZIzj0EAwIwDjEMMAoGA1UEAwwDVHdvMCAXDTI2MTEyODA4" +
  "MjcyNloYDzIxMjYxMTA0MDgyNzI2WjAOMQwwCgYDVQQDDANUd28wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASEnPgR93liEb4b" +
  "YE6BexR0coI15rClFpE3AQxF2UEuPbZQsNpsCERkPWp6/JdFNdMDvSqVZ9zdNDASysFBcgYXo1MwUTAdBgNVHQ4EFgQUtI0855ld" +
  "O7ezq2XpC+AMFq8k1mAwHwYDVR0jBBgwFoAUtI0855ldO7ezq2XpC+AMFq8k1mAwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjOPQQD" +
  "AgNIADBFAiEAg7H2xk3RKB6BgfvjrGivcMGZZjQ/LBlHWcB0Sq8mGAwCIAZbL+9So329pddKwa9AkVaQDi+IFzzcCQKg1uKrhQxp";
const proxy =
  "MIIBdzCCAR2gAwIBAgIUXHJjEn38MVK76p9RUFpGcsoU3DAwCgYIKoZIzj0EAwIwEDEOMAwGA1UEAwwFUHJveHkwIBcNMjYxMTI4" +
  "MDgyNzI2WhgPMjEyNjExMDQwODI3MjZaMBAxDjAMBgNVBAMMBVByb3h5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEI7i411/q" +
  "O362ub1oBBLXVP3YFhI5X99GmKBRxlL+3TRL62q2qU9m4aq5oetu/NFzD385jRu2K3ko1wnM9c4WoaNTMFEwHQYDVR0OBBYEFJI5" +
  "rDu6wLlo8KY/UoP5XW3qG2H7MB8GA1UdIwQYMBaAFJI5rDu6wLlo8KY/UoP5XW3qG2H7MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI" +
  "zj0EAwIDSAAwRQIhAKexsNYKXJBl5lq9adWArlTBr+7psK+A7WIWRpmmVqorAiBycBMEZNxSJedtVMnAqWMtRIR+1D0GoUV8gT/k" +
  "1LhxUA==";

test.each<[says: string, chains: readonly (readonly [host: string, chain: string])[], FacetVerdict | null]>([
  [
    "operators with authorities of their own",
    [
      ["a", publicOne],
      ["b", publicTwo],
      ["c", publicOne],
    ],
    "ok",
  ],
  [
    "one authority for all that is of the public web",
    [
      ["a", publicOne],
      ["b", publicOne],
    ],
    "ok",
  ],
  [
    "a proxy that leaves out two operators",
    [
      ["a", publicOne],
      ["b", publicTwo],
      ["c", proxy],
    ],
    "inspected",
  ],
  ["one operator alone", [["a", proxy]], null],
])("inspection by %s", (_, chains, expected) => {
  const isKnown = ([der]: readonly string[]) => der !== proxy;
  const shown = chains.map(([host, der]) => connection(host, "ok", [der]));
  const result = inspectionResult(shown, { isPublic: isKnown, isTrusted: isKnown });
  expect(result?.verdict ?? null).toBe(expected);
});

test("a proxy whose authority the operator trusts shows in one authority for unrelated operators", () => {
  const shown = ["a", "b"].map((host) => connection(host, "ok", [proxy]));
  const result = inspectionResult(shown, { isPublic: () => false, isTrusted: () => true });
  expect(result).toMatchObject({ verdict: "inspected", issuer: "CN=Proxy" });
  const apart = [connection("a", "ok", [proxy]), connection("b", "ok", [publicOne])];
  expect(inspectionResult(apart, { isPublic: () => false, isTrusted: () => true })?.verdict).toBe("ok");
});
