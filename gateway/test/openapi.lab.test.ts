import { expect, test } from "bun:test";
import { FAULTS, type FaultCode } from "@dnstools/core/tool/fault";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { contracts } from "../app.ts";
import { EXAMPLES } from "../openapi/examples.ts";
import { openApi } from "../openapi/openapi.ts";
import { HEADER_NAMES } from "../plugins/headers.ts";

type Example = { readonly value: unknown } | { readonly $ref: string };
type Response = {
  readonly description: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: Readonly<
    Record<string, { readonly example?: unknown; readonly examples?: Readonly<Record<string, Example>> }>
  >;
};
type Operation = {
  readonly description?: string;
  readonly parameters: readonly { readonly name?: string; readonly example?: unknown }[];
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
};
type Schema = {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Document = {
  readonly openapi: string;
  readonly info: { readonly description: string; readonly contact?: unknown };
  readonly servers: unknown;
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { readonly value: unknown }>>;
    readonly securitySchemes: unknown;
    readonly responses: Readonly<Record<string, Response>>;
  };
};

const INFO = {
  version: "1.2.3",
  revision: "0123abc",
  publicUrl: "https://dns.example.net",
  contact: "",
  units: 60,
  windowS: 60,
  deadlines: { dns: 9000 },
  queueWaitMs: 5000,
};

function documentOf(info: Partial<typeof INFO> = {}): Document {
  return openApi(contracts, { ...INFO, ...info }) as Document;
}

/** Returns every response of every operation in the OpenAPI document. */
function answersOf({ paths, components }: Document) {
  return Object.entries(paths).flatMap(([path, { get }]) =>
    Object.entries(get.responses).map(([status, one]) => {
      const response = "$ref" in one ? components.responses[one.$ref.split("/").at(-1) ?? ""] : one;
      if (response === undefined) throw new Error(`${path} ${status}: no such response`);
      return { path, status, response };
    }),
  );
}

/** Returns the examples of a response, each with its media type. */
function examplesOf({ content }: Response, { components }: Document) {
  const valueIn = (name: string, one: Example) => {
    if ("value" in one) return one.value;
    return components.examples[name]?.value;
  };
  return Object.entries(content).flatMap(([type, { example, examples }]) => [
    ...(example === undefined ? [] : [{ type, name: "example", value: example }]),
    ...Object.entries(examples ?? {}).map(([name, one]) => ({ type, name, value: valueIn(name, one) })),
  ]);
}

