import { expect, test } from "bun:test";
import { LAGGARD } from "../plan/hosts.ts";
import { addressOf, hostOf } from "../plan/plan.ts";
import { run } from "../support/run.ts";
import type { EnvironmentName } from "./environments.ts";
import { openHost } from "./open-host.ts";

const NS = "ns1.labdns.net";
const WEB = "captive.apple.com";
const MX = "gmail-smtp-in.l.google.com";
const WHOIS = "whois.iana.org";
const V6 = (name: string) => hostOf(name).v6 ?? "";
/** Commands that succeed where a network neither blocks nor changes what they try. */
const TRIALS = {
  resolver: "dig +tries=1 +time=5 +short ns1.labdns.net A | grep -qx 5.9.0.53",
  udp53: `${asked(addressOf(NS))} +notcp | grep -q 'flags: qr aa;'`,
  tcp53: `${asked(addressOf(NS))} +tcp | grep -q 'flags: qr aa;'`,
  "udp53 v6": `${asked(V6(NS))} +notcp | grep -q 'flags: qr aa;'`,
  "tcp53 v6": `${asked(V6(NS))} +tcp | grep -q 'flags: qr aa;'`,
  "25": connected(addressOf(MX), 25),
  "43": connected(addressOf(WHOIS), 43),
  "80": connected(addressOf(WEB), 80),
  "443": `curl -4 -sfo /dev/null -m 5 --resolve ${WEB}:443:${addressOf(WEB)} https://${WEB}/hotspot-detect.html`,
  "443 v6": connected(V6(WEB), 443),
} as const;
type Trial = keyof typeof TRIALS;

function asked(address: string): string {
  return `dig +tries=1 +time=5 +norecurse @${address} labdns.net SOA`;
}

function connected(address: string, port: number): string {
  return `timeout 5 bash -c '</dev/tcp/${address}/${port}' 2>&1`;
}

const V4: readonly Trial[] = ["udp53", "tcp53", "25", "43", "80", "443"];
const OVER_V6: readonly Trial[] = ["udp53 v6", "tcp53 v6", "443 v6"];
const UDP_53: readonly Trial[] = ["udp53", "udp53 v6"];
const TCP_53: readonly Trial[] = ["tcp53", "tcp53 v6"];
const OWN_FIREWALL: readonly Trial[] = [...UDP_53, ...TCP_53, "25", "43", "443 v6"];
/** The trials that fail in each environment. On hosts with a wrong clock no trial is made, because dig hangs there. */
const FAILS: Readonly<Partial<Record<EnvironmentName, readonly Trial[]>>> = {
  clean: [],
  "udp53-drop": UDP_53,
  "udp53-reject": UDP_53,
  "53-drop": [...UDP_53, ...TCP_53],
  "53-drop-not-public": [...UDP_53, ...TCP_53],
  "tcp53-drop": TCP_53,
  "tcp53-reject": TCP_53,
  "443-drop": ["443", "443 v6"],
  "80-drop": ["80"],
  "80-443-drop": ["80", "443", "443 v6"],
  "25-drop": ["25"],
  "25-reject": ["25"],
  "43-drop": ["43"],
  "43-reject": ["43"],
  "25-443-drop-ipv6": ["443 v6"],
  "mail-drop": ["25"],
  "addresses-drop": [...UDP_53, ...TCP_53, "443 v6"],
  "host-firewall-drop": OWN_FIREWALL,
  "host-firewall-reject": OWN_FIREWALL,
  intercepted: [...UDP_53, ...TCP_53],
  "intercepted-udp": ["udp53"],
  "intercepted-both-families": [...UDP_53, ...TCP_53],
  "intercepted-dnsmasq": [...UDP_53, ...TCP_53, "443 v6"],
  "ipv4-only": OVER_V6,
  "ipv6-only": V4,
  "ipv6-only-nat64": V4,
  "ipv6-drop": OVER_V6,
  "ipv6-reject": OVER_V6,
  "tls-inspected": ["443", ...OVER_V6],
  "tls-inspected-trusted": ["443", ...OVER_V6],
  "tls-inspected-not-all": OVER_V6,
  "tls-names-forbidden": OVER_V6,
  "443-accepted": ["443", ...OVER_V6],
  "dns64-beside-ipv4": [],
  "intercepted-ipv6": ["udp53 v6", "tcp53 v6"],
  "intercepted-public": [],
  "intercepted-as-authority": OVER_V6,
  "name-forged": OVER_V6,
  "name-dropped": [],
  "split-dns": [],
  "25-relayed": OVER_V6,
  "43-accepted": OVER_V6,
  "tcp53-accepted": ["tcp53", ...OVER_V6],
  "80-portal": OVER_V6,
  "edns-drop": UDP_53,
  "udp-512": [],
  "path-mtu-1300": ["443"],
  "ipv6-path-mtu-1300": [],
  "nat-ports": [],
  "nat-flows": [],
  "mtu-1280-no-fragments": [],
  "nofile-256": [],
  offline: ["resolver", ...V4, ...OVER_V6],
};

