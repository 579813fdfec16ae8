import { expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { a, nodata, nxdomain, reply } from "../test/written.ts";
import { type Checked, judgeHealth, KNOWN } from "./health.ts";

const MISSING = "0123456789abcdef.com";
const flagged = (outcome: Outcome<DnsReply>, ...flags: string[]): Outcome<DnsReply> =>
  outcome.kind === "present" ? present({ ...outcome.value, flags }) : outcome;
const existing = reply([a(KNOWN.address, 60, KNOWN.name)]);
const GOOD: Checked = { existing, missing: nxdomain(), root: flagged(nodata(), "ra", "ad") };

test.each<[string, Partial<Checked>, string, string | null, string | null]>([
  ["right in everything", {}, "healthy", null, null],
  ["without a word on the root", { root: unknown("timeout") }, "healthy", null, null],
  ["without recursion", { existing: flagged(existing, "aa") }, "ill", "no_recursion", null],
  ["another address", { existing: reply([a("5.5.5.5", 60, KNOWN.name)]) }, "ill", "lies", null],
  [
    "one address more",
    { existing: reply([KNOWN.address, "5.5.5.5"].map((ip) => a(ip, 60, KNOWN.name))) },
    "ill",
    "lies",
    null,
  ],
  ["denies an existing name", { existing: nxdomain() }, "ill", "lies", null],
  [
    "has an address for a non-existent name",
    { missing: reply([a("5.5.5.5", 60, MISSING)]) },
    "ill",
    "rewrites_nxdomain",
    null,
  ],
  ["does not deny a non-existent name", { missing: nodata() }, "ill", "rewrites_nxdomain", null],
  [
    "denies a name, and has an address for it",
    { missing: reply([a("5.5.5.5", 60, MISSING)], { rcode: "NXDOMAIN" }) },
    "ill",
    "rewrites_nxdomain",
    null,
  ],
  ["refuses", { existing: unknown("refused"), missing: unknown("refused") }, "ill", "refuses", "refused"],
  ["fails", { existing: unknown("servfail"), missing: unknown("servfail") }, "ill", "failing", "servfail"],
  [
    "is silent",
    { existing: unknown("timeout"), missing: unknown("timeout"), root: unknown("timeout") },
    "ill",
    "silent",
    "timeout",
  ],
  ["answers one of two", { missing: unknown("timeout") }, "ill", "silent", "timeout"],
  [
    "lies, and then is silent",
    { existing: reply([a("5.5.5.5", 60, KNOWN.name)]), missing: unknown("timeout") },
    "ill",
    "lies",
    null,
  ],
  [
    "could not be asked",
    { existing: unknown("budget"), missing: unknown("budget") },
    "unknown",
    null,
    "budget",
  ],
  [
    "may not be asked",
    { existing: unknown("egress_denied"), missing: unknown("egress_blocked") },
    "unknown",
    null,
    "egress_denied",
  ],
])("a resolver: %s", (_what, checked, state, fault, reason) => {
  expect(judgeHealth({ ...GOOD, ...checked }, MISSING, "2026-11-20T00:00:00.000Z")).toMatchObject({
    state,
    fault,
    reason,
  });
});

test.each([
  [["ra", "ad"], true],
  [["ra"], false],
] as const)("with flags %p the resolver validates signatures: %p", (flags, validates) => {
  const root = flagged(nodata(), ...flags);
  expect(judgeHealth({ ...GOOD, root }, MISSING, "").validates).toBe(validates);
});
