import { expect, test } from "bun:test";
import { readCaa } from "@dnstools/core/protocol/caa";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { allows } from "./caa.ts";
import { hostVerdict } from "./leaf.ts";

const named = (...dns: readonly string[]) =>
  ({
    names: { dns, ips: [], emails: [], uris: [], others: 0, malformedIps: 0, given: true },
  }) as unknown as Certificate;

test("a certificate for the domain whose SRV record names the host is also for the host (RFC 6186 6)", () => {
  const one = named("example.com");
  expect(hostVerdict(one, "mail.example.net").reason).toBe("host_mismatch");
  expect(hostVerdict(one, "mail.example.net", "example.com")).toMatchObject({
    status: "pass",
    detail: expect.stringContaining("RFC 6186"),
  });
  expect(hostVerdict(one, "mail.example.net", "example.org").reason).toBe("host_mismatch");
});

test.each([
  ["its name", ['0 issue "letsencrypt.org"'], "C=US, O=Let's Encrypt, CN=R11", ["a.com"], "yes"],
  [
    "its name with a parameter",
    ['0 issue "letsencrypt.org; validationmethods=dns-01"'],
    "C=US, O=Let's Encrypt, CN=R11",
    ["a.com"],
    "yes",
  ],
  ["another's", ['0 issue "pki.goog"'], "C=US, O=Let's Encrypt, CN=R11", ["a.com"], "no"],
  [
    "one of several",
    ['0 issue "pki.goog"', '0 issue "digicert.com"'],
    "C=US, O=DigiCert Inc, CN=G2",
    ["a.com"],
    "yes",
  ],
  ["nobody's", ['0 issue ";"'], "O=Who Knows, CN=x", ["a.com"], "no"],
  ["an issuer that is not known here", ['0 issue "pki.goog"'], "O=Who Knows, CN=x", ["a.com"], "unknown"],
  ["an issuer without organisation", ['0 issue "pki.goog"'], "CN=x", ["a.com"], "unknown"],
  // RFC 8659 4.5: a critical property with an unknown tag forbids all certificates.
  [
    "its name, and something critical that is unknown",
    ['0 issue "letsencrypt.org"', '128 tbs "x"'],
    "C=US, O=Let's Encrypt, CN=R11",
    ["a.com"],
    "no",
  ],
  ["a misspelt tag", ['0 isue ";"'], "O=Who Knows, CN=x", ["a.com"], "yes"],
  ["reports alone", ['0 iodef "mailto:a@a.com"'], "O=Who Knows, CN=x", ["a.com"], "yes"],
  [
    "wildcards of their own",
    ['0 issue "pki.goog"', '0 issuewild "letsencrypt.org"'],
    "O=Let's Encrypt, CN=x",
    ["*.a.com"],
    "yes",
  ],
  [
    "wildcards for nobody",
    ['0 issue "letsencrypt.org"', '0 issuewild ";"'],
    "O=Let's Encrypt, CN=x",
    ["*.a.com"],
    "no",
  ],
  // RFC 8659 4.3: the properties for wildcards say nothing about the other names of a certificate.
  [
    "wildcards for nobody, in a certificate with both kinds of names",
    ['0 issue "letsencrypt.org"', '0 issuewild ";"'],
    "O=Let's Encrypt, CN=x",
    ["a.com", "*.a.com"],
    "no",
  ],
  [
    "a comma in the organisation",
    ['0 issue "godaddy.com"'],
    "C=US, O=GoDaddy.com, Inc., OU=x, CN=y",
    ["a.com"],
    "yes",
  ],
])("CAA names %s", (_, values, issuer, names, wanted) => {
  const records = values.map((line) => {
    const [, flags, tag, value] = /^(\d+) (\S+) "(.*)"$/.exec(line) ?? [];
    return { data: { flags: Number(flags), tag, value } } as DnsRecord<"CAA">;
  });
  const certificate = { ...named(...names), issuer } as Certificate;
  expect(allows(readCaa(records), certificate)).toBe(wanted as "yes");
});
