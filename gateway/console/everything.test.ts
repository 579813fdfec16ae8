import { expect, test } from "bun:test";
import { parseCidr } from "@dnstools/core/protocol/ip";
import { Fault } from "@dnstools/core/tool/fault";
import { contracts } from "../app.ts";
import { readEverything } from "./everything.ts";
import { everythingUnits } from "./everything-tools.ts";

const RULES = {
  allow: [],
  deny: { names: ["objects.com"], blocks: [parseCidr("9.9.9.0/24")].filter((b) => b !== null) },
};
const READINGS = { contracts, rules: RULES };

const toolsOf = (target: string) => {
  const { parts, units, omitted, target: read } = readEverything(target, READINGS);
  return {
    target: read,
    tools: parts.map(({ contract }) => contract.tool),
    units,
    omitted: omitted.map(({ tool }) => tool),
  };
};

function faultOf(target: string): Fault {
  try {
    readEverything(target, READINGS);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error("it was taken");
}

test("a name is asked about by six tools, an address by those that take it", () => {
  expect(toolsOf("Example.com.")).toEqual({
    target: "example.com",
    tools: ["dns", "whois", "mail", "ssl", "dnsbl", "propagation"],
    units: 19,
    omitted: [],
  });
  expect(everythingUnits(contracts)).toBe(19);
  expect(toolsOf("8.8.8.8")).toEqual({
    target: "8.8.8.8",
    tools: ["reverse", "whois", "dnsbl"],
    units: 6,
    omitted: [],
  });
  expect(toolsOf("2620:fe::fe")).toEqual({
    target: "2620:fe::fe",
    tools: ["reverse", "dnsbl"],
    units: 4,
    omitted: ["whois"],
  });
  const { tools, omitted } = toolsOf("_dmarc.example.com");
  expect([...tools, ...omitted].sort()).toEqual(["dns", "dnsbl", "mail", "propagation", "ssl", "whois"]);
  expect(omitted).toContain("mail");
});

test("each part has its own report", () => {
  const { parts } = readEverything("bücher.com", READINGS);
  expect(parts.map(({ report }) => report)).toEqual(
    ["dns", "whois", "mail", "ssl", "dnsbl", "propagation"].map((tool) => `/${tool}/b%C3%BCcher.com`),
  );
});

test.each([
  ["https://example.com/x", "invalid_parameter", "/all/example.com"],
  ["info@example.com", "invalid_parameter", "/all/example.com"],
  ["9.9.9.0/24", "invalid_parameter", undefined],
  ["10.0.0.1", "invalid_parameter", undefined],
  ["a..b", "invalid_parameter", undefined],
  ["objects.com", "target_denied", undefined],
  ["www.objects.com", "target_denied", undefined],
  ["9.9.9.9", "target_denied", undefined],
])("%s is refused as a whole: %s", (target, code, retry) => {
  const { code: found, options } = faultOf(target);
  expect([found, options.retry]).toEqual([code as never, retry]);
});
