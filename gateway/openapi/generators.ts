type Schema = Readonly<Record<string, unknown>>;

/** What a schema allows beside null; null where it does not allow null. */
export function nullable({ anyOf }: Schema): Schema | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [first, second] = anyOf as readonly Schema[];
  return first !== undefined && second?.["type"] === "null" ? first : null;
}

/**
 * A schema, or null: as a list of types, since generators for Go made a struct of `anyOf`, into which no answer can be read. `anyOf`
 * is left to references, which have no type, and to enumerations, of which generators for Python make three with a list of types.
 */
export function orNull(schema: Schema): Schema {
  const { type, description, ...more } = schema;
  if (typeof type === "string" && more["enum"] === undefined && more["const"] === undefined)
    return { ...schema, type: [type, "null"] };
  const said = description === undefined ? {} : { description };
  return { anyOf: [type === undefined ? more : { type, ...more }, { type: "null" }], ...said };
}

/** Several constants of one type are an enumeration. */
export function oneOfConstants(schema: Schema): Schema {
  const { anyOf, ...more } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types = new Set(anyOf.map(({ type }: Schema) => type));
  if (types.size !== 1 || !anyOf.every((one: Schema) => "const" in one)) return schema;
  const [type] = types;
  return { type, enum: anyOf.map((one: Schema) => one["const"]), ...more };
}

/** Numbers are of 64 bits: without a format generators for Go take 32, which have seven digits. */
export function precise(schema: Schema): Schema {
  const { type, format, const: constant, enum: values } = schema;
  const plain = format === undefined && constant === undefined && values === undefined;
  return type === "number" && plain ? { ...schema, format: "double" } : schema;
}
