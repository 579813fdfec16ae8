import { expect, test } from "bun:test";
import { privateRegistryOf, registeredNameOf } from "./private-registries.ts";

test.each([
  ["free.uk.com", "free.uk.com", "whois.centralnic.com"],
  ["a.b.free.uk.com", "free.uk.com", "whois.centralnic.com"],
  ["uk.com", "uk.com", null],
  ["ukx.com", "ukx.com", null],
  ["www.ukx.com", "ukx.com", null],
  ["name.eu.org", "name.eu.org", "whois.eu.org"],
  ["www.name.za.net", "name.za.net", "whois.za.net"],
  ["www.name.co.za", "name.co.za", "whois.registry.net.za"],
  ["some.github.io", "github.io", null],
  ["com", null, null],
])("%s is registered as %s", (name, registered, server) => {
  expect(registeredNameOf(name)).toBe(registered as never);
  expect(privateRegistryOf(name)?.server ?? null).toBe(server);
});
