import { describe, expect, test } from "bun:test";
import { readDomainText } from "@dnstools/net/registry/whois-text";
import { readText } from "./judge-text.ts";

function read(server: string, name: string, text: string) {
  return readText(readDomainText(new TextEncoder().encode(text), "iso-8859-1", name), server, name);
}

/** What a text comes to, in a word. */
function kindOf(server: string, name: string, text: string): string {
  const got = read(server, name, text);
  return got.kind === "said" ? got.said : got.kind;
}

describe("a registry's own words for a domain that it does not have", () => {
  test.each([
    [
      "whois.verisign-grs.com",
      "free.com",
      'No match for "FREE.COM".\n>>> Last update of whois database: 2026-11-20T00:00:00Z <<<',
    ],
    ["whois.pir.org", "free.org", "Domain not found.\n>>> Last update of WHOIS database: 2026-11-20 <<<"],
    ["whois.denic.de", "free.de", "Domain: free.de\nStatus: free\n"],
    [
      "whois.jprs.jp",
      "free.jp",
      "[ JPRS database provides information on network administration. ]\n\nNo match!!\n",
    ],
    ["whois.nic.fr", "free.fr", "%% This is the AFNIC Whois server.\n%%\n%% NOT FOUND\n"],
    ["whois.nic.it", "free.it", "Domain:             free.it\nStatus:             AVAILABLE\n"],
    ["whois.domain-registry.nl", "free.nl", "free.nl is free\n"],
    ["whois.dns.be", "free.be", "Domain:\tfree.be\nStatus:\tAVAILABLE\n"],
    [
      "whois.iis.se",
      "free.se",
      '# Copyright (c) 1997- The Swedish Internet Foundation.\ndomain "free.se" not found.\n',
    ],
    [
      "whois.norid.no",
      "free.no",
      "% By looking up information in the domain registration directory\n% No match\n",
    ],
    ["whois.fi", "free.fi", "Domain not found\n"],
    ["whois.nic.cz", "free.cz", "%  (c) 2006-2026 CZ.NIC\n%ERROR:101: no entries found\n"],
    ["whois.registro.br", "free.br", "% Copyright (c) Nic.br\n% No match for free.br\n"],
    [
      "whois.punktum.dk",
      "free.dk",
      "# Hello 45.10.0.2. Your session has been logged.\nNo entries found for the selected source.\n",
    ],
    ["whois.tcinet.ru", "free.ru", "% TCI Whois Service.\n\nNo entries found for the selected source(s).\n"],
    [
      "whois.eu",
      "free.eu",
      "% The WHOIS service offered by EURid\nDomain: free.eu\nScript: LATIN\n\nStatus: AVAILABLE\n",
    ],
    [
      "whois.kr",
      "free.kr",
      "query : free.kr\n\nThe requested domain was not found in the Registry or Registrar's WHOIS Server.\n",
    ],
    ["whois.nic.at", "free.at", "% Copyright (c)2026 by NIC.AT\n% nothing found\n"],
    [
      "whois.dns.pl",
      "free.pl",
      "No information available about domain name free.pl in the Registry NASK database.\n",
    ],
    ["whois.cnnic.cn", "free.cn", "No matching record.\n"],
    ["whois.dns.pt", "free.pt", "free.pt - No Match\n"],
    ["whois.nic.cl", "free.cl", "%%\nfree.cl: no entries found.\n"],
    [
      "whois.nic.uk",
      "free.co.uk",
      'No match for "free.co.uk".\n\nThis domain name has not been registered.\n',
    ],
    ["whois.nic.nowhere", "free.nowhere", "DOMAIN NOT FOUND\n"],
    ["whois.nic.nowhere", "free.nowhere", "No match for free.nowhere.\n"],
    ["whois.nic.nowhere", "free.nowhere", "Domain Status: No Object Found\n"],
    ["whois.nic.nowhere", "free.nowhere", "The queried object does not exist: DOMAIN NOT FOUND\n"],
  ])("%s: %s", (server, name, text) => expect(kindOf(server, name, text)).toBe("free"));
});

