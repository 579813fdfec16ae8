import { describe, expect, test } from "bun:test";
import { RECORD_TYPES } from "@dnstools/core/protocol/dns-record";
import { fateOf, rrSetsOf } from "@dnstools/lab/plan/expect";
import { serversOf } from "@dnstools/lab/plan/plan";
import type { Zone } from "@dnstools/lab/plan/shapes";
import { ZONES } from "@dnstools/lab/plan/zones";
import { startProduct, WIRINGS } from "@dnstools/lab/product";

/** A question, and a summary of the answer it must have; `late` where time may run out before it comes. */
type Case = { readonly query: string; readonly says: string; readonly late?: boolean };

const TYPES = new Set<string>(RECORD_TYPES);
const zones = ZONES.filter((zone) => zone.name !== "" && zone.blocklist === undefined);
const answered = zones.filter((zone) => ["secure", "insecure"].includes(fateOf(zone)));
const lost = zones.filter((zone) => ["bogus", "unanswered"].includes(fateOf(zone)));
const lies = (zone: Zone) =>
  serversOf(zone).some((host) => "deviation" in host && host.deviation === "lying");

/** Zones with a server that costs a resolver time, or tries. */
const late = (zone: Zone) =>
  serversOf(zone).some(
    (host) =>
      host.dead ||
      host.lossPercent !== undefined ||
      ("deviation" in host && ["slow", "flaky"].includes(host.deviation)),
  );

/** What every name of the plan must answer, from the plan alone. */
const CASES: readonly Case[] = [
  ...answered.flatMap((zone) =>
    rrSetsOf(zone)
      .filter(({ type }) => TYPES.has(type) && !(type === "A" && lies(zone)))
      .map(({ owner, type, values }) => ({
        query: `domain=${owner}&type=${type}`,
        says: `200 answer ${plain(values)}`,
        late: late(zone),
      })),
  ),
  ...answered
    .filter((zone) => !lies(zone) && !rrSetsOf(zone).some(({ owner }) => owner === `*.${zone.name}.`))
    .map((zone) => ({
      query: `domain=nothing-here.${zone.name}&type=A`,
      says: "404 domain_not_found",
      late: late(zone),
    })),
  ...answered.map((zone) => ({
    query: `domain=${zone.name}&type=NAPTR`,
    says: "200 nodata ",
    late: late(zone),
  })),
  // What could not be found out is never "no".
  ...lost.map((zone) => ({ query: `domain=${zone.name}&type=A`, says: "200 unknown null" })),
];

/** Values without the spaces that presentation puts into long keys. */
function plain(values: readonly string[]): string {
  return values
    .map((value) => value.replaceAll(" ", ""))
    .sort()
    .join("\n");
}

describe.each(WIRINGS.map((wiring) => ({ wiring })))("$wiring", ({ wiring }) => {
  test("every name and type of the plan answers as the plan says", async () => {
    await using product = await startProduct(wiring, { RATE_LIMIT_UNITS: "0" });
    const check = async ({ query, says, late }: Case) => {
      const type = /&type=(.*)/.exec(query)?.[1] ?? "";
      const response = await fetch(`${product.url}/api/v1/dns?${query}`);
      const { code, data } = (await response.json()) as {
        code?: string;
        data?: { status: string; records: Record<string, { value: string }[] | null> };
      };
      const records = data?.records[type];
      const got = `${response.status} ${code ?? data?.status} ${records ? plain(records.map(({ value }) => value)) : records}`;
      // Out of time is unknown, and nothing else.
      const right = [says, ...(late ? ["200 unknown null"] : [])].includes(got.replace(/ undefined$/, ""));
      return right ? [] : [{ query, says, got }];
    };
    const wrong = [];
    // Some at a time: what nobody answers takes its time.
    for (let at = 0; at < CASES.length; at += 40)
      wrong.push(...(await Promise.all(CASES.slice(at, at + 40).map(check))).flat());
    expect(CASES.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });
});
