import { expect, test } from "bun:test";
import type { UpstreamClass } from "@dnstools/core/net-event";
import { json, metric, startProduct } from "@dnstools/lab/support/product";

/** Queries of a whole report of a signed domain without faults, which has two name servers of both families. */
const QUERIES: Readonly<Record<string, Partial<Record<UpstreamClass, number>>>> = {
  "signed.com": { recursor: 19, authoritative: 53 },
  "nsec3.org": { recursor: 15, authoritative: 49 },
};

test.each(Object.entries(QUERIES))(
  "a whole report of %s sends no more queries than needed",
  async (domain, queries) => {
    await using product = await startProduct("all");
    const sent = (upstream_class: string) =>
      metric(product.process("all"), "dnstools_dns_queries_total", { upstream_class });
    const before = await Promise.all(Object.keys(queries).map(sent));
    const { data } = await json(fetch(`${product.url}/api/v1/dns?domain=${domain}`));
    expect(data.dnssec.status).toBe("secure");
    const after = await Promise.all(Object.keys(queries).map(sent));
    expect(
      Object.fromEntries(Object.keys(queries).map((one, i) => [one, (after[i] ?? 0) - (before[i] ?? 0)])),
    ).toEqual(queries);
  },
);
