import { expect, test } from "bun:test";
import { contracts as analysis } from "@dnstools/analysis/contracts";
import type { Contract } from "@dnstools/core/tool/contract";
import { contracts as dns } from "@dnstools/dns/contracts";
import { parameters } from "./parameters.ts";

const contractOf = (tool: string) => [...dns, ...analysis].find((one) => one.tool === tool) as Contract;

test("a list is one parameter with commas between, as the tools read it", () => {
  const lists = [...parameters(contractOf("dns")), ...parameters(contractOf("scout"))].filter(
    ({ schema }) => (schema as { type: string }).type === "array",
  );
  expect(lists.length).toBeGreaterThan(0);
  for (const list of lists) expect(list).toMatchObject({ in: "query", style: "form", explode: false });
});

test("a parameter is required where it has no default", () => {
  const required = parameters(contractOf("dns")).filter((one) => one["required"]);
  expect(required.map((one) => one["name"])).toEqual(["domain"]);
});
