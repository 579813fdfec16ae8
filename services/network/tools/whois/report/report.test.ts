import { describe, expect, test } from "bun:test";
import type { Answer } from "@dnstools/core/report/answer";
import type { WhoisData } from "../data.ts";
import { reportWhois } from "./report.ts";

const EXAMPLE = new URL("../../../../../gateway/openapi/examples/whois.json", import.meta.url);
const ANSWER: Answer<WhoisData> = await Bun.file(EXAMPLE).json();
const { sources, dates } = ANSWER.data;
const EXPIRES = "2026-12-10T00:00:00Z";
const FINDING = { subject: null, evidence: [], reference: null, fix: null, docs: "", message: "" };

/** Returns the report sections of the recorded answer with the given data. */
function sections(data: Partial<WhoisData>, more: Partial<Answer> = {}) {
  const answer: Answer<WhoisData> = { ...ANSWER, ...more, data: { ...ANSWER.data, ...data } };
  return reportWhois(answer).sections;
}
const registered = { availability: "registered", reason: null } as const;

describe("the life of a registration", () => {
  const life = (data: Partial<WhoisData>, more = {}) => sections({ ...registered, ...data }, more)[0];

  test("an expiry date with a finding has its severity", () => {
    const findings = [
      {
        ...FINDING,
        code: "whois.expires_within_30_days",
        severity: "warning",
        subjects: ["example.com", EXPIRES],
      },
    ];
    const { status, blocks } = life({ dates: { ...dates, expires: EXPIRES } }, { findings }) ?? {};
    expect(status).toBe("warning");
    expect(blocks?.[0]).toEqual({
      kind: "timeline",
      moments: [
        { at: EXPIRES, text: "expiry of the registration", status: "warning" },
        { at: ANSWER.meta.observedAt, text: "this lookup", status: "none", isNow: true },
      ],
    });
  });

  test("without an expiry date nothing is marked as good", () => {
    const { status, blocks } = life({}) ?? {};
    expect([status, JSON.stringify(blocks)]).toEqual([
      "none",
      expect.stringContaining("not in the registry's answer"),
    ]);
  });

  test("an ambiguous date is shown in the registry's words", () => {
    const raw = { created: "01/02/2010", updated: null, expires: null };
    expect(JSON.stringify(life({ dates: { ...dates, raw } }))).toContain(
      '{"outside":"01/02/2010"},", which is ambiguous"',
    );
  });
});

test("each source's answer and an unreadable text are marked as text from outside", () => {
  const text = "  Welcome \u202e\n\n$(touch canary)\n";
  const server = "whois.nic.io";
  const unread = { kind: "whois", server, status: "unknown", says: null, reason: "not_recognised" } as const;
  const [asked] = sections({ sources: [...sources, unread], raw: [{ server, text, cut: false }] });
  expect(asked?.status).toBe("unknown");
  const said = JSON.stringify(asked?.blocks);
  expect(said).toContain('{"status":"unknown","text":"unknown (not_recognised)"}');
  expect(said).toContain('[{"outside":"Welcome \u202e"}," | ",{"outside":"$(touch canary)"}]');
});

test("keys that are missing in DNS come first, and hidden keys are counted", () => {
  const ds = [1, 2, 3, 4, 5, 6].map((keyTag) => ({ keyTag, algorithm: 13, digestType: 2, digest: "" }));
  const subjects = ["example.com", "key tag 6"];
  const findings = [{ ...FINDING, code: "whois.ds_not_in_dns", severity: "warning" as const, subjects }];
  const [, , keys] = sections({ ...registered, dnssec: { signed: true, ds } }, { findings });
  const said = JSON.stringify(keys?.blocks);
  expect(said).toContain(
    '{"name":"DS","value":{"status":"warning","text":"key tag 6, algorithm 13, digest type 2"}},{"name":"DS","value":{"status":"none","text":"key tag 1,',
  );
  expect(said).toContain('{"name":"DS","value":"2 more"}');
});

test("a name that a rule reserves shows no source", () => {
  const rule = { kind: "table", server: "a rule", status: "ok", says: "reserved", reason: null } as const;
  expect(sections({ availability: "reserved", sources: [rule] }).flatMap(({ blocks }) => blocks)).toEqual([]);
});
