import { expect, test } from "bun:test";
import { RECORD_TYPES } from "@dnstools/core/protocol/dns/record";
import { fateOf, isLate, isLying, rrSetsOf } from "@dnstools/lab/plan/expect";
import { ZONES } from "@dnstools/lab/plan/zones";
import { LIE } from "@dnstools/lab/servers/dnsdist";
import { startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { until } from "@dnstools/lab/support/until";

/**
 * A query and the expected answer in short. `late` is true if a server answers so late that the first answer may be
 * unknown.
 */
type Case = { readonly query: string; readonly says: string; readonly late?: boolean };

const UNKNOWN = "200 unknown";

const TYPES = new Set<string>(RECORD_TYPES);
const zones = ZONES.filter((zone) => zone.name !== "" && zone.blocklist === undefined);
/**
 * Zones whose queries are expected to be answered. Zones with two versions are left out, since a resolver may return
 * either version, and so is the zone whose server does not answer the product, which then cannot confirm denials.
 */
const answered = zones.filter(
  (zone) =>
    ["secure", "insecure"].includes(fateOf(zone)) &&
    zone.variant === undefined &&
    zone.name !== "shuns-product.com",
);
const lost = zones.filter((zone) => ["bogus", "unanswered"].includes(fateOf(zone)));

/** Queries for every name in the lab's plan, with the expected answers, which are derived from the plan alone. */
const CASES: readonly Case[] = [
  ...answered.flatMap((zone) =>
    rrSetsOf(zone)
      .filter(({ type }) => TYPES.has(type))
      .map(({ owner, type, values }) => ({
        query: `domain=${owner}&type=${type}`,
        // The tool rejects names with characters that need an escape.
        says: owner.includes("\\")
          ? "400 invalid_parameter"
          : `200 answer ${type === "A" && isLying(zone) ? LIE : plain(values)}`,
        late: isLate(zone),
      })),
  ),
  ...answered
    .filter((zone) => !isLying(zone) && !rrSetsOf(zone).some(({ owner }) => owner === `*.${zone.name}.`))
    .map((zone) => ({
      query: `domain=nothing-here.${zone.name}&type=A`,
      says: "404 domain_not_found",
      late: isLate(zone),
    })),
  ...answered.map((zone) => ({
    query: `domain=${zone.name}&type=NAPTR`,
    says: "200 nodata",
    late: isLate(zone),
  })),
  // If a zone cannot be queried or validated, the tool must report `unknown`, not that there is no record.
  ...lost.map((zone) => ({ query: `domain=${zone.name}&type=A`, says: UNKNOWN })),
];

/** Formats values without spaces, because presentation format puts spaces into long keys. */
function plain(values: readonly string[]): string {
  return values
    .map((value) => value.replaceAll(" ", ""))
    .sort()
    .join("\n");
}

test("every name and type of the plan answers as the plan says", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const ask = async (query: string) => {
    const type = /&type=(.*)/.exec(query)?.[1] ?? "";
    const response = await fetch(`${product.url}/api/v1/dns?${query}`);
    const { code, data } = (await response.json()) as {
      code?: string;
      data?: { status: string; records: Record<string, { value: string }[] | null> };
    };
    const values = data?.records[type]?.map(({ value }) => value);
    return `${response.status} ${code ?? data?.status} ${values === undefined ? "" : plain(values)}`.trim();
  };
  const check = async ({ query, says, late }: Case) => {
    let got = await ask(query);
    // The resolver keeps waiting for a late server and caches the answer, so repeating the query succeeds after a
    // while.
    if (late)
      await until(async () => {
        if (got === UNKNOWN) got = await ask(query);
        return got !== UNKNOWN;
      });
    return got === says ? [] : [{ query, says, got }];
  };
  const wrong: object[] = [];
  // Most cases wait for servers that never answer, so several cases run at the same time.
  await atOnce(CASES, async (one) => void wrong.push(...(await check(one))), 12);
  expect(CASES.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
