import { expect, test } from "bun:test";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { json, startProduct } from "@dnstools/lab/support/product";

/**
 * Queries of the first whole report of a signed domain without faults, which has two name servers of both families: to
 * our resolver, and to authoritative servers, without the test of TCP.
 */
const QUERIES = [
  ["signed.com", 17, 52],
  ["nsec3.org", 13, 48],
] as const;

test.each(QUERIES)("a report of %s sends exactly %i queries to our resolver, %i others", async (...row) => {
  const [domain, resolver, authoritative] = row;
  // With long waits, no query goes to a second server because a busy machine answers late.
  await using product = await startProduct("all", { WAIT_FACTOR: "10" });
  const { data, evidence } = await json(fetch(`${product.url}/api/v1/dns?domain=${domain}`));
  expect(data.dnssec.status).toBe("secure");
  // The evidence lacks the test of TCP if it is late.
  const sent = (evidence as readonly Evidence[]).filter(({ question }) => !question.endsWith("+tcp"));
  const ours = sent.filter(({ server }) => server === "resolver");
  expect([ours.length, sent.length - ours.length]).toEqual([resolver, authoritative]);
});