/** Returns the problems that the linter reports for a document. */
async function lint(document: object): Promise<readonly string[]> {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

test("the published document is OpenAPI 3.1 without a lint error or warning", async () => {
  const document = documentOf({ contact: "ops@example.com" });
  expect(await lint(document)).toEqual([]);
  expect(document.openapi).toStartWith("3.1.");
});

test.each(["", "https://example.com/contact", "room 7, down the hall"])(
  "the document's head has no lint error or warning with the contact %p",
  async (contact) => {
    const document = documentOf({ contact });
    const { securitySchemes } = document.components;
    expect(await lint({ ...document, paths: {}, components: { securitySchemes } })).toEqual([]);
  },
);

test("the operator's contact is an address, a URL or a name as OpenAPI has it", () => {
  expect(documentOf().info.contact).toBeUndefined();
  expect(documentOf({ contact: "ops@example.com" }).info.contact).toMatchObject({ email: "ops@example.com" });
  expect(documentOf({ contact: "https://example.com/x" }).info.contact).toMatchObject({
    url: "https://example.com/x",
  });
  expect(documentOf({ contact: "room 7" }).info.contact).toEqual({ name: "room 7" });
  expect(documentOf({ publicUrl: "" }).servers).toEqual([{ url: "/" }]);
});

test("an operation says how long its tool works here, and how long a call waits for its turn", () => {
  const { description = "" } = documentOf().paths["/api/v1/dns"]?.get ?? {};
  expect(description).toContain("Runs for at most 9 s");
  expect(description).toContain("waits at most 5 s for its turn");
});

test("every tool, parameter and status is in the document", () => {
  const document = documentOf();
  const text = JSON.stringify(document);
  const statuses = ["200", "400", "401", "429", "503", "default"];
  for (const contract of contracts) {
    const path = `/api/v1/${contract.tool}`;
    expect(Object.keys(document.paths)).toContain(path);
    for (const name of Object.keys(contract.params)) expect(text).toContain(`"name":"${name}"`);
    const documented = Object.keys(document.paths[path]?.get.responses ?? {});
    expect(documented.toSorted()).toEqual([...statuses, ...(contract.notFound ? ["404"] : [])].toSorted());
  }
});

test("every problem code is an example of its status at an operation, or one of four in the description", () => {
  const document = documentOf();
  const codes = new Set<string>();
  for (const { status, response } of answersOf(document)) {
    for (const { type, name } of examplesOf(response, document).filter(({ type }) =>
      type.includes("problem"),
    )) {
      expect(type).toBe("application/problem+json");
      const own = String(FAULTS[name as FaultCode]?.status);
      const documented = Object.keys(document.paths["/api/v1/dns"]?.get.responses ?? {});
      expect({ name, status: documented.includes(own) ? own : "default" }).toEqual({ name, status });
      expect(response.description).toContain(`\`${name}\``);
      codes.add(name);
    }
  }
  const documented = Object.keys(FAULTS).filter((code) => document.info.description.includes(`\`${code}\``));
  expect(documented).toEqual(["moved", "client_gone", "origin_refused", "unknown_path"]);
  expect([...codes, ...documented].toSorted()).toEqual(Object.keys(FAULTS).toSorted());
});

test("every answer has the headers that all have, and those of its status", () => {
  const own: Record<string, readonly string[]> = {
    401: ["WWW-Authenticate"],
    default: ["Allow"],
    429: ["Retry-After"],
    503: ["Retry-After"],
  };
  const common: readonly string[] = HEADER_NAMES.filter((name) => name !== "Retry-After");
  for (const { path, status, response } of answersOf(documentOf())) {
    const names = Object.keys(response.headers).toSorted();
    expect({ path, status, names }).toEqual({
      path,
      status,
      names: [...common, ...(own[status] ?? [])].toSorted(),
    });
  }
});

test("every example is valid by its schema, and none is large", async () => {
  const document = documentOf();
  using server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => globalThis.Response.json(document),
  });
  const check = await openApiCheck(server.url.origin);
  let checked = 0;
  for (const { path, status, response } of answersOf(document)) {
    const examples = examplesOf(response, document);
    expect(examples.length).toBeGreaterThan(0);
    for (const { type, value } of examples) {
      const text = JSON.stringify(value);
      const answer = new globalThis.Response(null, {
        status: status === "default" ? 405 : Number(status),
        headers: { "content-type": type },
      });
      check(path, answer, text);
      expect(text.length).toBeLessThan(12_000);
      checked += 1;
    }
  }
  for (const [tool, answer] of Object.entries(EXAMPLES)) {
    const recorded = globalThis.Response.json(answer);
    check(`/api/v1/${tool}`, recorded, await recorded.text());
    checked += 1;
  }
  expect(checked).toBeGreaterThan(100);
});

test("the document has at most 250 kB", () => {
  expect(JSON.stringify(documentOf()).length).toBeLessThanOrEqual(250_000);
});

test("a finding's code is one of its tool's table, and its other members are those of all findings", () => {
  const { schemas } = documentOf().components;
  const typeOf = ({ $ref }: Schema) => schemas[$ref?.split("/").at(-1) ?? ""];
  for (const { tool, findings } of contracts) {
    const answer = schemas[`${tool.charAt(0).toUpperCase()}${tool.slice(1)}Answer`];
    const [finding, own] = typeOf(answer?.properties?.["findings"]?.items ?? {})?.allOf ?? [];
    expect(finding).toEqual({ $ref: "#/components/schemas/Finding" });
    expect(Object.keys(own?.properties ?? {})).toEqual(["code"]);
    expect(typeOf(own?.properties?.["code"] ?? {})?.enum).toEqual(Object.keys(findings).toSorted());
  }
});

test("every object within an answer is a type with a name", () => {
  const { schemas } = documentOf().components;
  const anonymous: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [member, one] of Object.entries(schema.properties ?? {})) {
      if (JSON.stringify(one).includes('"properties":{"')) anonymous.push(`${name}.${member}`);
    }
  }
  expect(anonymous).toEqual([]);
  const shared = ["Record", "MxRecord", "Server", "NameServer", "Certificate", "SpfNode", "BlocklistResult"];
  expect(shared.filter((name) => schemas[name] === undefined)).toEqual([]);
});

test("the example parameters of an operation make a valid call", () => {
  const document = documentOf();
  for (const { tool, exactlyOne, params } of contracts) {
    const parameters = document.paths[`/api/v1/${tool}`]?.get.parameters ?? [];
    const filled = parameters.filter(({ example }) => example !== undefined).map(({ name }) => name ?? "");
    const needed = Object.keys(params).filter((name) => params[name]?.fallback === undefined);
    expect(filled).toEqual([...needed, ...(exactlyOne ?? []).slice(0, 1)]);
  }
});
