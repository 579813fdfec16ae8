import { Meta } from "@dnstools/core/tool/envelope";
import { Evidence, ExtendedError } from "@dnstools/core/tool/evidence";
import { Finding } from "@dnstools/core/tool/finding";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Part } from "@dnstools/core/tool/part";
import { enumeration } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";

type Schema = Readonly<Record<string, unknown>>;

/** What many answers hold, by its name in the document. */
const NAMED: Readonly<Record<string, unknown>> = {
  Evidence,
  ExtendedError,
  Finding,
  Meta,
  Part,
  Verdict,
  Reason: enumeration(REASON_CODES, "Why something could not be found out; /docs/errors explains each."),
};

/** Schemas with what they share written once: half as long to load, and named for who reads them. */
export function withShared(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(NAMED).map(([name, schema]) => [name, plain(schema)] as const);
  const names = new Map(named.map(([name, schema]) => [shapeOf(schema), name]));
  const within = (node: Schema) =>
    Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value, names)]));
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, within(plain(schema))])),
    ...Object.fromEntries(named.map(([name, schema]) => [name, within(schema)])),
  };
}

/** A schema that has a name becomes a reference; what is said of it in its place stays beside (OpenAPI 3.1). */
function refer(node: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(node)) return node.map((entry) => refer(entry, names));
  if (node === null || typeof node !== "object") return node;
  const schema = node as Schema;
  const name = names.get(shapeOf(schema));
  if (name !== undefined) {
    const { description } = schema;
    return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value, names)]));
}

/** Equal for schemas that allow the same. */
function shapeOf({ description: _, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** A schema as JSON, which has none of TypeBox's symbols. */
function plain(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema));
}