/** Returns the trials that fail on a host. */
async function failsOn(name: EnvironmentName): Promise<readonly string[]> {
  await using host = await openHost(name);
  const lines = Object.entries(TRIALS).map(
    ([trial, command]) => `{ (${command}) >/dev/null || echo '${trial}'; } &`,
  );
  return (await run(...host.inside(["bash", "-c", [...lines, "wait"].join("\n")])))
    .trim()
    .split("\n")
    .filter(Boolean)
    .sort();
}

test.concurrent.each(Object.entries(FAILS) as [EnvironmentName, readonly Trial[]][])(
  "on a host in the environment %s fails what it says, and nothing else",
  async (name, fails) => {
    const expected = [...fails].sort();
    const failed = await failsOn(name);
    expect(failed).toEqual(expected);
  },
);

test.each([
  ["clock-3-days-slow", -3 * 86_400],
  ["clock-40-days-fast", 40 * 86_400],
  ["clock-10-minutes-fast", 600],
  ["clock-6-hours-slow", -6 * 3600],
  ["clock-40-days-slow-no-443", -40 * 86_400],
] as const)("on a host in the environment %s, the clock is wrong by %d seconds", async (name, seconds) => {
  await using host = await openHost(name);
  const before = Date.now();
  const there =
    Number(await run(...host.inside([process.execPath, "-e", "console.log(Date.now())"]))) - seconds * 1000;
  // The time is read in whole milliseconds on both sides.
  expect(there).toBeGreaterThanOrEqual(before - 1);
  expect(there).toBeLessThanOrEqual(Date.now() + 1);
});

test("a captive portal is the answer to every name, and the web server at every address", async () => {
  await using host = await openHost("captive-portal");
  const said = await run(
    ...host.inside([
      "bash",
      "-c",
      `dig +short never-registered-xyzzy.com A; curl -sI http://${addressOf(WEB)}/`,
    ]),
  );
  expect(said).toMatch(/^192\.168\.\d+\.1\n/);
  expect(said).toContain("302 Moved Temporarily");
});

test("a host whose network is late has no way out at first, and then it has", async () => {
  await using host = await openHost("network-late");
  const route = () => run(...host.inside(["ip", "route", "show", "default"]));
  expect(await route()).toBe("");
  await run(...host.inside(["bash", "-c", 'while [ -z "$(ip route show default)" ]; do sleep 0.1; done']));
  expect(await route()).toStartWith("default via 192.168.");
});

test.each([
  ["25-relayed", `exec 3<>/dev/tcp/${addressOf(MX)}/25; head -1 <&3`, "220 relay.provider.example ESMTP"],
  ["80-portal", `curl -sI http://${addressOf(WEB)}/`, "302 Moved Temporarily"],
  ["name-forged", `dig +short @${addressOf("ns1.example.com")} wWw.eXample.com A`, "5.5.5.5\n"],
  ["name-forged", `dig +short @${addressOf("ns1.example.com")} sip.example.com A; echo end`, /^(?!5\.5)/],
  ["split-dns", "dig +short valid.certs.com A", "10.1.0.3\n"],
  ["name-dropped", "dig +tries=1 +time=1 example.com A", "no servers could be reached"],
  ["intercepted-public", `dig +short @${LAGGARD} id.server CH TXT`, /./],
  [
    "intercepted-as-authority",
    "dig +norecurse @199.7.83.42 example.com A",
    /flags: qr aa( ad)?; QUERY: 1, ANSWER: [12],/,
  ],
  ["udp-512", "dig +ignore +tries=1 +time=1 +dnssec @199.7.83.42 . SOA", "no servers could be reached"],
  [
    "tls-inspected-not-all",
    "curl -svo /dev/null https://valid.certs.com/ 2>&1",
    "self-signed certificate in certificate chain",
  ],
  ["tls-names-forbidden", "curl -svo /dev/null https://valid.certs.com/ 2>&1", "SSL_connect"],
  ["satellite", "dig ns1.labdns.net A", /Query time: (59\d|[6-9]\d\d|\d{4,}) msec/],
] as const)("on a host in the environment %s, %s tells it", async (name, command, told) => {
  await using host = await openHost(name);
  const said = await run(...host.inside(["bash", "-c", `${command}; true`]));
  expect(said).toMatch(told);
});
