import { expect, test } from "bun:test";
import { labelsOf, wireOf } from "../names.ts";
import type { SignedSet } from "../signed-set.ts";
import { dnameOf } from "./dname.ts";

const set = (type: string, owner: string, ...targets: readonly string[]): SignedSet => ({
  ...{ owner, type, ttl: 60, section: "answer", signatures: [] },
  rdatas: targets.map((target) => wireOf(labelsOf(target))),
});
const DNAME = set("DNAME", "b.example", "c.example.net");

test.each<[string, SignedSet, readonly SignedSet[], boolean]>([
  ["one label more", set("CNAME", "a.b.example", "a.c.example.net"), [DNAME], true],
  ["two labels more", set("CNAME", "x.a.b.example", "x.a.c.example.net"), [DNAME], true],
  ["at the root", set("CNAME", "a.b.example", "a.b.net"), [set("DNAME", "example", "net")], true],
  ["no DNAME", set("CNAME", "a.b.example", "a.c.example.net"), [], false],
  ["the DNAME's own owner", set("CNAME", "b.example", "c.example.net"), [DNAME], false],
  ["another target", set("CNAME", "a.b.example", "b.c.example.net"), [DNAME], false],
  ["another owner", set("CNAME", "a.d.example", "a.c.example.net"), [DNAME], false],
  ["two targets", set("CNAME", "a.b.example", "a.c.example.net", "evil"), [DNAME], false],
  [
    "two DNAME records",
    set("CNAME", "a.b.example", "a.c.example.net"),
    [{ ...DNAME, rdatas: [...DNAME.rdatas, ...DNAME.rdatas] }],
    false,
  ],
  ["broken data", { ...set("CNAME", "a.b.example"), rdatas: [Uint8Array.of(9)] }, [DNAME], false],
  ["another type", set("NS", "a.b.example", "a.c.example.net"), [DNAME], false],
])("%s", (_, cname, sets, made) => expect(dnameOf(cname, sets) !== null).toBe(made));