describe("what is not the word of a registry that a domain is free", () => {
  test.each([
    [
      "a limit",
      "whois.pir.org",
      "x.org",
      "WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\n",
      "rate_limited",
    ],
    [
      "a limit of .nl",
      "whois.domain-registry.nl",
      "x.nl",
      "whois.domain-registry.nl: only 1 request per second allowed, try again later\n",
      "rate_limited",
    ],
    [
      "a limit of .de",
      "whois.denic.de",
      "x.de",
      "% Error: 55000000002 Connection refused; access control limit reached.\n",
      "rate_limited",
    ],
    [
      "a limit beside words for free",
      "whois.verisign-grs.com",
      "x.com",
      "You have exceeded your quota of queries.\nNo match for X.COM\n",
      "rate_limited",
    ],
    ["RIPE's limit", "whois.nic.at", "x.at", "%ERROR:201: access denied for 45.10.0.2\n", "rate_limited"],
    [
      "a quota",
      "whois.nic.uk",
      "x.uk",
      "The WHOIS query quota for 45.10.0.2 has been exceeded and will be replenished in 30 seconds\n",
      "rate_limited",
    ],
    [
      "a refusal",
      "whois.nic.ch",
      "x.ch",
      "Requests of this client are not permitted. Please use https://www.nic.ch/whois/ for queries.\n",
      "blocked",
    ],
    [
      "maintenance",
      "whois.nic.io",
      "x.io",
      "The registry is under maintenance, try again later.\n",
      "server_error",
    ],
    ["another registry's server", "whois.nic.io", "x.io", "TLD is not supported.\n", "other"],
    [
      "reserved by the registry",
      "whois.nic.io",
      "x.io",
      "This name is reserved by the Registry in accordance with ICANN Policy.\n",
      "reserved",
    ],
    [
      "reserved in .jp",
      "whois.jprs.jp",
      "x.jp",
      "Domain Information:\n[Status]                        Reserved\n",
      "reserved",
    ],
    ["reserved in .eu", "whois.eu", "x.eu", "Domain: x.eu\n\nStatus: NOT AVAILABLE\n", "reserved"],
    [
      "reserved in .dk",
      "whois.punktum.dk",
      "x.dk",
      "Domain:               x.dk\nStatus:               Reserved\n",
      "reserved",
    ],
    [
      "another's phrase in a disclaimer",
      "whois.nic.io",
      "x.io",
      "% If it does not exist, No match for it is shown.\nHello.\n",
      "unsure",
    ],
    ["nothing that is known", "whois.nic.io", "x.io", "Hello there, come in.\n", "unsure"],
    [
      "an object of another name",
      "whois.nic.io",
      "x.io",
      "Domain Name: y.io\nRegistrar: Other\nCreation Date: 2020-01-01\n",
      "unsure",
    ],
    ["a name alone", "whois.nic.io", "x.io", "Domain Name: x.io\n", "unsure"],
    [
      "both at once",
      "whois.pir.org",
      "x.org",
      "Domain Name: x.org\nRegistrar: A\nDomain not found.\n",
      "contradictory",
    ],
  ])("%s", (_, server, name, text, kind) => expect(kindOf(server, name, text)).toBe(kind));
});

const GTLD = `   Domain Name: REGISTERED.COM
   Registry Domain ID: 1_DOMAIN_COM-VRSN
   Registrar WHOIS Server: whois.labregistrar.com
   Registrar URL: https://www.labregistrar.com
   Updated Date: 2025-08-14T07:01:44Z
   Creation Date: 1995-08-14T04:00:00Z
   Registry Expiry Date: 2027-08-13T04:00:00Z
   Registrar: Lab Registrar, Inc.
   Registrar IANA ID: 9999
   Registrar Abuse Contact Email: abuse@labregistrar.com
   Registrar Abuse Contact Phone: +1.5555551234
   Domain Status: clientDeleteProhibited https://icann.org/epp#clientDeleteProhibited
   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
   Name Server: A.IANA-SERVERS.NET
   Name Server: B.IANA-SERVERS.NET
   DNSSEC: signedDelegation
   URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
>>> Last update of whois database: 2026-11-20T10:00:00Z <<<

NOTICE: The expiration date displayed in this record is the date the
registrar's sponsorship of the domain name registration in the registry is
currently set to expire. No match for a name does not mean that it is free.
`;

test("a registration of a gTLD is read whole", () => {
  const got = read("whois.verisign-grs.com", "registered.com", GTLD);
  if (got.kind !== "registered") throw new Error(got.kind);
  expect(got.data).toMatchObject({
    registrar: {
      name: "Lab Registrar, Inc.",
      ianaId: "9999",
      url: "https://www.labregistrar.com",
      abuse: { email: "abuse@labregistrar.com", phone: "+1.5555551234" },
    },
    dates: {
      created: "1995-08-14T04:00:00Z",
      updated: "2025-08-14T07:01:44Z",
      expires: "2027-08-13T04:00:00Z",
    },
    nameServers: [
      { name: "a.iana-servers.net", addresses: [] },
      { name: "b.iana-servers.net", addresses: [] },
    ],
    dnssec: { signed: true, ds: [] },
  });
  expect(got.data.status.map(({ code }) => code)).toEqual([
    "clientDeleteProhibited",
    "clientTransferProhibited",
  ]);
});

