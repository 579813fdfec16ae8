import { describe, expect, test } from "bun:test";
import { analyse } from "../analyse.ts";
import type { ResolverObservation } from "../observations.ts";
import { a, cname, later, mx, NAME, NOW, observed, reply, resolver, type Sets } from "../test/written.ts";

const INPUT = { domain: NAME, country: "us", limit: 20 };
const zone = (ttl: number, addresses = ["93.0.0.1"]): Sets => ({
  A: reply(addresses.map((one) => a(one, ttl))),
  MX: reply([mx(10, "mx.example.com", ttl)]),
});
/**
 * Creates resolver number `i`, which answers with the given address.
 * @param left remaining TTL in seconds.
 */
const has = (i: number, address: string, left: number) =>
  resolver(i, { ...zone(left), A: reply([a(address, left)]) });
/** Creates one resolver for each of the given remaining TTLs; each resolver has a different address. */
const ten = (lefts: readonly number[]) => lefts.map((left, i) => has(i + 1, `${100 + i}.0.0.1`, left));
/** Origins in which each address belongs to a different AS. */
const ORIGINS = [93, 95, 99, ...Array.from({ length: 20 }, (_, i) => 100 + i)].map((first) => ({
  address: `${first}.0.0.1`,
  prefix: `${first}.0.0.0/16`,
  asns: [64_000 + first],
}));

function judged(resolvers: readonly ResolverObservation[], sets: Sets = zone(60), origins = ORIGINS) {
  const judgement = analyse(observed([sets, sets], resolvers, { origins }), INPUT);
  if (judgement.kind !== "answer") throw new Error(judgement.kind);
  const { data, findings } = judgement;
  return {
    status: data.conclusion.status as string,
    until: data.conclusion.until,
    latest: data.summary.latestExpiry,
    codes: findings.map(({ code }) => code.slice("propagation.".length)),
    each: data.resolvers.map(({ results: { A } }) =>
      A.detail === null ? A.class : `${A.class} ${A.detail}`,
    ),
    untils: data.resolvers.map(({ results: { A } }) => A.until),
    detail: data.conclusion.detail,
  };
}

/** Counts how often each word occurs. */
const tally = (words: readonly string[]) =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, all]) => [word, all.length]));

const RUNNING = [60, 3, 12, 59, 31, 44, 7, 22, 50, 18];
const ALL_OLDER = RUNNING.map((left) => Math.min(left, 50));

