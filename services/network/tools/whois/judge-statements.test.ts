import { describe, expect, test } from "bun:test";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { judgeAvailability } from "./judge-availability.ts";
import { readRdap } from "./judge-rdap.ts";
import { readText } from "./judge-text.ts";
import { delegationIn } from "./test/worlds.ts";

const NAME = "name.com";
const SERVER = "whois.verisign-grs.com";
const parsed = (text: string) => readWhois(new TextEncoder().encode(text), "iso-8859-1");

/** Returns the verdict on a text in one word. */
function kindOf(text: string): string {
  const got = readText(parsed(text), SERVER, NAME);
  return got.kind === "said" ? got.said : got.kind;
}

/** Parses the registration in a text. */
function read(text: string) {
  const got = readText(parsed(text), SERVER, NAME);
  if (got.kind !== "registered") throw new Error(got.kind);
  return got.data;
}

describe("words for a free domain that are not a statement of the registry", () => {
  test.each([
    [
      "a line within terms of use",
      "You may not use this database through processes that are of high volume. If a name is\nnot found\nin it, the name may be\navailable\nfor registration.\n",
      "unsure",
    ],
    [
      "behind terms that end",
      "You may not use this database through processes that are of high volume.\nNot found\n",
      "free",
    ],
    ["below a heading", "Registry of Example, a server for names of Example\n\nNot found\n", "free"],
    ["a web server's answer", "HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\nNot Found\r\n", "unsure"],
    ["a page", "<!DOCTYPE html>\n<title>Names</title>\n<p>\nAvailable\n</p>\n", "unsure"],
    ["data below a label behind a tab", " remarks: x\n\tNot found\n", "unsure"],
    [
      "reserved in other words",
      "Domain not found.\nIt is on a list and not available for registration.\n",
      "unsure",
    ],
    ["a reserved name", "Not found\nReserved name\n", "unsure"],
    ["in redemption", "Domain not found.\nName is in redemption grace period\n", "unsure"],
    [
      "another server's registration behind the end",
      `No match for "${NAME}".\n>>> Last update of whois database: 2026 <<<\nDomain Name: ${NAME}\nRegistrar: Lab\n`,
      "contradictory",
    ],
    [
      "another name's registration behind the end",
      `No match for "${NAME}".\n>>> Last update of whois database: 2026 <<<\nDomain Name: x${NAME}\nRegistrar: Lab\n`,
      "free",
    ],
    ["rights reserved", "Domain not found.\nAll rights reserved.\n", "free"],
    ["maintenance", "Our database is under maintenance.\nNot found\n", "server_error"],
    ["an error", "Error: internal server error\nNo match\n", "server_error"],
    ["no database", "Unable to connect to the database\nNo Data Found\n", "server_error"],
    ["no answer behind", "Connection to backend timed out.\nDomain not found.\n", "server_error"],
  ])("%s", (_, text, kind) => expect(kindOf(text)).toBe(kind));
});

describe("an answer with several objects", () => {
  const OWN = "Domain Name: NAME.COM\nRegistrar: Lab\nCreation Date: 2001-02-03T00:00:00Z\n";
  const OTHER =
    "Domain Name: NAME.COM.OTHER.NET\nRegistrar: Other\nRegistry Expiry Date: 2031-02-03T00:00:00Z\n";
  const SERVER_OBJECT = "Server Name: NAME.COM.OTHER.NET\nIP Address: 192.0.2.1\nRegistrar: Other\n";
  test.each([
    ["another domain before", `${OTHER}\n${OWN}`],
    ["another domain before, without an empty line", `${OTHER}${OWN}`],
    ["another domain behind", `${OWN}\n${OTHER}`],
    ["a name server before", `${SERVER_OBJECT}\n${OWN}`],
    ["a name server behind", `${OWN}\n${SERVER_OBJECT}`],
  ])("%s", (_, text) => {
    const { registrar, dates } = read(text);
    expect([registrar?.name, dates.created, dates.expires]).toEqual(["Lab", "2001-02-03T00:00:00Z", null]);
  });

  test("signs of another domain's registration do not count", () =>
    expect(kindOf(`${OTHER}\nDomain Name: NAME.COM\n`)).toBe("unsure"));

  test("text before the domain's name is about the domain if no other domain is named", () =>
    expect(read("Registrar: Lab\n\nDomain Name: NAME.COM\nStatus: ok\n").registrar?.name).toBe("Lab"));
});

test("a domain that a court had blocked is registered", () =>
  expect(
    read("Domain Name: NAME.COM\nStatus: Blocked by court order\nRegistrar: Lab\n").registrar?.name,
  ).toBe("Lab"));

describe("lines that are expensive to parse", () => {
  test.each([
    `domain ${"a.".repeat(490)}`,
    `x${". ".repeat(75)}y: z`,
    `% ${": ".repeat(490)}x`,
    `% ${"é".repeat(120)}.io`,
  ])("%#", (line) => expect(kindOf(`${line}\n`.repeat(260))).toBe("unsure"));
});

test("a registrar's URL is a web address", () => {
  const url = (value: string) =>
    read(`Domain Name: NAME.COM\nRegistrar: Lab\nRegistrar URL: ${value}\n`).registrar?.url;
  expect(
    ["https://lab.example/a", "www.lab.example", "javascript:alert(1)", "data:text/html,x"].map(url),
  ).toEqual(["https://lab.example/a", "www.lab.example", null, null]);
});

test("members of an RDAP object with a wrong type are left out", () => {
  const digest = "ab".repeat(32);
  const got = readRdap(
    {
      objectClassName: "domain",
      ldhName: NAME,
      status: ["active"],
      nameservers: [{ ldhName: "NS1.LABDNS.NET." }, { ldhName: "no name <b>" }],
      secureDNS: {
        dsData: [
          { keyTag: 1e99, algorithm: 13, digestType: 2, digest },
          { keyTag: 1, algorithm: -1, digestType: 2, digest },
          { keyTag: "34505", algorithm: "13", digestType: "2", digest },
        ],
      },
      entities: [
        {
          roles: ["registrar"],
          vcardArray: [
            "vcard",
            [
              ["fn", {}, "text", "Lab"],
              ["url", {}, "uri", "javascript:x"],
            ],
          ],
        },
      ],
    },
    NAME,
  );
  if (got.kind !== "registered") throw new Error(got.kind);
  expect(got.data.nameServers).toEqual([{ name: "ns1.labdns.net", addresses: [] }]);
  expect(got.data.dnssec.ds).toEqual([
    { keyTag: 34505, algorithm: 13, digestType: 2, digest: digest.toUpperCase() },
  ]);
  expect(got.data.registrar).toMatchObject({ name: "Lab", url: null });
});

test("a rate limit at a registrar's server is not a rate limit of the registry", () => {
  const judged = judgeAvailability(
    {
      bootstrap: present("https://rdap.verisign.com/com/v1/"),
      rdap: null,
      texts: [
        {
          server: SERVER,
          role: "registry",
          outcome: present(parsed("Domain Name: NAME.COM\nRegistrar: Lab\n")),
        },
        { server: "whois.lab.example", role: "registrar", outcome: unknown("rate_limited") },
      ],
      rests: [{ server: "whois.lab.example", seconds: 60 }],
      elapsedMs: 1,
    },
    delegationIn("delegated", NAME),
    NAME,
  );
  expect([judged.availability, judged.retryAfterS]).toEqual(["registered", null]);
});