describe("registrations in registries' own forms", () => {
  test.each([
    [
      "whois.denic.de",
      "registered.de",
      "Domain: registered.de\nNserver: ns1.labdns.net\nNserver: ns2.labdns.net\nStatus: connect\nChanged: 2024-01-02T03:04:05+01:00\n",
      null,
    ],
    [
      "whois.jprs.jp",
      "registered.jp",
      "Domain Information:\n[Domain Name]                   REGISTERED.JP\n\n[Registrant]                    Lab Corporation\n[Name Server]                   ns1.labdns.net\n[Created on]                    2001/02/03\n[Expires on]                    2027/02/28\n[Status]                        Active\n[Last Updated]                  2026/03/01 01:05:01 (JST)\n",
      null,
    ],
    [
      "whois.nic.uk",
      "registered.co.uk",
      "\n    Domain name:\n        registered.co.uk\n\n    Registrar:\n        Lab Registrar Ltd [Tag = LAB]\n        URL: https://lab.example\n\n    Relevant dates:\n        Registered on: 14-Aug-1996\n        Expiry date:  14-Aug-2027\n        Last updated:  20-Jul-2026\n\n    Registration status:\n        Registered until expiry date.\n\n    Name servers:\n        ns1.labdns.net\n        ns2.labdns.net\n",
      "Lab Registrar Ltd [Tag = LAB]",
    ],
    [
      "whois.tcinet.ru",
      "registered.ru",
      "domain:        REGISTERED.RU\nnserver:       ns1.labdns.net.\nstate:         REGISTERED, DELEGATED, VERIFIED\norg:           Lab LLC\nregistrar:     LAB-RU\ncreated:       1997-09-23T09:45:07Z\npaid-till:     2027-09-30T21:00:00Z\nsource:        TCI\n",
      "LAB-RU",
    ],
    [
      "whois.nic.at",
      "registered.at",
      "domain:         registered.at\nregistrar:      Lab GmbH ( https://nic.at/registrar/1 )\nnserver:        ns1.labdns.net\nchanged:        20240102 03:04:05\nsource:         AT-DOM\n",
      "Lab GmbH ( https://nic.at/registrar/1 )",
    ],
    [
      "whois.iis.se",
      "registered.se",
      "state:            active\ndomain:           registered.se\nholder:           lab123\ncreated:          1996-01-01\nmodified:         2026-01-01\nexpires:          2027-01-01\nnserver:          ns1.labdns.net\ndnssec:           unsigned delegation\nregistry-lock:    unlocked\nstatus:           ok\nregistrar:        Lab AB\n",
      "Lab AB",
    ],
    [
      "whois.registro.br",
      "registered.com.br",
      "domain:      registered.com.br\nowner:       Laboratório\nnserver:     ns1.labdns.net\ncreated:     20000915 #123\nchanged:     20260101\nexpires:     20270915\nstatus:      published\n",
      null,
    ],
  ])("%s", (server, name, text, registrar) => {
    const got = read(server, name, text);
    expect(got.kind).toBe("registered");
    if (got.kind !== "registered") return;
    expect(got.data.registrar?.name ?? null).toBe(registrar);
    expect(got.data.nameServers[0]?.name).toBe("ns1.labdns.net");
  });
});

describe("hostile text is read in time, and proves nothing", () => {
  test.each([
    ["bytes", crypto.getRandomValues(new Uint8Array(65_536))],
    ["one long line", new Uint8Array(262_144).fill(0x61)],
    [
      "labels that JavaScript knows",
      new TextEncoder().encode("__proto__: x\nconstructor: y\ntoString: z\n".repeat(2000)),
    ],
    ["empty lines", new Uint8Array(262_144).fill(0x0a)],
    ["labels without end", new TextEncoder().encode("a:\n".repeat(80_000))],
    ["one label many times", new TextEncoder().encode("Registrar: x\n".repeat(20_000))],
    ["colons", new Uint8Array(262_144).fill(0x3a)],
  ])("%s", (_, bytes) => {
    for (const name of ["x.io", "x.uk", "x.fr", "x.it", "x.tr", "x.ua", "x.jp"]) {
      const start = performance.now();
      const got = readText(readDomainText(bytes, "iso-8859-1", name), "whois.nic.io", name);
      expect(got.kind).toBe("unsure");
      expect(performance.now() - start).toBeLessThan(500);
    }
  });
});