describe("a name whose addresses depend on the client's location", () => {
  test("ten resolvers, ten addresses, ten ASes, one fetched now: no address is old", () => {
    const is = judged(ten(RUNNING));
    expect(tally(is.each)).toEqual({ "different by_place": 10 });
    expect([is.status, is.until, is.latest, is.codes]).toEqual(["propagated", null, null, ["by_place"]]);
    expect(new Set(is.untils)).toEqual(new Set([null]));
  });

  test("if nothing shows when the addresses were fetched, they are unclear and not called old", () => {
    const is = judged(ten(ALL_OLDER));
    expect(tally(is.each)).toEqual({ "different unclear": 10 });
    expect([is.status, is.until, is.latest, is.codes]).toEqual(["inconclusive", null, null, ["unclear"]]);
    expect(new Set(is.untils)).toEqual(new Set([null]));
    expect(is.detail).toContain("the answers of 10 of them may be old");
  });

  test("the result does not depend on the ASes", () => {
    const own = [{ address: "93.0.0.1", prefix: "0.0.0.0/0", asns: [64_500] }];
    expect(tally(judged(ten(RUNNING), zone(60), []).each)).toEqual({ "different by_place": 10 });
    expect(tally(judged(ten(RUNNING), zone(60), own).each)).toEqual({ "different same_operator": 10 });
  });

  test("the zone's TTL may be long if there are many different answers", () => {
    const lefts = RUNNING.map((left) => left * 1440);
    expect(tally(judged(ten(lefts), zone(86_400)).each)).toEqual({ "different by_place": 10 });
    // Four different answers can be explained by four changes of the zone within a day, so they count as old.
    expect(tally(judged(ten(lefts.slice(0, 4)), zone(86_400)).each)).toEqual({ stale: 4 });
  });

  test("half of the resolvers have the address that the zone's servers gave us", () => {
    const halves = RUNNING.map((left, i) => has(i + 1, i % 2 === 0 ? "93.0.0.1" : `${100 + i}.0.0.1`, left));
    const is = judged(halves);
    expect(tally(is.each)).toEqual({ match: 5, "different by_place": 5 });
    expect(is.status).toBe("propagated");
  });

  test("two locations: an address fetched after the zone's own is not old", () => {
    const own = [10, 20, 30].map((left, i) => has(i + 1, "93.0.0.1", left));
    const others = [280, 250].map((left, i) => has(i + 5, "95.0.0.1", left));
    expect(tally(judged([...own, ...others], zone(300)).each)).toEqual({ match: 3, "different by_place": 2 });
    // One resolver proves nothing, because it may count TTLs in an unusual way.
    expect(tally(judged([...own, ...others.slice(0, 1)], zone(300)).each)).toEqual({ match: 3, stale: 1 });
    expect(tally(judged([...own.slice(0, 1), ...others], zone(300)).each)).toEqual({ match: 1, stale: 2 });
  });

  test("two locations, all cached: addresses fetched alternately with the zone's own are not called old", () => {
    const own = [55, 40, 25].map((left, i) => has(i + 1, "93.0.0.1", left));
    const others = [50, 35, 20].map((left, i) => has(i + 5, "95.0.0.1", left));
    const is = judged([...own, ...others]);
    expect(tally(is.each)).toEqual({ match: 3, "different unclear": 3 });
    expect([is.status, is.until]).toEqual(["inconclusive", null]);
    // A long interval between two answers is a proof, even though the second youngest answer is younger than only one
    // of the zone's own answers.
    const apart = [280, 60].map((left, i) => has(i + 5, "95.0.0.1", left));
    const before = [10, 200].map((left, i) => has(i + 1, "93.0.0.1", left));
    expect(tally(judged([...before, ...apart], zone(300)).each)).toEqual({
      match: 2,
      "different by_place": 2,
    });
  });

  test("two locations: addresses that resolvers fetched for our query are not called old", () => {
    const fresh = [60, 59].map((left, i) => has(i + 1, "95.0.0.1", left));
    expect(tally(judged(fresh).each)).toEqual({ "different unclear": 2 });
    expect(tally(judged(fresh.slice(0, 1)).each)).toEqual({ stale: 1 });
  });
});

