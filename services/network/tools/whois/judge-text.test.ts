import { describe, expect, test } from "bun:test";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { readText } from "./judge-text.ts";

function read(server: string, name: string, text: string) {
  return readText(readWhois(new TextEncoder().encode(text), "iso-8859-1"), server, name);
}

/** Returns the verdict on a text in one word. */
function kindOf(server: string, name: string, text: string): string {
  const got = read(server, name, text);
  return got.kind === "said" ? got.said : got.kind;
}

describe("a registry's own words for a free domain", () => {
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
    ["whois.kr", "free.kr", "query : free.kr\n\nthe requested domain was not found in the registry.\n"],
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
      "whois.nic.lv",
      "free.lv",
      "[Domain]\nDomain: free.lv\nStatus: free\n\n[Whois]\nUpdated: 2025-06-18T23:12:30.974138+00:00\n",
    ],
    ["whois.nic.hu", "free.hu", "% Whois server 4.0\nNincs talalat / No match\n"],
    ["whois.educause.edu", "free.edu", "NO MATCH: free.edu\n"],
    ["whois.nic.cat", "free.cat", "%% Terms\nThe queried object does not exist: no matching objects found\n"],
    ["whois.irs.net.nz", "free.nz", "query_status: 220 Available\n"],
    ["whois.nic.cl", "xn--limit-exceeded--drb.cl", "limit-exceeded-ñ.cl: no entries found.\n"],
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

describe("common words for a free domain, at an unknown server", () => {
  test.each([
    "%ERROR:101: no entries found",
    "The queried object does not exist: No Object Found",
    "The queried object does not exist: free.nowhere",
    "%% NOT FOUND",
    "%% No entries found in the AFNIC Database.",
    "NO OBJECT FOUND!",
    "Not found: free.nowhere",
    "No records matching free.nowhere found.",
    "The domain free.nowhere was not found.",
    "free.nowhere is not registered",
    "This domain name has not been registered.",
    "Domain: free.nowhere\nAvailable",
    "Domain Name: free.nowhere\nDomain Status: Available",
    "Domain: free.nowhere is available",
    "Domain free.nowhere is available for registration",
    "Domain free.nowhere is available for purchase",
    "Data not found. This domain is available for registration.",
    "No match for free",
    "Domain: free.nowhere\nStatus: Not Registered",
    "%error 230 No Objects Found",
    "free.nowhere - Domain name does not exist",
    "free.nowhere not found...",
    'No domain records were found to match "free.nowhere"',
    "Requested Domain cannot be found",
    "% No entries found for the selected source(s).",
    "% No match",
  ])("%s", (text) => expect(kindOf("whois.nic.nowhere", "free.nowhere", `${text}\n`)).toBe("free"));
});

describe("the same words prove nothing if the registry does not say them about this name", () => {
  test.each([
    ["of another name", "Not found: other.nowhere\n"],
    ["of a longer name", "The domain xfree.nowhere was not found.\n"],
    ["of another label", "No match for other\n"],
    ["beside another domain", "Domain: other.nowhere\nStatus: Not Registered\n"],
    ["within a sentence", "If it says Domain not found, nobody has it.\n"],
    ["behind a label", "remarks: NO OBJECT FOUND!\n"],
    ["below a label", "address: Lab\n   Domain not found.\n"],
    ["below a heading", "Registrant:\n   This domain name has not been registered.\n"],
    ["behind the end", "Hello.\n>>> Last update of whois database: now <<<\nDomain not found.\n"],
  ])("%s", (_, text) => expect(kindOf("whois.nic.nowhere", "free.nowhere", text)).toBe("unsure"));
});

const CENTRALNIC = `
>>> Last update of WHOIS database: 2026-11-20T10:00:00.0Z <<<

For more information on Whois status codes, please visit https://icann.org/epp
Access to the Whois service is rate limited. Users who exceed it are permanently
blacklisted. All data is (c) CentralNic Ltd.
You are not authorized to access or query our WHOIS database through the use of
high-volume, automated processes.
`;

describe("words in the domain's name or in terms of use are not a statement of the registry", () => {
  test.each([
    ["whois.nic.gl", "free.gl", `DOMAIN NOT FOUND${CENTRALNIC}`, "free"],
    ["whois.denic.de", "55000000002.de", "Domain: 55000000002.de\nStatus: free\n", "free"],
    ["whois.verisign-grs.com", "blacklisted.com", 'No match for "BLACKLISTED.COM".\n', "free"],
    ["whois.pir.org", "too-many-requests.org", "Domain not found.\n", "free"],
    ["whois.domain-registry.nl", "free.nl", "other.nl is free\n", "unsure"],
    ["whois.dns.be", "x.be", "Domain:\tx.be\nStatus:\tNOT AVAILABLE\n", "unsure"],
  ])("%s: %s", (server, name, text, kind) => expect(kindOf(server, name, text)).toBe(kind));
});

describe("texts that do not prove that a domain is free", () => {
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
    ["a limit of .club", "whois.nic.club", "x.club", "Number of allowed queries exceeded.\n", "rate_limited"],
    ["reserved in .info", "whois.afilias.net", "x.info", "Name is reserved by afilias\n", "reserved"],
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
    [
      "a day of change alone",
      "whois.nic.ws",
      "x.ws",
      "Domain Name: x.ws\nStatus: unavailable\nLast Updated: 2026-11-20\n",
      "unsure",
    ],
    [
      "unavailable",
      "whois.nic.lv",
      "x.lv",
      "[Domain]\nDomain: x.lv\nStatus: unavailable\n\n[Whois]\nUpdated: 2026-11-20T00:00:00Z\n",
      "unsure",
    ],
    ["invalid in .de", "whois.denic.de", "x.de", "Domain: x.de\nStatus: invalid\n", "unsure"],
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

test("a registration of a gTLD is read completely", () => {
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

/** Tests with texts as registries write them, and the values that must be parsed from them. */
describe("fields are the domain's own, the first of each", () => {
  test.each([
    [
      "whois.domain-registry.nl",
      "registered.nl",
      "Domain name: registered.nl\nStatus:      active\n\nRegistrar:\n   Lab Registrar B.V.\n   Street 1\n   1000AA Town\n   Netherlands\n\nCreation Date: 2001-02-03\n\nDomain nameservers:\n   ns1.labdns.net\n   ns2.labdns.net\n",
      {
        registrar: "Lab Registrar B.V.",
        created: "2001-02-03",
        servers: ["ns1.labdns.net", "ns2.labdns.net"],
      },
    ],
    [
      "whois.nic.it",
      "registered.it",
      "Domain:             registered.it\nStatus:             ok\nCreated:            1999-12-10 00:00:00\nExpire Date:        2027-04-21\n\nRegistrar\n  Organization:     Lab Registrar s.r.l.\n  Name:             LAB-REG\n\nNameservers\n  ns1.labdns.net\n  ns2.labdns.net\n",
      {
        registrar: "Lab Registrar s.r.l.",
        created: "1999-12-10",
        expires: "2027-04-21",
        servers: ["ns1.labdns.net", "ns2.labdns.net"],
      },
    ],
    [
      "whois.nic.cz",
      "registered.cz",
      "domain:       registered.cz\nregistrar:    REG-LAB\nregistered:   21.07.2000 15:21:00\nexpire:       22.07.2027\n\nnsset:        LAB\nnserver:      ns1.labdns.net\nregistrar:    REG-OTHER\ncreated:      01.01.2010\n",
      { registrar: "REG-LAB", created: "2000-07-21", expires: "2027-07-22", servers: ["ns1.labdns.net"] },
    ],
    [
      "whois.punktum.dk",
      "registered.dk",
      "Domain:               registered.dk\nDNS:                  registered.dk\nRegistered:           1999-01-10\nExpires:              2027-03-31\nStatus:               Active\n\nNameservers\nHostname:             ns1.labdns.net\n",
      { registrar: null, created: "1999-01-10", expires: "2027-03-31", servers: ["ns1.labdns.net"] },
    ],
    [
      "whois.dns.pl",
      "registered.pl",
      "DOMAIN NAME:           registered.pl\nnameservers:           ns1.labdns.net. [5.9.0.53]\n                       ns2.labdns.net.\ncreated:               2002.09.19 13:00:00\nlast modified:         2026.08.19 11:00:00\nrenewal date:          2027.09.18 14:00:00\n\nREGISTRAR:\nLab Registrar sp. z o.o.\nul. 1\n",
      { created: "2002-09-19", expires: "2027-09-18", servers: ["ns1.labdns.net", "ns2.labdns.net"] },
    ],
    [
      "whois.sgnic.sg",
      "registered.sg",
      "Domain Name:            registered.sg\nCreation Date:          05-Jul-2002 00:00:00\nExpiration Date:        04-Jul-2027 00:00:00\n\nName Servers:\n\n    NS1.LABDNS.NET\n    NS2.LABDNS.NET\n",
      { created: "2002-07-05", expires: "2027-07-04", servers: ["ns1.labdns.net", "ns2.labdns.net"] },
    ],
    [
      "whois.hkirc.hk",
      "registered.hk",
      "Domain Name:  REGISTERED.HK\nDomain Name Commencement Date: 02-04-2004\nExpiry Date: 31-03-2027\nRegistrar Name: Lab Registrar Ltd\n",
      { registrar: "Lab Registrar Ltd", created: "2004-04-02", expires: "2027-03-31" },
    ],
    [
      "whois.tld.ee",
      "registered.ee",
      "Domain:\nname:       registered.ee\nstatus:     ok (paid and in zone)\nregistered: 2010-07-04 03:35:52 +03:00\nexpire:     2027-07-05\n\nRegistrar:\nname:       Lab OU\n",
      { registrar: "Lab OU", created: "2010-07-04T00:35:52Z", expires: "2027-07-05" },
    ],
    [
      "whois.dns.lu",
      "registered.lu",
      "domainname:     registered.lu\ndomaintype:     ACTIVE\nnserver:        ns1.labdns.net\nregistrar-name: Lab\n",
      { servers: ["ns1.labdns.net"] },
    ],
    [
      "whois.register.bg",
      "registered.bg",
      "DOMAIN NAME: registered.bg (registered.bg)\nregistration status: busy, active\n\nNAME SERVER INFORMATION:\nns1.labdns.net\nns2.labdns.net\n\nDNSSEC: inactive\n",
      { servers: ["ns1.labdns.net", "ns2.labdns.net"] },
    ],
    [
      "whois.twnic.net.tw",
      "registered.tw",
      "Domain Name: registered.tw\nRecord created on 2000-08-29 (YYYY-MM-DD)\n",
      { registrar: null },
    ],
    [
      "whois.nic.hu",
      "registered.hu",
      "% Whois server 4.0\ndomain:         registered.hu\nrecord created: 2000-03-03\n",
      { created: "2000-03-03" },
    ],
    [
      "whois.fi",
      "registered.fi",
      "domain.............: registered.fi\nstatus.............: Registered\ncreated............: 30.6.2006 00:00:00\nexpires............: 4.7.2027 10:15:55\n\nNameservers\n\nnserver............: ns1.labdns.net [OK]\n\nRegistrar\n\nregistrar..........: Lab Oy\n",
      { registrar: "Lab Oy", created: "2006-06-30", expires: "2027-07-04", servers: ["ns1.labdns.net"] },
    ],
    [
      "whois.nic.fr",
      "registered.fr",
      "%%\n\ndomain:        registered.fr\nstatus:        ACTIVE\nregistrar:     LAB SAS\nExpiry Date:   2027-12-30T17:16:48Z\ncreated:       2000-07-26T22:00:00Z\nsource:        FRNIC\n\nnic-hdl:       NOBODY-FRNIC\ncontact:       Ano Nymous\n",
      { registrar: "LAB SAS", created: "2000-07-26T22:00:00Z", expires: "2027-12-30T17:16:48Z" },
    ],
  ] as const)("%s", (server, name, text, wanted) => {
    const got = read(server, name, text);
    if (got.kind !== "registered") throw new Error(got.kind);
    const { registrar, dates, nameServers } = got.data;
    const shown = {
      registrar: registrar?.name ?? null,
      created: dates.created,
      expires: dates.expires,
      servers: nameServers.map((server) => server.name),
    };
    expect(shown).toMatchObject(wanted as never);
  });
});

describe("hostile text proves nothing", () => {
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
      const got = readText(readWhois(bytes, "iso-8859-1"), "whois.nic.io", name);
      expect(got.kind).toBe("unsure");
    }
  });
});
