import { expect, test } from "bun:test";
import { contracts } from "@dnstools/dns/contracts";
import { createMetrics } from "@dnstools/service/metrics";
import type { Caller } from "./caller.ts";
import type { Overload } from "./overload.ts";
import type { Limiter } from "./policies/limit/limiter.ts";
import { createQuick } from "./quick.ts";

const STATE = { limit: 60, remaining: 60, resetS: 0 };
const CALLER = { refusal: null, name: "n", client: "192.0.2.1", keyId: null, state: STATE };

test("what is shed is overloaded and counted, whatever its Host is", async () => {
  const metrics = createMetrics({ version: "0", revision: "r", target: "gateway" });
  const quick = createQuick({
    contracts,
    limiter: { windowS: 60 } as Limiter,
    limitIsHere: true,
    overload: { admits: () => false } as unknown as Overload,
    metrics,
    requestIdOf: () => "abcdefgh",
    problemExtra: () => ({}),
  });
  // As Bun hands it over where the Host is `[`, which no Request that is made here can have.
  const request = { url: "http://[/api/v1/dns?domain=example.com", method: "GET" } as Request;
  const refused = quick.refuse(request, "/api/v1/dns", CALLER as unknown as Caller, 1);
  expect(await refused?.json()).toMatchObject({ status: 503, code: "overloaded" });
  expect(await metrics.render()).toContain('dnstools_tool_requests_total{tool="dns",outcome="refused"} 1');
});