// RFC 1035 3.2.1: a resolver keeps a record until its TTL ends, as Unbound and BIND do. Two sets that resolvers fetched at
// the same time thus come from servers that gave both, not from a change.
describe("a name with two data centres, whose addresses resolvers get by turns", () => {
  /** Creates ten resolvers that have one of two addresses by turns. @param lefts the remaining TTL of each. */
  const byTurns = (lefts: readonly number[], addresses = ["95.0.0.1", "99.0.0.1"]) =>
    lefts.map((left, i) => has(i + 1, addresses[i % 2] ?? "", left));

  test.each([
    ["fetched at different times", RUNNING],
    ["fetched at different times, none for our query", ALL_OLDER],
    ["fetched at one time, by a call before", Array<number>(10).fill(41)],
    ["fetched at one time, with clocks that differ by a second", [41, 40, 41, 40, 41, 40, 41, 40, 41, 40]],
    ["fetched for our query", Array<number>(10).fill(60)],
    ["fetched from one data centre first", [50, 30, 49, 29, 48, 28, 47, 27, 46, 26]],
  ])("the zone gives this API a third address: %s", (_, lefts) => {
    const is = judged(byTurns(lefts));
    expect(tally(is.each)).toEqual({ "different unclear": 10 });
    expect([is.status, is.until, is.latest]).toEqual(["inconclusive", null, null]);
  });

  test.each([
    ["fetched at different times", ALL_OLDER, "by_place", "propagated"],
    ["fetched at one time, by a call before", Array<number>(10).fill(41), "unclear", "inconclusive"],
    [
      "fetched at one time, with clocks that differ by a second",
      [41, 40, 41, 40, 41, 40, 41, 40, 41, 40],
      "unclear",
      "inconclusive",
    ],
  ])("the zone gives this API one of the two addresses: %s", (_, lefts, detail, status) => {
    const is = judged(byTurns(lefts, ["93.0.0.1", "95.0.0.1"]));
    expect(tally(is.each)).toEqual({ match: 5, [`different ${detail}`]: 5 });
    expect([is.status, is.until]).toEqual([status, null]);
  });

  test("the zone's servers give this API other addresses from time to time: a third address is not called old", () => {
    const one = { name: "ns1.example.com", address: "5.0.0.1" };
    const tries = ["93.0.0.1", "94.0.0.1"].map((address) => ({
      server: one,
      outcome: reply([a(address, 60)]),
    }));
    const lefts = [40, 40, 40];
    const all = (more: object) =>
      analyse(
        observed(
          [zone(60)],
          lefts.map((left, i) => has(i + 1, "95.0.0.1", left)),
          { origins: ORIGINS, ...more },
        ),
        INPUT,
      );
    expect(all({ tries })).toMatchObject({ data: { conclusion: { status: "inconclusive", until: null } } });
    expect(all({})).toMatchObject({ data: { conclusion: { status: "in_progress" } } });
  });

  test("two changes, one after the other, within a long TTL: both addresses are old, unless fetched by turns", () => {
    const lefts = [100, 120, 140, 160, 180, 400, 420, 440, 460, 480];
    const inTurn = (isOrdered: boolean) =>
      lefts.map((left, i) => has(i + 1, (isOrdered ? i < 5 : i % 2 === 0) ? "95.0.0.1" : "99.0.0.1", left));
    const is = judged(inTurn(true), zone(1800));
    expect(tally(is.each)).toEqual({ stale: 10 });
    expect(is.status).toBe("in_progress");
    expect(tally(judged(inTurn(false), zone(1800)).each)).toEqual({ "different unclear": 10 });
  });

  // One change of the zone cannot explain fetches by turns, however long the TTL is.
  test.each([3601, 7200, 86_400])("two or three places by turns are never old: TTL %d", (ttl) => {
    const lefts = [50, 45, 40, 35, 30, 25, 20, 15, 10, 5].map((left) => Math.floor((left * ttl) / 60));
    const places = ["93.0.0.1", "95.0.0.1", "99.0.0.1"];
    for (const some of [places.slice(1), places.slice(0, 2), places]) {
      const all = lefts.map((left, i) => has(i + 1, some[i % some.length] ?? "", left));
      expect(judged(all, zone(ttl)).each).not.toContain("stale");
    }
  });

  test("three places, one resolver each at the two others, both fetched after the zone's own", () => {
    const own = [50, 30, 10].map((left, i) => has(i + 1, "93.0.0.1", left));
    const others = [has(4, "95.0.0.1", 40), has(5, "99.0.0.1", 20)];
    expect(tally(judged([...own, ...others]).each)).toEqual({ match: 3, "different unclear": 2 });
  });

  test("a change, and two resolvers that return a censor's page: what was fetched before the change is old", () => {
    const old = [10, 20, 30, 35, 25].map((left, i) => has(i + 1, "95.0.0.1", left));
    const fresh = [60, 59, 55].map((left, i) => has(i + 6, "93.0.0.1", left));
    const page = [60, 60].map((left, i) => has(i + 9, "99.0.0.1", left));
    const is = judged([...old, ...fresh, ...page]);
    expect(tally(is.each)).toEqual({ stale: 5, match: 3, "different unclear": 2 });
    expect(is.status).toBe("in_progress");
  });

  test("a change: what was fetched before it is old, whatever the resolvers fetch after it", () => {
    const old = [10, 20, 30, 35, 25].map((left, i) => has(i + 1, "95.0.0.1", left));
    const fresh = [60, 59, 55, 50, 45].map((left, i) => has(i + 6, "93.0.0.1", left));
    expect(tally(judged([...old, ...fresh]).each)).toEqual({ stale: 5, match: 5 });
    expect(tally(judged(old).each)).toEqual({ stale: 5 });
  });
});

