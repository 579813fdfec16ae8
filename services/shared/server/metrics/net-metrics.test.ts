import { expect, test } from "bun:test";
import type { Facet, FacetVerdict } from "@dnstools/core/net-event";
import { Registry } from "prom-client";
import { netMetrics } from "./net-metrics.ts";

test("port 53 over a family that does not work is no capability of its own, until the family works", async () => {
  const registry = new Registry();
  const take = netMetrics([registry], { mailServer() {}, dataFile() {} });
  const capabilities = async () => {
    const { values } = (await registry.getSingleMetric("dnstools_egress_capability")?.get()) ?? {
      values: [],
    };
    return Object.fromEntries(values.map(({ labels, value }) => [labels["capability"], value]));
  };
  const tried = (...now: readonly (readonly [Facet, FacetVerdict])[]) =>
    take({ kind: "host_tried", before: new Map(), now: new Map(now) });
  tried(["ipv6", "ok"], ["udp_53_ipv6", "blocked"], ["udp_53_ipv4", "intercepted"]);
  expect(await capabilities()).toEqual({ ipv6: 1, udp_53_ipv6: 0, udp_53_ipv4: 0 });
  tried(["ipv6", "blocked"], ["udp_53_ipv6", "blocked"], ["udp_53_ipv4", "ok"]);
  expect(await capabilities()).toEqual({ ipv6: 0, udp_53_ipv4: 1 });
});
