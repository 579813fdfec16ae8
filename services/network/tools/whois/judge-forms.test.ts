import { describe, expect, test } from "bun:test";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { readText } from "./judge-text.ts";

/** Parses the registration in a text. */
function read(server: string, name: string, text: string) {
  const got = readText(readWhois(new TextEncoder().encode(text), "iso-8859-1"), server, name);
  if (got.kind !== "registered") throw new Error(got.kind);
  return got.data;
}

const HEAD = "Domain Name: name.io\nRegistrar: Lab\n";

describe("name servers", () => {
  const servers = (lines: string) =>
    read("whois.nic.io", "name.io", `${HEAD}${lines}`).nameServers.map(({ name, addresses }) =>
      [name, ...addresses].join(" "),
    );
  test.each([
    [
      "IPv6 glue behind a name",
      "Name servers:\n    ns1.example.net  20.43.11.1  2001:41c8:51::1\n    ns2.example.net\n",
      ["ns1.example.net 20.43.11.1 2001:41c8:51::1", "ns2.example.net"],
    ],
    [
      "glue on a line of its own",
      "Name Servers:\n  ns1.example.net\n    2001:db8::1\n",
      ["ns1.example.net 2001:db8::1"],
    ],
    [
      "glue in brackets",
      "nserver: ns1.example.net [5.9.0.53, 2001:db8::1]\n",
      ["ns1.example.net 5.9.0.53 2001:db8::1"],
    ],
    [
      "several in one value",
      "Name Server: ns1.example.net, ns2.example.net\n",
      ["ns1.example.net", "ns2.example.net"],
    ],
    [
      "one twice",
      "nserver: ns1.example.net 5.9.0.53\nnserver: NS1.example.net. 2001:db8::1\n",
      ["ns1.example.net 5.9.0.53 2001:db8::1"],
    ],
    ["comments are none", "Name Servers:\n; Please register your domains at; www.markmonitor.com\n", []],
    [
      "a place held by not.defined",
      "Name Server: ns1.example.net. not.defined.\nName Server: not.defined.\n",
      ["ns1.example.net"],
    ],
    [
      "an advertisement below",
      "Name Servers:\n  ns1.example.net\n  Visit www.example.org for more\n",
      ["ns1.example.net"],
    ],
  ])("%s", (_, lines, wanted) => expect(servers(lines)).toEqual(wanted));
});

describe("what is redacted", () => {
  test.each([
    ["REDACTED FOR PRIVACY", null],
    ["Not Disclosed", null],
    ["<data not disclosed>", null],
    ["(not shown)", null],
    ["Privacy International", "Privacy International"],
    ["Privacy First Registrar Ltd", "Privacy First Registrar Ltd"],
    ["Redacted Records GmbH", "Redacted Records GmbH"],
    ["GDPR Consulting AG", "GDPR Consulting AG"],
  ])("%s", (value, organization) => {
    const data = read("whois.nic.io", "name.io", `${HEAD}Registrant Organization: ${value}\n`);
    expect(data.registrant?.organization ?? null).toBe(organization);
    expect(data.redacted).toEqual(organization === null ? ["Registrant Organization"] : []);
  });

  test("a domain with such a name is not redacted", () => {
    expect(read("whois.denic.de", "redacted.de", "Domain: redacted.de\nStatus: connect\n").redacted).toEqual(
      [],
    );
  });
});

test("statuses are read without the text around them", () => {
  const codes = (lines: string) =>
    read("whois.nic.io", "name.io", `${HEAD}${lines}`).status.map(({ code }) => code);
  expect(codes("Status: pendingDelete / redemptionPeriod\n")).toEqual(["pendingDelete", "redemptionPeriod"]);
  expect(codes("status: ok (paid and in zone)\n")).toEqual(["ok"]);
  expect(codes("Status: serverUpdateProhibited (Secured by Lab Lock)\n")).toEqual(["serverUpdateProhibited"]);
  expect(codes("Status: clientHold - the registrar took it out\n")).toEqual(["clientHold"]);
  expect(codes("Status: paid and in zone\n")).toEqual(["paid and in zone"]);
});

test("dates are in UTC, and the raw text is kept", () => {
  const { dates } = read(
    "whois.denic.de",
    "name.de",
    "Domain: name.de\nStatus: connect\nChanged: 2026-01-01T00:30:00+01:00\nCreated: 2020-05-06T07:08:09\n",
  );
  expect(dates).toEqual({
    ...{ created: "2020-05-06", updated: "2025-12-31T23:30:00Z", expires: null },
    raw: { created: "2020-05-06T07:08:09", updated: "2026-01-01T00:30:00+01:00", expires: null },
  });
});

describe("DS data", () => {
  const HEX = "3A1F2E9C5B7D80461C2E3F4A5B6C7D8E9F00112233445566778899AABBCCDDEE";
  test.each([
    [`DNSSEC DS Data: 34505 13 2 ${HEX}`, [34505]],
    [`dsrecord: 34505 ECDSA-SHA-256 ${HEX}`, [34505]],
    [`ds: 34505 13 2 ${HEX.slice(0, 20)} ${HEX.slice(20)}`, [34505]],
    [`ds: 34505 13 2 ${HEX.slice(2)}`, []],
    [`ds: 99999 13 2 ${HEX}`, []],
    [`ds: 34505 NOTHING ${HEX}`, []],
    [`ds: 1 13 2 ${HEX}\nds: 2 13 2 ${HEX}\nds: 2 13 2 ${HEX}`, [1, 2]],
    [
      `[Signing Key]  34505 13 2 (\n                ${HEX.slice(0, 30)}\n                ${HEX.slice(30)} )`,
      [34505],
    ],
    [`key1-tag: 34505\nkey1-algo: 13 [X]\nkey1-dgst-t: 2 [SHA256]\nkey1-dgst: ${HEX}`, [34505]],
  ])("%s", (lines, tags) => {
    const { ds } = read("whois.nic.io", "name.io", `${HEAD}${lines}\n`).dnssec;
    expect(ds.map(({ keyTag }) => keyTag)).toEqual(tags);
  });
});

test("facts of another object are not taken for the domain's", () => {
  const { dates, registrar, status } = read(
    "whois.nic.io",
    "name.io",
    `${HEAD}created: 2001-02-03\n\nperson: Lab\ncreated: 2015-01-01\nchanged: 2016-01-01\nstatus: inactive\n\nnsset: N\nregistrar: Other\n`,
  );
  expect([dates.created, dates.updated, registrar?.name, status]).toEqual(["2001-02-03", null, "Lab", []]);
});
