import { expect, test } from "bun:test";
import { isRdapError } from "./error.ts";

test.each([
  ["an error of RDAP", { errorCode: 404, title: "Not Found" }, true],
  ["its code as text", { errorCode: "404" }, true],
  ["conformance alone", { rdapConformance: ["rdap_level_0"] }, true],
  ["notices alone", { notices: [{ title: "Terms" }] }, true],
  ["a gateway's", { message: "Not Found" }, false],
  ["an empty object", {}, false],
  ["another error's code", { errorCode: 429 }, false],
  ["another error's code, with conformance", { errorCode: 500, rdapConformance: ["rdap_level_0"] }, false],
  ["a problem (RFC 9457)", { status: 404, title: "Not Found", type: "about:blank" }, false],
  ["a domain object", { rdapConformance: ["rdap_level_0"], objectClassName: "domain" }, false],
  ["a limit", { errorCode: 404, title: "Query rate limit exceeded" }, false],
  [
    "a server that is down",
    { errorCode: 404, description: ["Temporarily unavailable, try again later"] },
    false,
  ],
  [
    "another registry's",
    { errorCode: 404, description: ["The server does not support the TLD .app"] },
    false,
  ],
  ["a hint", { errorCode: 404, description: ["Please check the name and try again."] }, true],
  ["empty conformance", { rdapConformance: [] }, false],
  ["conformance that is no list", { rdapConformance: "yes" }, false],
])("%s", (_, object, is) => expect(isRdapError(object, "application/json")).toBe(is));

test.each([
  ["application/rdap+json", true],
  ["application/rdap+json; charset=utf-8", true],
  ["application/rdap+jsonx", false],
  ["application/json", false],
  ["text/html", false],
  [undefined, false],
])("no body, as %s", (type, is) => expect(isRdapError(null, type)).toBe(is));
