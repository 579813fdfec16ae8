import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration } from "@dnstools/core/tool/schema";
import { nullable, oneOfConstants, orNull, precise } from "./generators.ts";
import { nameBelow } from "./type-names.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The schema of the reason for an unknown status. Many fields use it, each with its own description. */
const REASON = plain({
  ...enumeration(REASON_CODES, "The reason for an unknown status."),
  title: "Reason",
});

/**
 * Returns `components.schemas` with every nested object as a named type, so that generated clients have a name for
 * each type and repeated schemas are written once. The name of a type is its `title`, or otherwise the names of its
 * parent type and its member. A schema that allows the same values as a titled schema becomes a reference to the
 * titled one.
 * @throws if two different schemas get the same name: give one of them a title
 */
export function withShared(schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const roots = Object.entries(schemas).map(([name, schema]) => [name, plain(schema)] as const);
  const titled = new Map<string, Schema>();
  for (const [, schema] of [["", REASON] as const, ...roots]) collectTitles(schema, titled);
  const types = new Map<string, { readonly shape: string; readonly schema: unknown }>();

  function add(name: string, schema: Schema, shape: string): void {
    const known = types.get(name);
    if (known !== undefined && known.shape !== shape)
      throw new Error(`two different schemas are named ${name}: give one a title`);
    if (known !== undefined) return;
    types.set(name, { shape, schema: null });
    const { title: _, ...more } = schema;
    types.set(name, { shape, schema: within(more, name) });
  }

  /** Returns the schema of a member in which named types are replaced with references. */
  function refer(schema: Schema, place: string): Schema {
    const optional = nullable(schema);
    if (optional !== null) return orNull(refer(optional, place));
    if (!mayHaveTitle(schema)) return precise(oneOfConstants(within(schema, place)));
    const shape = shapeOf(schema);
    const known = titled.get(shape);
    if (known !== undefined) {
      const name = String(known["title"]);
      add(name, known, shape);
      return refTo(name, schema["description"] === known["description"] ? {} : schema);
    }
    if (!hasMembers(schema)) return within(schema, place);
    const { description: _, ...body } = schema;
    add(place, body, shape);
    return refTo(place, schema);
  }

  function within(schema: Schema, name: string): Schema {
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) => {
        if (key === "properties") return [key, members(value as Schema, name)];
        if (key === "items") return [key, refer(value as Schema, name)];
        if (key === "anyOf" || key === "allOf")
          return [key, (value as Schema[]).map((one) => refer(one, name))];
        return [key, value];
      }),
    );
  }

  function members(properties: Schema, name: string): Schema {
    return Object.fromEntries(
      Object.entries(properties).map(([key, value]) => {
        const schema = value as Schema;
        const isList = (nullable(schema) ?? schema)["type"] === "array";
        return [key, refer(schema, nameBelow(name, key, isList))];
      }),
    );
  }

  for (const [name, schema] of roots) add(name, schema, shapeOf(schema));
  return Object.fromEntries([...types].map(([name, { schema }]) => [name, schema]));
}

/** Returns a reference to a type, with the description of the schema, which OpenAPI 3.1 allows next to a reference. */
function refTo(name: string, { description }: Schema): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

/** Collects all titled schemas, including nested ones, by their shape. */
function collectTitles(schema: Schema, titled: Map<string, Schema>): void {
  if (typeof schema["title"] === "string" && !titled.has(shapeOf(schema)))
    titled.set(shapeOf(schema), schema);
  for (const entry of Object.values(schema))
    if (entry !== null && typeof entry === "object") collectTitles(entry as Schema, titled);
}

/**
 * Returns false for schemas that cannot have a title of their own, which avoids the slow computation of their shapes.
 */
function mayHaveTitle({ type, enum: values, allOf }: Schema): boolean {
  return type === "object" || values !== undefined || allOf !== undefined;
}

function hasMembers({ type, properties }: Schema): boolean {
  return type === "object" && Object.keys(properties ?? {}).length > 0;
}

/** Returns a text that is equal for schemas that allow the same values. */
function shapeOf({ description: _, title: __, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** Returns a schema as plain JSON, without TypeBox's symbols. */
function plain(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema));
}
