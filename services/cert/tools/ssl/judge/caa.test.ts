import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import type { HostObservation } from "../observations.ts";
import { caaOf } from "./caa.ts";

/** Builds the results of a host's CAA queries, from the host upwards; a plain string is the value of a record. */
function observed(...outcomes: readonly (string | Outcome<DnsReply>)[]): HostObservation {
  const labels = ["www", "example", "com"];
  const caa = outcomes.map((outcome, at) => {
    const name = labels.slice(at).join(".");
    if (typeof outcome !== "string") return { name, outcome };
    const [flags, tag, value = ""] = outcome.split(" ");
    const data = { flags: Number(flags), tag, value: value.replaceAll('"', "") };
    const record = { name, type: "CAA", ttl: 60, value: outcome, data };
    return { name, outcome: present({ rcode: "NOERROR", answers: [record] } as unknown as DnsReply) };
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
