import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import type { Answer } from "../test/told.ts";

// Our resolver in the lab validates, so an answer about a signed zone is proved, and an answer about an unsigned zone is
// compared with that of the zone's servers only if something would be said to be missing.

let product: Product;
beforeAll(async () => {
  product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
});
afterAll(() => product[Symbol.asyncDispose]());

/** Returns the questions of a call to servers other than our resolver, each once. */
async function comparedIn(call: string): Promise<readonly string[]> {
  const answer = (await (await fetch(`${product.url}/api/v1/${call}`)).json()) as Answer;
  const { evidence = [] } = answer;
  const asked = evidence
    .filter(({ server, question }) => server !== "resolver" && question.includes(". IN "))
    .map(({ question }) => question);
  return [...new Set(asked)];
}

describe("an ordinary call asks no zone's server in addition to our resolver", () => {
  test.each([
    ...["dns?domain=www.example.com&type=A", "dns?domain=perfect.com&type=MX", "mail?domain=perfect.com"],
    ...["ssl?host=valid.certs.com", "ssl?domain=perfect.com&service=smtp25", "reverse?ip=5.31.0.1"],
    ...["dnsbl?domain=listed.mailtest.com", "whois?domain=registered.org"],
    // Denials in signed zones are validated, and no tool blames a host for having no IPv6 address or no TLSA record.
    ...["dns?domain=never-registered-xyzzy.com&type=A", "dns?domain=example.com&type=SRV"],
    ...["mail?domain=example.com", "ssl?host=half.com"],
  ])("%s", async (call) => {
    expect(await comparedIn(call)).toEqual([]);
  });
});

describe("what would be said to be missing in an unsigned zone is asked there too", () => {
  test.each<[call: string, questions: readonly string[]]>([
    ["dns?domain=nx.labdns.net&type=A", ["labdns.net. IN NS", "nx.labdns.net. IN A"]],
    ["dns?domain=labdns.net&type=AAAA", ["labdns.net. IN NS", "labdns.net. IN AAAA"]],
    ["dns?domain=labdns.net&type=TLSA", ["labdns.net. IN NS", "labdns.net. IN TLSA"]],
    ["ssl?host=nx.labdns.net", ["labdns.net. IN NS", "nx.labdns.net. IN A"]],
    [
      "mail?domain=labdns.net",
      ["MX", "NS", "TXT"].map((type) => `labdns.net. IN ${type}`).concat("_dmarc.labdns.net. IN TXT"),
    ],
  ])("%s", async (call, questions) => {
    expect((await comparedIn(call)).toSorted()).toEqual(questions.toSorted());
  });
});
