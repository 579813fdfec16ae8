import { expect, test } from "bun:test";
import { json, startProduct, withOpenFiles } from "@dnstools/lab/support/product";

/** Returns calls of all tools for different targets, which together need many servers and sockets. */
function mixedCalls(): readonly string[] {
  const kinds: readonly ((i: number) => string)[] = [
    (i) => `dns?domain=n${i}.wild.records.com&type=A`,
    (i) => `dns?domain=n${i}.wild.records.com&type=MX`,
    (i) => `reverse?ip=9.9.9.${i % 256}`,
    (i) => `whois?domain=d${i}.com`,
    (i) => `whois?ip=9.9.${i % 256}.9`,
    (i) => `dnsbl?ip=9.9.${i % 256}.10`,
    (i) => `ssl?host=n${i}.wild.records.com`,
    (i) => `mail?domain=m${i}.wild.records.com`,
    (i) => `scout?domain=s${i}.records.com`,
    (i) => `propagation?domain=n${i}.wild.records.com`,
  ];
  return Array.from({ length: CALLS }, (_, i) => kinds[i % kinds.length]?.(i) ?? "");
}
const CALLS = 300;
/**
 * Allowed statuses of a call to a busy process: 200 for an answer, 404 for a nonexistent name, 503 for the documented
 * refusal.
 */
const STATUSES = [200, 404, 503];

/**
 * Sends all calls concurrently on separate connections.
 * @returns the statuses of the responses, and the servers that were reported as faulty
 */
async function askAll({ url }: { readonly url: string }) {
  const faults = new Set<string>();
  const statuses = await Promise.all(
    mixedCalls().map(async (path) => {
      const response = await fetch(`${url}/api/v1/${path}`, { keepalive: false });
      const { evidence = [] } = JSON.parse(await response.text()) as { evidence?: readonly Said[] };
      for (const { server, address, reason } of evidence)
        if (reason === "unreachable" || reason === "malformed")
          faults.add(`${path.split("?")[0]}: ${server} ${address} ${reason}`);
      return response.status;
    }),
  );
  return { statuses, faults };
}
type Said = { readonly server: string; readonly address: string; readonly reason: string | null };

test("many concurrent calls with few file descriptors report no server faults that calls with many descriptors do not report", async () => {
  const settings = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
  await using unbound = await startProduct("all", settings);
  const control = await askAll(unbound);
  for (const openFiles of [128, 256]) {
    await using product = await startProduct("all", settings, withOpenFiles(openFiles));
    const { statuses, faults } = await askAll(product);
    expect(statuses.filter((status) => !STATUSES.includes(status))).toEqual([]);
    expect([...faults].filter((fault) => !control.faults.has(fault))).toEqual([]);
    const { data } = await json(fetch(`${product.url}/api/v1/dns?domain=example.com&type=A`));
    expect(data).toBeObject();
  }
});
