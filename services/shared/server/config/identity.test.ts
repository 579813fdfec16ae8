import { expect, test } from "bun:test";
import { probeNameOf, userAgentOf } from "./identity.ts";

test("the user agent names what the operator set, and otherwise a reserved name", () => {
  const names = [
    ["probe.example.com", "https://dns.example.com", "probe.example.com"],
    ["", "https://dns.example.com", "dns.example.com"],
    ["", "http://192.0.2.1:8080", "dnstools.invalid"],
    ["", "http://localhost", "dnstools.invalid"],
    ["", "", "dnstools.invalid"],
  ] as const;
  const told = names.map(([PROBE_NAME, PUBLIC_URL]) => probeNameOf({ PROBE_NAME, PUBLIC_URL }));
  expect(told).toEqual(names.map(([, , name]) => name));
  const all = {
    PROBE_NAME: "p.example.com",
    PUBLIC_URL: "https://d.example.com",
    OPERATOR_CONTACT: "ö@example.com",
  };
  expect(userAgentOf(all, "1.2.3")).toBe(
    "dnstools/1.2.3 (p.example.com; +https://d.example.com; ?@example.com)",
  );
  expect(userAgentOf({ PROBE_NAME: "", PUBLIC_URL: "", OPERATOR_CONTACT: "" }, "1.2.3")).toBe(
    "dnstools/1.2.3",
  );
});
