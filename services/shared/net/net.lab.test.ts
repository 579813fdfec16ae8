import { expect, test } from "bun:test";
import type { NetEvent } from "@dnstools/core/net-event";
import type { DomainName } from "@dnstools/core/protocol/names";
import * as packet from "dns-packet";
import { openNet } from "./net.ts";

const NXDOMAIN = 3;

test("the cache of top-level domains is cleared when a resolver turns out to be faulty", async () => {
  const socket = await Bun.udpSocket({
    hostname: "127.0.0.1",
    socket: {
      data(own, bytes, port, address) {
        const { id, questions } = packet.decode(bytes);
        own.send(packet.encode({ type: "response", id, flags: NXDOMAIN, questions }), port, address);
      },
    },
  });
  const checked = Promise.withResolvers<NetEvent>();
  const net = openNet({
    resolvers: [{ address: "127.0.0.1", port: socket.port }],
    egressAllow: [],
    egressDeny: [],
    egressDenyNames: [],
    hostUses: [],
    trustAnchors: [],
    nameserverQps: 0,
    socketsMax: null,
    addressConcurrency: 0,
    mixedCase: false,
    registryRate: 0,
    folder: null,
    ca: null,
    userAgent: "test",
    probeName: "test.invalid",
    keepS: 0,
    onEvent(event) {
      if (event.kind === "resolver_checked") checked.resolve(event);
    },
  });
  const { topLevels } = net.session(new AbortController().signal);
  const nameServers = [{ name: "ns.example", addresses: ["5.5.5.5"], alias: null, reason: null }];
  topLevels.keep({ apex: "com" as DomainName, nameServers, denied: false });
  expect(topLevels.get("com")).not.toBeNull();
  expect(await checked.promise).toMatchObject({ fault: "denies_known", usable: false });
  expect(topLevels.get("com")).toBeNull();
  socket.close();
});
