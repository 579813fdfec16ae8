import { expect } from "bun:test";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";

type Schema = Record<string, unknown>;
type Told = { content: Record<string, { schema: Schema }> };
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Told | { $ref: string }> }>>;
  components: Schema & { responses: Record<string, Told> };
};

/** Checks a response against the OpenAPI document that the product publishes. */
export type OpenApiCheck = (path: string, response: Response, body: string) => void;

/**
 * The checks by the text of the document: products of the same build publish the same document, and thus share a
 * check.
 */
const checks = new Map<string, OpenApiCheck>();

/** Returns the check for a product. @param url the product's URL. */
export async function openApiCheck(url: string): Promise<OpenApiCheck> {
  const text = await (await fetch(`${url}/openapi.json`)).text();
  const check = checks.get(text) ?? checkOf(closed(JSON.parse(text)) as Document);
  checks.set(text, check);
  return check;
}

function checkOf(document: Document): OpenApiCheck {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {
      "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
      uri: /^https:\/\/\S+$/,
      "uri-reference": /^\S+$/,
      double: true,
    },
  });
  ajv.addSchema({ $id: "document", components: document.components });
  const validators = new Map<string, ValidateFunction>();
  return (path, response, body) => {
    const type = response.headers.get("content-type")?.split(";")[0] ?? "";
    // For a path or method that is not in the document, the response must be the problem that the document defines for
    // all of them.
    const operation = document.paths[path]?.["get"];
    const told = operation?.responses[response.status] ?? operation?.responses["default"];
    const name = told !== undefined && "$ref" in told ? told.$ref.split("/").at(-1) : undefined;
    const whole = name === undefined ? (told as Told | undefined) : document.components.responses[name];
    const schema =
      whole?.content[type]?.schema ??
      (type === "application/problem+json" && operation === undefined
        ? { $ref: "#/components/schemas/Problem" }
        : undefined);
    if (schema === undefined) throw new Error(`${path}: OpenAPI has no ${response.status} ${type}`);
    const ref = String(schema["$ref"]).replace("#", "document#");
    const validate = validators.get(ref) ?? ajv.compile({ $ref: ref });
    validators.set(ref, validate);
    validate(JSON.parse(body));
    expect(validate.errors ?? []).toEqual([]);
  };
}

/**
 * Returns the document with additional properties forbidden in every object, so that fields without a definition are
 * found.
 */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== "object") return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const open =
    copy["type"] === "object" &&
    copy["properties"] !== undefined &&
    copy["additionalProperties"] === undefined;
  return open ? { ...copy, additionalProperties: false } : copy;
}
