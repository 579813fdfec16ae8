import { describe, expect, test } from "bun:test";
import { MUTE_TYPES } from "@dnstools/lab/plan/broken-zones";
import { label } from "@dnstools/lab/plan/resolvers";
import type { Deviation, OddDns } from "@dnstools/lab/plan/shapes";
import { inLab } from "@dnstools/lab/support/nested";
import { json } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/**
 * Expected outcome for type A of a zone whose only server misbehaves in the given way; every deviation of the lab has
 * an entry.
 */
const OUTCOMES: Readonly<Record<Exclude<Deviation, "unvalidated"> | OddDns, string>> = {
  servfail: "unknown servfail",
  refused: "unknown refused",
  dropped: "unknown timeout",
  slow: "answer",
  truncated: "answer",
  // The lying server does not set AA on invented answers.
  lying: "unknown not_authoritative",
  flaky: "answer or timeout",
  wrong_id: "unknown timeout",
  wrong_question: "unknown timeout",
  wrong_source: "unknown timeout",
  malformed: "unknown malformed",
  pointer_loop: "unknown malformed",
  empty: "unknown timeout",
  no_edns: "answer",
  // The mute server answers for most names, including the queried one.
  mute: "answer",
  tcp_refused: "unknown unreachable",
  tcp_silent: "unknown timeout",
  tcp_closes_midway: "unknown malformed",
  tcp_endless: "unknown malformed",
  tcp_drip: "unknown timeout",
};

/** Expected outcomes for zones whose servers are unreachable in other ways. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  "silent.com": "unknown timeout",
  "closed.com": "unknown unreachable",
  // A router limits its ICMP errors, so "host unreachable" may reach no socket (RFC 1812 4.3.2.8).
  "unrouted.com": "unreachable or timeout",
  "lame.com": "unknown refused",
};

/** Outcomes that are both right. */
const EITHER: Readonly<Record<string, readonly string[]>> = {
  "answer or timeout": ["answer", "unknown timeout"],
  "unreachable or timeout": ["unknown unreachable", "unknown timeout"],
};

/**
 * Settings with such a long deadline that each query to a silent server times out on its own (timeout) before the
 * whole call does (budget), even on a busy machine.
 */
const PATIENTLY = { RATE_LIMIT_UNITS: "0", TOOL_DEADLINES: "dns=60000", WAIT_FACTOR: "6" };

describe("a server that misbehaves", () => {
  test("each way to misbehave has its own outcome, and never reads as empty", async () => {
    const product = await sharedProduct("all", PATIENTLY);
    const expected = [
      ...Object.entries(OUTCOMES).map(([deviation, says]) => ({ domain: `${label(deviation)}.org`, says })),
      ...Object.entries(OUT_OF_REACH).map(([domain, says]) => ({ domain, says })),
    ];
    const got = await Promise.all(
      expected.map(async ({ domain }) => {
        const { data } = await json(fetch(`${product.url}/api/v1/dns?domain=${domain}`));
        const { status, reason } = data.types.A;
        expect({ domain, records: data.records.A === null }).toEqual({
          domain,
          records: status === "unknown",
        });
        return { domain, got: [status, reason].filter((part) => part !== null).join(" ") };
      }),
    );
    const wrong = got.flatMap(({ domain, got }, i) => {
      const says = expected[i]?.says;
      const right = EITHER[says ?? ""] ?? [says];
      return right.includes(got) ? [] : [{ domain, says, got }];
    });
    expect(wrong).toEqual([]);
  });

  test("a type that timed out never reads as empty, and the other types are not affected", async () => {
    const product = await sharedProduct("all", PATIENTLY);
    const looks = [...MUTE_TYPES, "DS"].map(async (mute) => {
      const { data } = await json(fetch(`${product.url}/api/v1/dns?domain=${mute.toLowerCase()}.mute.org`));
      const unknown = Object.entries<{ status: string }>(data.types).filter(
        ([, { status }]) => status === "unknown",
      );
      return { mute, unknown: unknown.map(([type]) => type), records: data.records[mute] };
    });
    expect(await Promise.all(looks)).toEqual(
      [...MUTE_TYPES, "DS"].map((mute) => ({ mute, unknown: [mute], records: null })),
    );
  });
});

test("without IPv6 here, servers with only IPv6 are unknown(no_ipv6_here), and no finding blames them", async () => {
  const session = `
    import { startProduct } from "@dnstools/lab/support/product";
    await using product = await startProduct("all");
    const answers = await Promise.all(["v6only.com", "records.com"].map(async (domain) =>
      (await fetch(product.url + "/api/v1/dns?domain=" + domain)).json()));
    console.log(JSON.stringify(answers));`;
  const { code, out } = await inLab("--services=dns", "--no-ipv6", process.execPath, "-e", session);
  expect(code).toBe(0);
  const [only, both] = JSON.parse(out);
  expect(only.data.types.A).toMatchObject({ status: "unknown", reason: "no_ipv6_here" });
  expect(only.data.records.A).toBeNull();
  expect(only.findings.map(({ code }: { code: string }) => code)).toEqual([
    "dns.one_server",
    "dns.servers_ipv6_only",
  ]);
  expect(both.data.status).toBe("answer");
  expect(both.findings).toEqual([]);
});
