import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { RdapAnswer, RegistrationFound } from "@dnstools/core/protocol/registration";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { judgeAvailability } from "./judge-availability.ts";

const NAME = "name.app";
const BASE = "https://rdap.nic.app/";
const URL_OF = `${BASE}domain/${NAME}`;

function reply(rcode: string, servers: readonly string[] = []): Outcome<DnsReply> {
  const answers = servers.map((target) => ({
    name: NAME,
    type: "NS",
    ttl: 60,
    value: `${target}.`,
    data: { target },
  }));
  return present({ rcode, flags: [], answers, authorities: [], additionals: [], edns: null });
}
const GONE = reply("NXDOMAIN");
const DELEGATED = reply("NOERROR", ["ns1.labdns.net"]);
const EMPTY = reply("NOERROR");

const rdap = (answer: Outcome<RdapAnswer>, bootstrapped = true): Partial<RegistrationFound> => ({
  rdap: { base: BASE, bootstrapped, outcome: answer },
});
const missing = (error: string | null = null, url = URL_OF) =>
  present<RdapAnswer>({ url, object: null, error });
const object = (more: Record<string, unknown>) =>
  present<RdapAnswer>({
    url: URL_OF,
    object: { objectClassName: "domain", ldhName: "NAME.APP", ...more },
    error: null,
  });
const said = (text: string, role: "registry" | "registrar" = "registry") => ({
  server: "whois.nic.app",
  role,
  outcome: present(readWhois(new TextEncoder().encode(text), "iso-8859-1")),
});
const REGISTERED = { events: [{ eventAction: "registration", eventDate: "2020-01-01T00:00:00Z" }] };
const TEXT = "Domain Name: name.app\nRegistrar: Lab\nCreation Date: 2020-01-01T00:00:00Z\n";

const CASES: readonly [
  says: string,
  found: Partial<RegistrationFound>,
  dns: Outcome<DnsReply>,
  wanted: string,
][] = [
  ["an object", rdap(object(REGISTERED)), DELEGATED, "registered"],
  ["an object, and nothing in DNS", rdap(object(REGISTERED)), GONE, "registered"],
  ["404, and nothing in DNS", rdap(missing()), GONE, "available"],
  ["404, and DNS knows it", rdap(missing()), DELEGATED, "unknown contradictory"],
  ["404, and the name exists in DNS", rdap(missing()), EMPTY, "unknown contradictory"],
  ["404, and DNS cannot be asked", rdap(missing()), unknown("servfail"), "unknown servfail"],
  ["404 of a gateway", rdap(unknown("not_rdap")), GONE, "unknown not_rdap"],
  [
    "the same, and free on port 43",
    { ...rdap(unknown("not_rdap")), texts: [said("Domain not found.\n")] },
    GONE,
    "available",
  ],
  [
    "the same, and registered on port 43",
    { ...rdap(unknown("not_rdap")), texts: [said(TEXT)] },
    GONE,
    "registered",
  ],
  [
    "404 of another host",
    rdap(missing(null, "https://rdap.other.net/domain/name.app")),
    GONE,
    "unknown not_authoritative",
  ],
  [
    "404 of another port",
    rdap(missing(null, "https://rdap.nic.app:8443/domain/name.app")),
    GONE,
    "unknown not_authoritative",
  ],
  ["404 of a server that IANA does not name", rdap(missing(), false), GONE, "unknown not_authoritative"],
  [
    "the same, and free on port 43",
    { ...rdap(missing(), false), texts: [said("Domain not found.\n")] },
    GONE,
    "available",
  ],
  [
    "the same, and registered on port 43",
    { ...rdap(missing(), false), texts: [said(TEXT)] },
    DELEGATED,
    "registered",
  ],
  [
    "404 with words of reservation",
    rdap(missing("The domain is reserved by the registry")),
    GONE,
    "reserved",
  ],
  [
    "the same, and delegated",
    rdap(missing("The domain is reserved by the registry")),
    DELEGATED,
    "unknown contradictory",
  ],
  ["404 that names the domain", rdap(missing("name.app not found")), GONE, "available"],
  ["an object with status reserved", rdap(object({ status: ["reserved"] })), GONE, "reserved"],
  ["an object with status available", rdap(object({ status: ["available"] })), GONE, "unknown malformed"],
  [
    "an object with a status that is no one's",
    rdap(object({ status: ["unavailable"] })),
    GONE,
    "unknown malformed",
  ],
  ["an object with status blocked", rdap(object({ status: ["blocked"] })), GONE, "reserved"],
  ["an object with status active", rdap(object({ status: ["active"] })), GONE, "registered"],
  ["a lock", rdap(object({ status: ["client transfer prohibited"] })), GONE, "registered"],
  [
    "404 with terms of use",
    rdap(missing("Not Found\nAutomated high-volume queries are prohibited.\nAll rights reserved by Nic App")),
    GONE,
    "available",
  ],
  ["an object of its name alone", rdap(object({})), GONE, "unknown malformed"],
  [
    "an object of another name",
    rdap(object({ ldhName: "other.app", ...REGISTERED })),
    GONE,
    "unknown malformed",
  ],
  [
    "an object by its unicode name",
    rdap(object({ ldhName: undefined, unicodeName: "Name.APP.", ...REGISTERED })),
    GONE,
    "registered",
  ],
  [
    "RDAP registered, port 43 free",
    { ...rdap(object(REGISTERED)), texts: [said("Domain not found.\n")] },
    DELEGATED,
    "unknown contradictory",
  ],
  [
    "RDAP limited, port 43 registered",
    { ...rdap(unknown("rate_limited")), texts: [said(TEXT)] },
    DELEGATED,
    "registered",
  ],
  [
    "RDAP failing, port 43 limited",
    { ...rdap(unknown("server_error")), texts: [said("Too many requests.\n")] },
    GONE,
    "unknown rate_limited",
  ],
  ["no server to ask, delegated", { bootstrap: absent("not_offered") }, DELEGATED, "registered"],
  ["no server to ask, not delegated", { bootstrap: absent("not_offered") }, GONE, "unknown no_servers"],
  [
    "the registrar does not know it",
    { ...rdap(unknown("timeout")), texts: [said(TEXT), said("Domain not found.\n", "registrar")] },
    DELEGATED,
    "registered",
  ],
  [
    "the registrar alone knows it",
    { texts: [said("Hello.\n"), said(TEXT, "registrar")] },
    DELEGATED,
    "unknown not_recognised",
  ],
];

test.each(CASES)("%s", (_, found, dns, wanted) => {
  const whole = { bootstrap: present(BASE), rdap: null, texts: [], rests: [], elapsedMs: 1, ...found };
  const { availability, reason } = judgeAvailability(whole, dns, NAME);
  expect(reason === null ? availability : `${availability} ${reason}`).toBe(wanted);
});

test("a name that contains a reservation word is not reserved because of it", () => {
  for (const name of ["reserved.app", "un-blocked.dev", "is-reserved.app"]) {
    const base = "https://rdap.nic.app/";
    const outcome = present<RdapAnswer>({
      url: `${base}domain/${name}`,
      object: null,
      error: `"${name}" not found`,
    });
    const found = {
      bootstrap: present(base),
      rdap: { base, bootstrapped: true, outcome },
      texts: [],
      rests: [],
      elapsedMs: 1,
    };
    expect(judgeAvailability(found, GONE, name).availability).toBe("available");
  }
});
