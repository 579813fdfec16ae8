import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration } from "@dnstools/core/tool/schema";
import { nullable, oneOfConstants, orNull, precise } from "./generators.ts";
import { nameBelow } from "./type-names.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Reasons stand at many places, each with a description of its own. */
const REASON = plain({
  ...enumeration(REASON_CODES, "Why it is unknown."),
  title: "Reason",
});

/**
 * `components.schemas`: each object within the schemas becomes a type of its own, so that generated clients have names for all of
 * them, and what is used twice is written once. Its name is its `title`, or made of the name of the type above it and of its
 * member. Schemas that allow the same as one with a title are that one.
 * @throws where two different schemas come to the same name: give one a title.
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

  /** A schema in its place, where a type becomes a reference. */
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

/** A reference to a type, with what is said of it in its place (OpenAPI 3.1). */
function refTo(name: string, { description }: Schema): Schema {
  return { $ref: `#/components/schemas/${name}`, ...(description === undefined ? {} : { description }) };
}

/** The schemas that have a title, with all within them, by what they allow. */
function collectTitles(schema: Schema, titled: Map<string, Schema>): void {
  if (typeof schema["title"] === "string" && !titled.has(shapeOf(schema)))
    titled.set(shapeOf(schema), schema);
  for (const entry of Object.values(schema))
    if (entry !== null && typeof entry === "object") collectTitles(entry as Schema, titled);
}

/** Of what has none the shape need not be made, which takes time. */
function mayHaveTitle({ type, enum: values, allOf }: Schema): boolean {
  return type === "object" || values !== undefined || allOf !== undefined;
}

function hasMembers({ type, properties }: Schema): boolean {
  return type === "object" && Object.keys(properties ?? {}).length > 0;
}

/** Equal for schemas that allow the same. */
function shapeOf({ description: _, title: __, ...schema }: Schema): string {
  return JSON.stringify(schema);
}

/** A schema as JSON, which has none of TypeBox's symbols. */
function plain(schema: unknown): Schema {
  return JSON.parse(JSON.stringify(schema));
}
