import { expect, test } from "bun:test";
import { present, unknown } from "@dnstools/core/outcome";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { DnsServer } from "./dns/client.ts";
import { askInTurn } from "./in-turn.ts";

const SERVERS: readonly DnsServer[] = ["1", "2", "3", "4"].map((n) => ({
  name: `ns${n}`,
  address: `192.0.2.${n}`,
  port: 53,
  upstream: "authoritative",
}));
const REPLY: DnsReply = {
  rcode: "NOERROR",
  flags: ["aa"],
  answers: [],
  authorities: [],
  additionals: [],
  edns: null,
};

test("the next is asked when one fails or is silent for a second, and nobody after the answer", async () => {
  const asked: string[] = [];
  const silent = Promise.withResolvers<void>();
  const got = await askInTurn(SERVERS, async ({ name }) => {
    asked.push(name);
    if (name === "ns1") return unknown("refused");
    if (name === "ns2") {
      await silent.promise;
      return unknown("timeout");
    }
    return present(REPLY);
  });
  expect(got.server?.name).toBe("ns3");
  expect(got.failures.map(({ server, reason }) => `${server.name} ${reason}`)).toEqual([
    "ns1 refused",
    "ns2 timeout",
  ]);
  silent.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toEqual(["ns1", "ns2", "ns3"]);
});
