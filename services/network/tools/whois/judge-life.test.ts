import { describe, expect, test } from "bun:test";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { analyse } from "./analyse.ts";
import { endingOf } from "./judge-life.ts";
import { delegationIn, dsReply } from "./test/worlds.ts";

/** Time of the simulated lookups: 2026-11-20 12:00:00 UTC. */
const AT = 1_795_176_000;
const NAME = "name.io";
const DIGEST = "3A1F2E9C5B7D80461C2E3F4A5B6C7D8E9F00112233445566778899AABBCCDDEE";

test.each([
  ["2020-01-01", "expired"],
  ["2026-11-19", "expired"],
  ["2026-11-20", "within_7_days"],
  ["2026-11-20T11:59:59Z", "expired"],
  ["2026-11-20T12:00:01Z", "within_7_days"],
  ["2026-11-21", "within_7_days"],
  ["2026-11-27T12:00:00Z", "within_7_days"],
  ["2026-11-27T12:00:01Z", "within_30_days"],
  ["2026-12-20T12:00:00Z", "within_30_days"],
  ["2026-12-20T12:00:01Z", "later"],
  ["2031-02-03", "later"],
  ["soon", "unknown"],
  [null, "unknown"],
] as const)("%s is %s", (expires, ending) => expect(endingOf(expires, AT)).toBe(ending));

/** Returns the answer for a .io domain with these lines from port 43. */
function answer(
  lines: string,
  {
    ds = null,
    rests = [],
  }: { ds?: Outcome<DnsReply> | null; rests?: { server: string; seconds: number }[] } = {},
) {
  const text = lines.startsWith("Too many") ? lines : `Domain Name: ${NAME}\nRegistrar: Lab\n${lines}`;
  const outcome = present(readWhois(new TextEncoder().encode(text), "iso-8859-1"));
  const judged = analyse(
    {
      ...{ at: AT, ds, delegation: delegationIn("delegated", NAME), delegationMs: 1 },
      registration: {
        ...{ bootstrap: absent("not_offered"), rdap: null, rests, elapsedMs: 1 },
        texts: [{ server: "whois.nic.io", role: "registry", outcome }],
      },
      ...{ topLevel: null, network: null, resolverAlive: null, evidence: [] },
    },
    { domain: NAME as never, ip: null },
  );
  if (judged.kind !== "answer") throw new Error(judged.kind);
  return judged;
}
const found = (lines: string, more = {}) => answer(lines, more).findings.map(({ code }) => code.slice(6));

describe("findings about the stages of a registration", () => {
  test.each([
    ["Expiry Date: 2020-01-01", ["expired"]],
    ["Expiry Date: 2026-11-21", ["expires_within_7_days"]],
    ["Expiry Date: 2026-12-10", ["expires_within_30_days"]],
    ["Expiry Date: 2031-02-03", []],
    ["Expiry Date: 2020-01-01\nStatus: redemptionPeriod", ["redemption"]],
    ["Status: pendingDelete / redemptionPeriod", ["redemption", "pending_delete"]],
    ["Status: Expired", ["expired"]],
    ["Status: in quarantine", ["redemption"]],
    ["Status: clientHold", ["on_hold", "unlocked"]],
    ["Status: ok", ["unlocked"]],
    ["Status: clientDeleteProhibited", ["unlocked"]],
    ["Status: serverTransferProhibited", ["locked"]],
    ["Status: active", []],
  ])("%s", (lines, codes) => expect(found(lines)).toEqual(codes));

  test("the lock is also in the data, and null if no status shows it", () => {
    const locked = (lines: string) => answer(lines).data.transferLocked;
    expect([
      locked("Status: ok"),
      locked("Status: clientTransferProhibited"),
      locked("Status: active"),
    ]).toEqual([false, true, null]);
  });
});

const DS = `DNSSEC: signedDelegation\nDNSSEC DS Data: 34505 13 2 ${DIGEST}`;

describe("DS data at the registry and in DNS", () => {
  test.each([
    ["the same", DS, dsReply(NAME, [34505]), []],
    ["a second one in DNS", DS, dsReply(NAME, [34505, 1]), ["ds_not_at_registry"]],
    ["none in DNS", DS, dsReply(NAME, []), ["ds_not_in_dns"]],
    ["another in DNS", DS, dsReply(NAME, [1]), ["ds_not_in_dns", "ds_not_at_registry"]],
    [
      "signed without data, and none in DNS",
      "DNSSEC: signedDelegation",
      dsReply(NAME, []),
      ["ds_not_in_dns"],
    ],
    ["signed without data, and one in DNS", "DNSSEC: signedDelegation", dsReply(NAME, [1]), []],
    ["unsigned, and one in DNS", "DNSSEC: unsigned", dsReply(NAME, [1]), ["ds_not_at_registry"]],
    ["the registry does not tell", "Status: active", dsReply(NAME, [1]), []],
    ["DNS could not be asked", DS, unknown("servfail"), []],
  ] as const)("%s", (_, lines, ds, codes) => expect(found(lines, { ds })).toEqual([...codes]));
});

describe("texts that could not be read", () => {
  test("a text that is not recognised is shown, with what to do", () => {
    const outcome = answer("Hello").data;
    expect(outcome.availability).toBe("registered");
    const text = "Too many flowers\nWelcome\u001b[31m to\u202e the registry.\n";
    const { data, findings } = answer(text);
    expect(data).toMatchObject({ availability: "unknown", reason: "not_recognised" });
    expect(data.raw).toEqual([
      {
        server: "whois.nic.io",
        text: "Too many flowers\nWelcome\uFFFD[31m to\uFFFD the registry.\n",
        cut: false,
      },
    ]);
    expect(findings).toMatchObject([{ code: "whois.not_recognised", subject: "whois.nic.io" }]);
  });

  test("a long text is cut", () => {
    const [raw] = answer(`remarks: ${"😀".repeat(450)}\n`.repeat(10)).data.raw;
    expect(raw).toMatchObject({ cut: true });
    expect(raw?.text.length).toBeLessThanOrEqual(8192);
    expect(raw?.text.isWellFormed()).toBe(true);
  });

  test("a limit says when to try again", () => {
    const rests = [
      { server: "whois.nic.io", seconds: 42 },
      { server: "rdap.nic.io", seconds: 30 },
    ];
    const { data, findings } = answer("Too many requests\n", { rests });
    expect(data).toMatchObject({ availability: "unknown", reason: "rate_limited", retryAfterS: 42 });
    expect(findings).toMatchObject([{ code: "whois.rate_limited", fix: "Try again in 42 s." }]);
    expect(answer("Status: ok", { rests }).data.retryAfterS).toBeNull();
  });
});
