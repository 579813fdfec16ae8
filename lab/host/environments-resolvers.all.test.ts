import { expect, test } from "bun:test";
import { join } from "node:path";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { run } from "../support/run.ts";
import { openHost } from "./open-host.ts";
import type { RESOLVERS } from "./resolvers.ts";

const SILENT = "no servers could be reached";
const ADDRESS = "93.184.215.50";
const BURST = `"${process.execPath}" "${join(import.meta.dir, "burst.ts")}"`;
/** A query that is not answered, one with an answer of which signatures are a part, and how a filter answers. */
const ONCE = "dig +tries=1 +time=1";
const SIGNED = "dig +dnssec signed.com";
const BLOCKED = "dig WWW.example.com A; dig +short mail.perfect.com MX; dig +short signed.com A";

type Name = keyof typeof RESOLVERS | "resolv-conf-later";
/** A command on a host, and what is in its output. */
const TOLD: Readonly<Record<Name, readonly [command: string, ...told: string[]]>> = {
  "resolved-llmnr-yes": ["dig com NS; dig signed.com", "NXDOMAIN", "aa rd", ADDRESS, "flags: qr rd ra;"],
  "resolved-llmnr-resolve": ["dig com NS; dig signed.com", "NXDOMAIN", "aa rd", ADDRESS, "flags: qr rd ra;"],
  "resolved-llmnr-no": [`dig com NS; ${SIGNED}`, "a.gtld-servers.net.", ADDRESS, "QUERY: 1, ANSWER: 1,"],
  podman: ["dig . NS; dig +tcp signed.com; dig signed.com", "NXDOMAIN", "refused", ADDRESS],
  docker: [
    `${SIGNED}; dig @127.0.0.11 +tcp +short signed.com; dig expired.com`,
    "ra ad; QUERY: 1, ANSWER: 2",
    "SERVFAIL",
    `\n${ADDRESS}\n`,
  ],
  "docker-dead-upstream": [`${ONCE} signed.com; dig +time=60 signed.com`, SILENT, ADDRESS],
  "docker-two-dead": [`${ONCE} signed.com; dig +time=60 signed.com`, SILENT, ADDRESS],
  dnsmasq: [SIGNED, "ra; QUERY: 1, ANSWER: 2", "127.0.0.1#53"],
  "dnsmasq-openwrt": [`${SIGNED}; dig www.lan`, "ra; QUERY: 1, ANSWER: 2", "NXDOMAIN"],
  "dnsmasq-filter-aaaa": ["dig example.com AAAA; dig signed.com", "ANSWER: 0", "EDE: 17", ADDRESS],
  "dnsmasq-filter-a": ["dig signed.com", "ANSWER: 0", "EDE: 17"],
  "dnsmasq-public": [BURST, "answered", "refused"],
  "bind-no-validation": [
    `${SIGNED}; dig +noall +comments expired.com`,
    "ra; QUERY: 1, ANSWER: 2",
    "ANSWER: 1,",
  ],
  "bind-rrl": [BURST, "answered", "lost"],
  "unbound-rate": [BURST, "answered", "lost"],
  "first-dead": ["dig +time=1 signed.com", "5.66.0.2#53: timed out", ADDRESS],
  "first-closed": ["dig signed.com", "5.66.0.3#53: connection refused", ADDRESS],
  "two-dead-of-three": [
    "dig +time=1 signed.com",
    "5.66.0.2#53: timed out",
    "5.66.0.1#53: timed out",
    ADDRESS,
  ],
  "all-dead": [`${ONCE} signed.com`, "5.66.0.2#53: timed out", "5.66.0.1#53: timed out", SILENT],
  "link-local": ["dig signed.com; cat /etc/resolv.conf", ADDRESS, "nameserver fe80::1%eth0"],
  "resolv-conf-later": [
    `dig signed.com; while ${ONCE} @${OWN_RESOLVER} signed.com; do :; done; dig signed.com`,
    `${OWN_RESOLVER}#53`,
    SILENT,
    "SERVER: 9.9.9.9#53",
  ],
  "router-old": [
    "dig +dnssec signed.com; dig +tcp signed.com",
    "ra; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 0",
    "refused",
  ],
  "edns-drop-router": [`dig +noedns signed.com; ${ONCE} signed.com`, ADDRESS, SILENT],
  "edns-formerr-router": ["dig +noedns signed.com; dig signed.com", ADDRESS, "FORMERR"],
  "no-tcp-router": ["dig +dnssec signed.com; dig +tcp signed.com", "ra ad; QUERY: 1, ANSWER: 2", "refused"],
  "strips-dnssec": [SIGNED, "ra; QUERY: 1, ANSWER: 1, AUTHORITY: 0, ADDITIONAL: 1", "flags:; udp"],
  "strips-ad": [SIGNED, "ra; QUERY: 1, ANSWER: 2"],
  "no-unknown-types": [`dig signed.com; ${ONCE} signed.com DNSKEY`, ADDRESS, SILENT],
  "no-soa": ["dig nx.signed.com; dig signed.com MX", "NXDOMAIN", "NOERROR", "ANSWER: 0, AUTHORITY: 0"],
  "nxdomain-page": ["dig nx.signed.com", "NOERROR", "146.112.61.104"],
  "refuses-root": ["dig signed.com; dig . NS", ADDRESS, "REFUSED"],
  "drops-root": [`dig signed.com; ${ONCE} . NS`, ADDRESS, SILENT],
  "rate-20": [BURST, "answered", "lost"],
  "rate-20-refused": [BURST, "answered", "refused"],
  "rate-20-tc": [BURST, "answered", "truncated"],
  "filter-null": [BLOCKED, "A\t0.0.0.0\n", ADDRESS],
  "filter-null-soa": ["dig example.com MX", "NOERROR", "AUTHORITY: 1", "example.com.\t\t60\tIN\tSOA"],
  "filter-null-ede": ["dig example.com AAAA", "AAAA\t::\n", "EDE: 17"],
  "filter-nx": [BLOCKED, "NXDOMAIN", "AUTHORITY: 0", ADDRESS],
  "filter-nx-soa": [BLOCKED, "NXDOMAIN", "fake.rpz.\t\t60\tIN\tSOA", ADDRESS],
  "filter-nx-own-soa": [BLOCKED, "NXDOMAIN", "WWW.example.com.\t60\tIN\tSOA", ADDRESS],
  "filter-nx-parent-soa": [BLOCKED, "NXDOMAIN", "com.\t\t\t60\tIN\tSOA", ADDRESS],
  "filter-nx-ede": [BLOCKED, "NXDOMAIN", "EDE: 15", ADDRESS],
  "filter-page": [BLOCKED, "A\t146.112.61.104\n", ADDRESS],
  "filter-loop": [BLOCKED, "A\t127.0.0.1\n", ADDRESS],
  "filter-refused": [BLOCKED, "REFUSED", ADDRESS],
  "filter-servfail": [BLOCKED, "SERVFAIL", ADDRESS],
};

test.concurrent.each(Object.entries(TOLD))(
  "the resolver of a host in the environment %s is as it says",
  async (name, [command, ...told]) => {
    await using host = await openHost(name as Name);
    const said = await run(...host.inside(["bash", "-c", `${command}; true`]));
    for (const fragment of told) expect(said).toContain(fragment);
    expect(await host.escaped()).toBe(0);
  },
);
