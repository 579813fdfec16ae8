import { expect, test } from "bun:test";
import { clientKey, contains, formatIp, parseCidr, parseIp } from "./ip.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["0.0.0.0", "0.0.0.0"],
  ["::", "::"],
  ["::1", "::1"],
  ["1::", "1::"],
  ["2001:DB8::1", "2001:db8::1"],
  ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
  ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
  ["::ffff:c000:201", "::ffff:192.0.2.1"],
  ["64:ff9b::192.0.2.33", "64:ff9b::c000:221"],
  ["1:2:3:4:5:6:7.8.9.10", "1:2:3:4:5:6:708:90a"],
  ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
])("%s is read and written as %s (RFC 5952)", (text, canonical) => {
  const bytes = parseIp(text);
  expect(bytes && formatIp(bytes)).toBe(canonical);
});

test.each([
  "",
  "1.2.3",
  "1.2.3.4.5",
  "256.1.1.1",
  "01.2.3.4",
  "0x7f.0.0.1",
  "1.2.3.4 ",
  "1.2.3.-4",
  "2130706433",
  "127.1",
  ":",
  ":::",
  "1::2::3",
  "1:2:3:4:5:6:7",
  "1:2:3:4:5:6:7:8:9",
  "1:2:3:4:5:6:7:8::",
  "12345::",
  "g::",
  "fe80::1%eth0",
  "::1.2.3",
  "1.2.3.4::",
  "::ffff:1.2.3.4:5",
  "[::1]",
  "1:2:3:4:5:6:7:1.2.3.4",
])("%p is no address", (text) => {
  expect(parseIp(text)).toBeNull();
});

test("blocks contain their addresses and no others, and host bits are refused", () => {
  const inside = (block: string, ip: string) => {
    const cidr = parseCidr(block);
    const bytes = parseIp(ip);
    if (cidr === null || bytes === null) throw new Error("bad case");
    return contains(cidr, bytes);
  };
  expect(inside("10.0.0.0/8", "10.255.255.255")).toBe(true);
  expect(inside("10.0.0.0/8", "11.0.0.0")).toBe(false);
  expect(inside("172.16.0.0/12", "172.31.255.255")).toBe(true);
  expect(inside("172.16.0.0/12", "172.32.0.0")).toBe(false);
  expect(inside("192.0.2.7", "192.0.2.7")).toBe(true);
  expect(inside("0.0.0.0/0", "255.255.255.255")).toBe(true);
  expect(inside("0.0.0.0/0", "::1")).toBe(false);
  expect(inside("fc00::/7", "fdff::1")).toBe(true);
  expect(inside("2001:db8::/33", "2001:db8:8000::")).toBe(false);
  for (const bad of [
    "10.0.0.1/8",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/",
    "10.0.0.0/8/8",
    "x/8",
    "10.0.0.0/-1",
  ]) {
    expect(parseCidr(bad)).toBeNull();
  }
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2:ffff::", "2001:db8:1:2::/64"],
])("client %s is counted as %s", (address, key) => {
  expect(clientKey(address)).toBe(key);
});
