import { expect, test } from "bun:test";
import { hostOf, ZONE } from "./plan.ts";
import { SITUATIONS_PARENT } from "./situation-row.ts";
import type { ZoneMaking } from "./situation-shapes.ts";
import { ALL_SITUATION_ZONES, situationFile, situationsAt } from "./situation-zones.ts";
import { SITUATIONS } from "./situations.ts";

test("the table has many rows, zones are unique, and each row has a question", () => {
  expect(SITUATIONS.length).toBeGreaterThanOrEqual(150);
  const names = ALL_SITUATION_ZONES.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i || ZONE.has(name))).toEqual([]);
  expect(SITUATIONS.filter(({ asked }) => asked.length === 0).map(({ name }) => name)).toEqual([]);
});

test("every question whose verdict is not secure has a culprit in an existing zone", () => {
  const zones = new Set([SITUATIONS_PARENT, ...ALL_SITUATION_ZONES.map(({ name }) => name)]);
  const wrong = SITUATIONS.flatMap(({ name, asked }) =>
    asked
      .filter(({ verdict, culprit }) => (culprit === null ? verdict !== "secure" : !zones.has(culprit.zone)))
      .map(({ ask }) => `${name} ${ask}`),
  );
  expect(wrong).toEqual([]);
});

test("every name server is a host of the plan or is in a zone of the table", () => {
  const named = ALL_SITUATION_ZONES.flatMap(({ servers }) =>
    servers.filter(({ address }) => address === undefined),
  );
  expect(named.length).toBeGreaterThan(300);
  const inTable = (name: string) => name.endsWith(`.${SITUATIONS_PARENT}`);
  for (const { name } of named) if (!inTable(name)) expect(hostOf(name).name).toBe(name);
});

test("no process holds both a zone of the table and its parent unless the table says so", () => {
  const both = ALL_SITUATION_ZONES.flatMap(({ held, children }) =>
    children.filter(
      ({ making, ...child }) =>
        making.held === undefined && child.held.some((daemon) => held.includes(daemon)),
    ),
  );
  expect(both).toEqual([]);
});

test("a zone with two versions has a file for each version", () => {
  const two = ALL_SITUATION_ZONES.filter(({ making }) => making.second !== undefined);
  expect(two.length).toBeGreaterThan(10);
  for (const zone of two) expect(situationFile(zone, "bind")).not.toBe(situationFile(zone, "knot"));
  expect(situationsAt("knot").filter(({ file }) => file.endsWith("@knot.zone")).length).toBe(two.length);
});

test("Knot holds no zone without NSEC3 records, because Knot 3.2 crashes on queries for missing names", () => {
  const gone = ({ damage = {} }: ZoneMaking) => damage["NSEC3"] === "absent";
  const all = ALL_SITUATION_ZONES.filter(({ making }) => gone({ ...making, ...making.second }));
  expect(all.length).toBeGreaterThan(2);
  expect(all.filter(({ held }) => held.includes("knot")).map(({ name }) => name)).toEqual([]);
});
