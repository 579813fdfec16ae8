import { expect, test } from "bun:test";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { json, metric, startProduct } from "@dnstools/lab/support/product";

/**
 * Queries of the first whole report of a signed domain without faults, which has two name servers of both families: to
 * our resolver, and to authoritative servers.
 */
const QUERIES = [
  ["signed.com", 17, 53],
  ["nsec3.org", 13, 49],
] as const;

test.each(QUERIES)("a report of %s sends exactly %i queries to our resolver, %i others", async (...row) => {
  const [domain, resolver, authoritative] = row;
  await using product = await startProduct("all");
  const { data, evidence } = await json(fetch(`${product.url}/api/v1/dns?domain=${domain}`));
  expect(data.dnssec.status).toBe("secure");
  // The metric also counts the check of our resolver at the start. The evidence lacks the test of TCP if it is late.
  const ours = (evidence as readonly Evidence[]).filter(({ server }) => server === "resolver");
  const upstream_class = "authoritative";
  const others = await metric(product.process("all"), "dnstools_dns_queries_total", { upstream_class });
  expect([ours.length, others]).toEqual([resolver, authoritative]);
});
