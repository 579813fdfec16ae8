import { expect, test } from "bun:test";
import { parseDmarc } from "./record.ts";
import { applicable, applicableBelow, type Found, organizationalDomain, walkNames } from "./tree-walk.ts";

const DRAFT = "(read in draft-ietf-dmarc-dmarcbis-41)";
const NOTES = "(an implementation's notes)";

/** Returns a name with the given total number of labels that ends in example.com. */
const deep = (labels: number) => [..."abcdefghijk".slice(0, labels - 2), "example", "com"].join(".");
const last = (name: string, labels: number) => name.split(".").slice(-labels).join(".");

test(`RFC 9989 4.10 ${DRAFT}: with up to seven labels, each query has one label less`, () => {
  expect(walkNames("com")).toEqual(["com"]);
  for (let labels = 2; labels <= 7; labels++) {
    const name = deep(labels);
    const names = Array.from({ length: labels }, (_, i) => last(name, labels - i));
    expect(walkNames(name)).toEqual(names);
  }
});

test(`RFC 9989 4.10 ${DRAFT}: with eight or more labels there are eight queries, the second with seven labels`, () => {
  for (let labels = 8; labels <= 13; labels++) {
    const name = deep(labels);
    const rest = Array.from({ length: 7 }, (_, i) => last(name, 7 - i));
    expect(walkNames(name)).toEqual([name, ...rest]);
  }
});

test("RFC 1035 2.3.4: a name that is too long with its prefix is not queried", () => {
  const label = "a".repeat(60);
  const name = `${label}.${label}.${label}.${label}.com`;
  expect([name.length, walkNames(name).includes(name)]).toEqual([247, false]);
  expect(walkNames(name.slice(1))[0]).toBe(name.slice(1));
});

type Row = readonly [
  says: string,
  start: string,
  /** The DMARC records that the tree walk found, in walk order. */
  found: Readonly<Record<string, string>>,
  org: string,
  applies: string | null,
  /** Name of the record that applies to names below the walk's starting name. */
  below: string | null,
];

const rows: readonly Row[] = [
  [
    `RFC 9989 4.10.2 ${DRAFT}: the fewest labels`,
    "a.mail.example.com",
    { "mail.example.com": "p=none", "example.com": "p=none" },
    ...(["example.com", "example.com", "example.com"] as const),
  ],
  [
    `RFC 9989 4.10.2 ${DRAFT}: psd=n`,
    "a.mail.example.com",
    { "mail.example.com": "psd=n" },
    ...(["mail.example.com", "mail.example.com", "mail.example.com"] as const),
  ],
  [
    `RFC 9989 4.10.2 ${DRAFT}: one below psd=y`,
    "a.mail.example.com",
    { com: "psd=y" },
    ...(["example.com", "com", "com"] as const),
  ],
  [
    `RFC 9989 4.10.2 ${DRAFT}: psd=y in the middle`,
    "mail.example.com",
    { "example.com": "psd=y" },
    ...(["mail.example.com", "example.com", "example.com"] as const),
  ],
  [
    `RFC 9989 4.10.1 ${DRAFT}: one's own below psd=y`,
    "mail.example.com",
    { "mail.example.com": "p=none", "example.com": "psd=y" },
    ...(["mail.example.com", "mail.example.com", "mail.example.com"] as const),
  ],
  [
    `RFC 9989 4.10.1 ${DRAFT}: names below one's own, with nothing at the organisation`,
    "a.mail.example.com",
    { "a.mail.example.com": "p=none", "example.com": "psd=y" },
    ...(["mail.example.com", "a.mail.example.com", "example.com"] as const),
  ],
  [
    `RFC 9989 4.10.2 ${DRAFT}: psd=y at the start itself`,
    "bank.example.com",
    { "bank.example.com": "psd=y" },
    ...(["bank.example.com", "bank.example.com", "bank.example.com"] as const),
  ],
  [`RFC 9989 4.10.2 ${DRAFT}: none`, "mail.example.com", {}, "mail.example.com", null, null],
  [
    `RFC 9989 4.10.1 ${DRAFT}: one in between is nobody's`,
    "a.b.example.com",
    { "b.example.com": "p=reject", "example.com": "p=none" },
    ...(["example.com", "example.com", "example.com"] as const),
  ],
  [
    `RFC 9989 4.10.1 ${DRAFT}: one's own on a subdomain serves this name alone`,
    "b.example.com",
    { "b.example.com": "p=reject", "example.com": "p=none" },
    ...(["example.com", "b.example.com", "example.com"] as const),
  ],
  [
    `one below psd=y, cut from the start, was never asked for ${NOTES}`,
    "a.b.c.d.e.f.g.h.example.com",
    { "d.e.f.g.h.example.com": "psd=y" },
    ...(["c.d.e.f.g.h.example.com", "d.e.f.g.h.example.com", "d.e.f.g.h.example.com"] as const),
  ],
  [
    `names below one of eight labels jump over it ${NOTES}`,
    deep(8),
    { [deep(8)]: "p=reject", "example.com": "p=none" },
    ...(["example.com", deep(8), "example.com"] as const),
  ],
];

test.each(rows)("%s (%s)", (_, start, records, org, applies, below) => {
  const found: Found[] = Object.entries(records).map(([name, tags]) => ({
    name,
    record: parseDmarc(`v=DMARC1; ${tags}`),
  }));
  const above = applicableBelow(start, found);
  expect(organizationalDomain(start, found)).toBe(org);
  expect(applicable(start, org, found)?.name ?? null).toBe(applies);
  expect(above === "unknown" ? above : (above?.name ?? null)).toBe(below);
});

test(`RFC 9989 5.1.8 ${DRAFT}: psd=n at a name with eight labels is not found from below`, () => {
  const found = [{ name: deep(8), record: parseDmarc("v=DMARC1; p=reject; psd=n") }];
  expect([organizationalDomain(deep(8), found), applicableBelow(deep(8), found)]).toEqual([
    deep(8),
    "unknown",
  ]);
});
