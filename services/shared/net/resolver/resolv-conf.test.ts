import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemResolvers } from "./resolv-conf.ts";

test("resolv.conf: at most three resolvers, link-local ones with their interface, and nothing that is no address", () => {
  const folder = mkdtempSync(join(tmpdir(), "resolv-conf-"));
  const path = join(folder, "resolv.conf");
  writeFileSync(
    path,
    `# comment
search example.com
nameserver fe80::1%eth0
nameserver fe80::1%
nameserver 5.5.5.5%eth0
nameserver resolver.example.com
  nameserver\t192.0.2.1
nameserver 2001:db8::53
nameserver 192.0.2.4
`,
  );
  const addresses = systemResolvers(path).map(({ address }) => address);
  rmSync(folder, { recursive: true });
  expect(addresses).toEqual(["fe80::1%eth0", "192.0.2.1", "2001:db8::53"]);
  expect(systemResolvers(path)).toEqual([]);
});