describe("an answer that is really old", () => {
  test("among ten others: an address kept longer than the zone's TTL, at every resolver that has it", () => {
    const old = [has(11, "99.0.0.1", 900), has(12, "99.0.0.1", 30)];
    const is = judged([...ten(RUNNING), ...old]);
    expect(tally(is.each)).toEqual({ "different by_place": 10, stale: 2 });
    expect(is.each.slice(-2)).toEqual(["stale", "stale"]);
    expect([is.status, is.codes]).toEqual(["in_progress", ["in_progress", "by_place"]]);
    expect(Date.parse(is.until ?? "") / 1000).toBe(NOW + 900);
  });

  test("among ten others: an answer that the resolver marks as stale", () => {
    const stale = resolver(11, { ...zone(60), A: reply([a("99.0.0.1", 30)], { errors: [3] }) });
    const is = judged([...ten(RUNNING), stale]);
    expect(is.each.at(-1)).toBe("stale serve_stale");
    expect([is.status, is.until]).toEqual(["in_progress", null]);
  });

  test("the same other address everywhere, older than the zone's own", () => {
    const old = [100, 200, 40].map((left, i) => has(i + 1, "95.0.0.1", left));
    const fresh = [300, 299, 298].map((left, i) => has(i + 5, "93.0.0.1", left));
    expect(tally(judged([...old, ...fresh], zone(300)).each)).toEqual({ stale: 3, match: 3 });
    expect(tally(judged(old, zone(300)).each)).toEqual({ stale: 3 });
    // A single pair of alternating answers proves nothing, because it may come from a resolver that counts TTLs in an
    // unusual way.
    const odd = has(8, "93.0.0.1", 150);
    expect(tally(judged([...old, ...fresh, odd], zone(300)).each)).toEqual({ stale: 3, match: 4 });
  });

  test("many addresses behind one alias that the zone has removed are one old answer", () => {
    const behind = RUNNING.map((left, i) => {
      const to = `edge${i}.cdn.net`;
      return resolver(i + 1, {
        ...zone(left),
        A: reply([cname(to, left), a(`${100 + i}.0.0.1`, left, to)]),
      });
    });
    const is = judged(behind.slice(1));
    expect(tally(is.each)).toEqual({ stale: 9 });
    expect(is.status).toBe("in_progress");
  });

  test("forged, pinned and non-public addresses prove nothing about other addresses", () => {
    const old = has(9, "95.0.0.1", 50);
    const filtering = ten([60, 60, 60]).map((one) => ({
      ...one,
      candidate: { ...one.candidate, filters: "malware" },
    }));
    const pinned = ten([60, 60, 60]).map((one) => ({
      ...one,
      answers: one.answers.map((answer) => ({ ...answer, again: later(answer.outcome, 0) })),
    }));
    const hidden = [1, 2, 3].map((i) => has(i, `10.0.0.${i}`, 60));
    for (const some of [filtering, pinned, hidden]) expect(judged([...some, old]).each.at(-1)).toBe("stale");
    expect(tally(judged([...pinned, old]).each)).toEqual({ "different pinned": 3, stale: 1 });
  });

  test("all addresses of a name that the zone has removed are old", () => {
    const gone: Sets = { ...zone(60), A: reply([]) };
    expect(tally(judged(ten(RUNNING), gone).each)).toEqual({ stale: 10 });
  });
});
