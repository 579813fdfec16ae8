import { expect, test } from "bun:test";
import { json } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const DNS = "/api/v1/dns";

/** Matches standard HTTP headers, and headers that the OpenAPI document describes once for all responses. */
const GENERAL =
  /^(access-control-.*|cache-control|connection|content-(encoding|length|type)|date|keep-alive|vary|x-content-type-options)$/;

/** Returns the names of a response's headers other than GENERAL. */
function ownOf(headers: Iterable<string>): readonly string[] {
  return [...headers]
    .map((name) => name.toLowerCase())
    .filter((name) => !GENERAL.test(name))
    .toSorted();
}

test.each([
  [200, `${DNS}?domain=example.com&type=A`, {}],
  [200, "/api/v1", {}],
  [200, "/api/v1/limits", {}],
  [400, `${DNS}?domain=`, {}],
  [401, `${DNS}?domain=example.com`, { headers: { "X-API-Key": "nonsense" } }],
  [401, "/api/v1/limits", { headers: { "X-API-Key": "nonsense" } }],
  [404, `${DNS}?domain=nothing-here.example.com`, {}],
  [405, `${DNS}?domain=example.com`, { method: "POST" }],
  [405, "/api/v1/limits", { method: "DELETE" }],
  [429, "/api/v1/scout?domain=example.com&sections=axfr", {}],
] as const)("a real %p of %p has exactly the headers of the document", async (status, path, init) => {
  const product = await sharedProduct("all", {
    RATE_LIMIT_UNITS: "10",
    RATE_LIMIT_WINDOW_S: "3600",
    TRUSTED_PROXIES: "127.0.0.1",
  });
  const ask = () => {
    // The client address differs for each status, so that only the call for status 429 uses up a limit.
    const headers = {
      "X-Forwarded-For": `192.0.2.${status % 256}`,
      ...("headers" in init ? init.headers : {}),
    };
    return fetch(`${product.url}${path}`, { ...init, headers });
  };
  if (status === 429) await ask();
  const response = await ask();
  expect(response.status).toBe(status);
  const { paths, components } = await json(fetch(`${product.url}/openapi.json`));
  const { responses } = paths[path.replace(/\?.*/, "")].get;
  const documented = responses[status] ?? responses.default;
  const { headers } =
    documented.$ref === undefined ? documented : components.responses[documented.$ref.split("/").at(-1)];
  expect(ownOf(response.headers.keys())).toEqual(ownOf(Object.keys(headers)));
});
