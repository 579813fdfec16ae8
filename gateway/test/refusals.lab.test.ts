import { afterAll, beforeAll, expect, test } from "bun:test";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { WRONG_CALLS } from "./refusals.fixture.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
});
afterAll(() => product[Symbol.asyncDispose]());

test("every retry works when it is fetched", async () => {
  const check = await openApiCheck(product.url);
  const retries = new Set<string>();
  for (const [status, call] of WRONG_CALLS) {
    const response = await fetch(`${product.url}${call}`, { redirect: "manual" });
    const body = await response.text();
    expect({ call, status: response.status }).toEqual({ call, status });
    // Only API calls are checked, because unknown paths have no schema.
    if (status === 400 && call.startsWith("/api/")) check(call.split("?")[0] ?? "", response, body);
    const { retry } = JSON.parse(body);
    if (retry !== undefined) retries.add(retry);
  }
  expect(retries.size).toBeGreaterThan(20);
  for (const retry of retries) {
    const response = await fetch(`${product.url}${retry}`);
    await response.arrayBuffer();
    expect({ retry, status: response.status }).toEqual({ retry, status: 200 });
  }
});

test.each([
  ["nothing-here.com", "nothing-here.com", "nothing-here.com"],
  ["www.Nöthing-here.com", "www.nöthing-here.com (www.xn--nthing-here-rfb.com)", "xn--nthing-here-rfb.com"],
])("404 of %s shows it as %s, and leads to whois", async (domain, shown, registrable) => {
  for (const tool of ["dns", "mail"]) {
    const url = `${product.url}/api/v1/${tool}?domain=${encodeURIComponent(domain)}`;
    const problem = (await (await fetch(url)).json()) as { readonly detail: string; readonly links: unknown };
    const whois = `/api/v1/whois?domain=${registrable}`;
    expect(problem).toMatchObject({ status: 404, code: "domain_not_found" });
    expect(problem.detail).toStartWith(`${shown} does not exist`);
    expect(problem.detail).toEndWith(` ${whois} says whether ${registrable} is registered.`);
    expect(problem.links).toMatchObject({ related: [{ tool: "whois", href: whois }] });
    expect((await fetch(`${product.url}${whois}`)).status).toBe(200);
  }
});
