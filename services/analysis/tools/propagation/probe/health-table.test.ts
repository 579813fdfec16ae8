import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import type { Net, NetSession } from "@dnstools/net";
import type { ResolverHealth } from "../observations.ts";
import { nodata, resolver } from "../test/written.ts";
import { HealthTable } from "./health-table.ts";
import { ResolversHealth } from "./resolver-health.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const MINUTE_MS = 60_000;
const IP = "192.0.2.1";
const { health: HEALTHY } = resolver(1, {});
const SILENT: ResolverHealth = { ...HEALTHY, state: "ill", fault: "silent", reason: "timeout" };
const counted = (table: HealthTable) =>
  Object.fromEntries([...table.counts()].flatMap(([{ state }, n]) => (n > 0 ? [[state, n]] : [])));

test("a result is valid for ten minutes, and due for a new check after eight to nine and a half", () => {
  const table = new HealthTable();
  expect([table.get(IP), table.isDue(IP)]).toEqual([null, false]);
  table.put(IP, HEALTHY, performance.now());
  jest.advanceTimersByTime(8 * MINUTE_MS - 1);
  expect([table.get(IP), table.isDue(IP)]).toEqual([HEALTHY, false]);
  jest.advanceTimersByTime(1.5 * MINUTE_MS + 1);
  expect([table.get(IP), table.isDue(IP), counted(table)]).toEqual([HEALTHY, true, { healthy: 1 }]);
  jest.advanceTimersByTime(MINUTE_MS / 2);
  expect([table.get(IP), counted(table)]).toEqual([null, {}]);
  table.prune();
  expect(table.isDue(IP)).toBe(false);
});

test("silence is valid for half a minute if no other resolver answered: our own network may be the cause", () => {
  const table = new HealthTable();
  table.put(IP, SILENT, performance.now());
  jest.advanceTimersByTime(30_000);
  expect([table.get(IP), table.isDue(IP)]).toEqual([null, true]);
  const start = performance.now();
  table.answered();
  table.put(IP, SILENT, start);
  jest.advanceTimersByTime(30_000);
  expect([table.get(IP), counted(table)]).toEqual([SILENT, { silent: 1 }]);
});

test("an unknown result is not stored, and a result is withdrawn unless a newer one has replaced it", () => {
  const table = new HealthTable();
  table.put(IP, { ...HEALTHY, state: "unknown", reason: "budget" }, 0);
  expect(table.get(IP)).toBeNull();
  table.put(IP, SILENT, 0);
  table.put(IP, HEALTHY, 0);
  table.withdraw(IP, SILENT);
  expect(table.get(IP)).toBe(HEALTHY);
  table.withdraw(IP, HEALTHY);
  expect(table.get(IP)).toBeNull();
});

test("resolvers of a country are checked again as long as the country is in use", async () => {
  const checked: string[] = [];
  const ask: NetSession["ask"] = async ({ address }) => {
    checked.push(address);
    return nodata();
  };
  const session: Net["session"] = () => ({ evidence: [], ask }) as unknown as NetSession;
  const health = new ResolversHealth(session);
  const { candidate } = resolver(1, {});
  expect(health.state).toEqual({ checking: [], countries: [], ticking: false });
  health.keepFresh("DE", [candidate]);
  const checking = health.check(candidate);
  expect(health.state).toEqual({ checking: [candidate.ip], countries: ["DE"], ticking: true });
  await checking;
  expect([health.state.checking, checked.length]).toEqual([[], 3]);
  jest.advanceTimersByTime(9.5 * MINUTE_MS);
  expect([health.state.checking, checked.length]).toEqual([[], 6]);
  jest.advanceTimersByTime(60 * MINUTE_MS);
  expect(health.state).toMatchObject({ countries: [], ticking: false });
});
