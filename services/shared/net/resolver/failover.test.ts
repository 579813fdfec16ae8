import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { present, unknown } from "@dnstools/core/tool/outcome";
import type { DnsServer } from "../dns/server.ts";
import { askWithFailover } from "./failover.ts";

const SERVERS: readonly DnsServer[] = ["1", "2", "3", "4"].map((n) => ({
  name: `ns${n}`,
  address: `192.0.2.${n}`,
  port: 53,
  upstream: "authoritative",
}));
/**
 * Milliseconds before the next server is queried. Short, because only the silent servers take time, and the test
 * decides when they answer.
 */
const PATIENCE_MS = 20;
const REPLY: DnsReply = {
  rcode: "NOERROR",
  flags: ["aa"],
  answers: [],
  authorities: [],
  additionals: [],
  edns: null,
};

test("the next server is queried when one fails or is silent, and none after the answer", async () => {
  const asked: string[] = [];
  const silent = Promise.withResolvers<void>();
  const got = await askWithFailover(
    SERVERS,
    async ({ name }) => {
      asked.push(name);
      if (name === "ns1") return unknown("refused");
      if (name === "ns2") {
        await silent.promise;
        return unknown("timeout");
      }
      return present(REPLY);
    },
    PATIENCE_MS,
  );
  expect(got.server?.name).toBe("ns3");
  expect(got.outcome).toEqual(present(REPLY));
  expect(asked).toEqual(["ns1", "ns2", "ns3"]);
  silent.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(["ns1", "ns2", "ns3"]);
});

test("if all servers fail the first reason is returned, and without any server it is budget", async () => {
  const reasons = ["refused", "servfail", "timeout", "malformed"] as const;
  let next = 0;
  const got = await askWithFailover(SERVERS, async () => unknown(reasons[next++] ?? "budget"), PATIENCE_MS);
  expect(next).toBe(4);
  expect(got).toEqual({ server: SERVERS[0] as DnsServer, outcome: unknown("refused") });
  const none = await askWithFailover([], async () => present(REPLY), PATIENCE_MS);
  expect(none).toEqual({ server: null, outcome: unknown("budget") });
});

test("resolver_untrusted is not the reason if another server failed differently", async () => {
  const got = await askWithFailover(
    SERVERS.slice(0, 2),
    async ({ name }) => unknown(name === "ns1" ? "resolver_untrusted" : "servfail"),
    PATIENCE_MS,
  );
  expect(got.outcome).toEqual(unknown("servfail"));
});

test("the failure that says most is returned: an answer of a server before silence", async () => {
  const reasons = { ns1: "unreachable", ns2: "servfail", ns3: "timeout" } as const;
  const answered = await askWithFailover(
    SERVERS.slice(0, 3),
    async ({ name }) => unknown(reasons[name as keyof typeof reasons]),
    PATIENCE_MS,
  );
  expect(answered.outcome).toEqual(unknown("servfail"));
});
