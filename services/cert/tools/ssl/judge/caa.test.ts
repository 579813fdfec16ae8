import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { HostObservation } from "../observations.ts";
import { caaOf } from "./caa.ts";

/** Builds the results of a host's CAA queries, from the host upwards; a plain string is the records of a name. */
function observed(...outcomes: readonly (string | Outcome<DnsReply>)[]): HostObservation {
  const labels = ["www", "example", "com"];
  const caa = outcomes.map((outcome, at) => {
    const name = labels.slice(at).join(".");
    if (typeof outcome !== "string") return { name, outcome };
    const answers = outcome.split("\n").map((line) => {
      const [flags, tag, value = ""] = line.split(" ");
      const data = { flags: Number(flags), tag, value: value.replaceAll('"', "") };
      return { name, type: "CAA", ttl: 60, value: line, data };
    });
    return { name, outcome: present({ rcode: "NOERROR", answers } as unknown as DnsReply) };
  });
  return { host: "www.example.com", caa } as unknown as HostObservation;
}
const NONE = absent("nodata");
const ISSUE = '0 issue "ca.example"';

test.each([
  ["records of the host hold", observed(ISSUE, NONE, NONE), "ok", null, "www.example.com"],
  ["the lowest records hold", observed(NONE, ISSUE, '0 issue "other"'), "ok", null, "example.com"],
  ["none anywhere is absent", observed(NONE, NONE, NONE), "absent", null, null],
  [
    "a host that was not answered is unknown, whatever its parent has",
    observed(unknown("servfail"), ISSUE, NONE),
    "unknown",
    "servfail",
    null,
  ],
  [
    "a parent that was not answered is unknown",
    observed(NONE, unknown("timeout"), NONE),
    "unknown",
    "timeout",
    null,
  ],
  [
    "a parent that was not answered does not matter above records",
    observed(ISSUE, unknown("timeout"), NONE),
    "ok",
    null,
    "www.example.com",
  ],
  ["names above that were not asked leave it unknown", observed(NONE, NONE), "unknown", "budget", null],
])("%s", (_, host, status, reason, foundAt) => {
  expect(caaOf(host, [])).toMatchObject([{ status, reason, foundAt }]);
});

const NO_WILDCARDS = '0 issue "letsencrypt.org"\n0 issuewild ";"';
test.each([
  ["its wildcard", observed(NONE, NO_WILDCARDS, NONE), ["*.example.com"], "no"],
  [
    "its wildcard beside its name",
    observed(NONE, NO_WILDCARDS, NONE),
    ["www.example.com", "*.Example.com"],
    "no",
  ],
  [
    "a wildcard of another domain",
    observed(NONE, NO_WILDCARDS, NONE),
    ["www.example.com", "*.example.net"],
    "yes",
  ],
  ["names of another domain alone", observed(NONE, NO_WILDCARDS, NONE), ["*.example.net"], null],
  [
    "a wildcard of the domain, above the records",
    observed(NO_WILDCARDS, NONE, NONE),
    ["*.example.com"],
    null,
  ],
  ["no names", observed(NONE, NO_WILDCARDS, NONE), [], "yes"],
] as const)("CAA records hold for names at or below theirs (RFC 8659 3): %s", (_, host, dns, allows) => {
  const one = { names: { dns }, issuer: "C=US, O=Let's Encrypt, CN=R3" } as unknown as Certificate;
  expect(caaOf(host, [one])[0]?.allows).toBe(allows);
});
