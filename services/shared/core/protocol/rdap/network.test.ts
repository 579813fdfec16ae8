import { describe, expect, test } from "bun:test";
import { entitiesOf, withRole } from "./entity.ts";
import { readNetwork, stubOf } from "./network.ts";

const WHOLE = {
  objectClassName: "ip network",
  handle: "NET-8-8-8-0-2",
  startAddress: "8.8.8.0",
  endAddress: "8.8.8.255",
  name: "GOGL",
  country: "US",
  cidr0_cidrs: [{ v4prefix: "8.8.8.0", length: 24 }, { v4prefix: "x" }, null],
  entities: [
    {
      roles: ["registrant"],
      vcardArray: [
        "vcard",
        [
          ["version", {}, "text", "4.0"],
          ["fn", {}, "text", "Google LLC"],
        ],
      ],
      entities: [
        {
          roles: ["abuse"],
          vcardArray: [
            "vcard",
            [
              ["fn", {}, "text", "Abuse"],
              ["email", {}, "text", "a@b.c"],
              ["tel", { type: "fax" }, "uri", "tel:+1"],
              ["tel", {}, "uri", "tel:+2"],
            ],
          ],
        },
      ],
    },
  ],
};

test("a block with its holder, and the abuse contact within another contact", () => {
  expect(readNetwork(WHOLE, "8.8.8.8", "rdap.arin.net")).toMatchObject({
    startAddress: "8.8.8.0",
    cidrs: ["8.8.8.0/24"],
    organization: "Google LLC",
    countryCode: "US",
    abuse: { email: "a@b.c", phone: "+2" },
  });
});

describe("an object that is not a block with the address is rejected", () => {
  test.each([
    ["another block", { ...WHOLE, startAddress: "9.0.0.0", endAddress: "9.0.0.255" }],
    ["ends that are no addresses", { ...WHOLE, endAddress: 7 }],
    ["ends of two families", { ...WHOLE, endAddress: "2001:db8::" }],
    ["another class", { ...WHOLE, objectClassName: "domain" }],
    ["nothing", {}],
  ])("%s", (_, object) => expect(readNetwork(object, "8.8.8.8", "x")).toBeNull());
});

test("members with wrong types are skipped", () => {
  const odd = {
    ...WHOLE,
    entities: [7, null, "x", [], { roles: "abuse", vcardArray: { a: 1 } }, { roles: [{}] }],
    country: 5,
    status: {},
    events: "x",
    remarks: 1,
  };
  expect(readNetwork(odd, "8.8.8.8", "x")).toMatchObject({
    abuse: { email: null, phone: null },
    organization: null,
  });
});

test("nested entities are read up to a maximum depth", () => {
  let entity: Record<string, unknown> = { roles: ["abuse"] };
  for (let i = 0; i < 50; i++) entity = { roles: ["x"], entities: [entity] };
  expect(withRole(entitiesOf({ entities: [entity] }), "abuse")).toBeNull();
});

test.each([
  ["STUB-202-1SLASH16", "ZZ", "", "rdap.apnic.net", "elsewhere"],
  ["X", "ZZ", "Transferred to the RIPE region on 2018-06-01T00:00:00Z.", "rdap.apnic.net", "ripe"],
  ["NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK", "EU", "see ARIN", "rdap.db.ripe.net", "arin"],
  ["NON-RIPE-NCC-MANAGED-ADDRESS-BLOCK", null, "", "rdap.db.ripe.net", "elsewhere"],
  // The holder of a block writes its remarks, not the registry, so remarks alone do not make an object a stub.
  [
    "STUB-NET",
    "DE",
    "Stub area, transferred to the ARIN region, not managed by us; see APNIC",
    "rdap.db.ripe.net",
    null,
  ],
  ["GOGL", "US", "Early registration", "rdap.db.ripe.net", null],
] as const)("%s in %s, %j at %s: %p", (name, country, remarks, registry, stub) =>
  expect(stubOf({ name, country, remarks }, registry)).toBe(stub),
);
