import { expect, test } from "bun:test";
import { resolverAddresses } from "./resolver-addresses.ts";

test("addresses are returned unchanged, names are looked up, and an unknown name gives no address", async () => {
  const found = await resolverAddresses([
    { host: "::1", port: 53 },
    { host: "localhost", port: 5353 },
    { host: "nowhere.invalid", port: 53 },
  ]);
  expect(found[0]).toEqual({ address: "::1", port: 53 });
  expect(found).toContainEqual({ address: "127.0.0.1", port: 5353 });
  expect(found.filter(({ port }) => port === 53)).toHaveLength(1);
});
