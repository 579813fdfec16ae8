import { expect, test } from "bun:test";
import { type Cidr, parseCidr } from "@dnstools/core/protocol/ip";
import { createGuard } from "./guard.ts";

const cidrs = (...texts: readonly string[]) => texts.map((text) => parseCidr(text) as Cidr);
const events: string[] = [];
const guard = createGuard(
  { allow: cidrs("10.1.0.0/16", "93.184.0.0/16"), deny: cidrs("93.184.216.0/24"), denyNames: ["denied.com"] },
  (event) => void (event.kind === "egress_refused" && events.push(event.reason)),
);

test.each([
  ["8.8.8.8", null],
  ["93.184.215.14", null],
  ["93.184.216.34", "egress_denied"],
  // The denied IPv4 address, embedded in an IPv6 address: mapped, NAT64 (RFC 6052), 6to4 (RFC 3056).
  ["::ffff:93.184.216.34", "egress_denied"],
  ["64:ff9b::5db8:d822", "egress_denied"],
  ["2002:5db8:d822::1", "egress_denied"],
  ["10.1.2.3", null],
  ["10.2.0.1", "not_allowed"],
  ["127.0.0.1", "not_allowed"],
  ["169.254.169.254", "not_allowed"],
  ["::1", "not_allowed"],
  ["::ffff:127.0.0.1", "not_allowed"],
  ["2002:7f00:1::1", "not_allowed"],
  ["fe80::1", "not_allowed"],
  ["no address", "not_allowed"],
])("%s is refused as %p", (address, reason) => {
  // The second answer may be remembered.
  for (let i = 0; i < 2; i++) expect(guard.refusal(address)?.reason ?? null).toBe(reason as never);
});

test("a host under a denied name is refused at any address, and every refusal is counted by its cause", () => {
  events.length = 0;
  expect(guard.refusal("8.8.8.8", "www.denied.com")).toEqual({ reason: "not_allowed" });
  expect(guard.refusal("8.8.8.8", "notdenied.com")).toBeNull();
  guard.refusal("93.184.216.34");
  guard.refusal("127.0.0.1");
  expect(events).toEqual(["denied_name", "own_network", "loopback"]);
});
