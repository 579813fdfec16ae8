import { expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { contracts } from "./app.ts";
import { openApi } from "./openapi.ts";

test("the published document is OpenAPI 3.1 without a lint error or warning", async () => {
  const document = openApi(contracts, {
    version: "1.2.3",
    publicUrl: "https://dns.example.net",
    contact: "ops@example.com",
  });
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
  expect(String(document["openapi"])).toStartWith("3.1.");
});

test("every tool, parameter, status and problem code of the contracts is in the document", () => {
  const text = JSON.stringify(openApi(contracts, { version: "1", publicUrl: "", contact: "" }));
  for (const contract of contracts) {
    expect(text).toContain(`"/api/v1/${contract.tool}"`);
    for (const name of Object.keys(contract.params)) expect(text).toContain(`"name":"${name}"`);
  }
  for (const status of ["200", "400", "401", "404", "405", "429", "503"])
    expect(text).toContain(`"${status}":{"description"`);
});
