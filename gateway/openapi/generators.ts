type Schema = Readonly<Record<string, unknown>>;

/** Returns the schema that a nullable schema allows in addition to null; null if the schema is not nullable. */
export function nullable({ anyOf }: Schema): Schema | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [first, second] = anyOf as readonly Schema[];
  return first !== undefined && second?.["type"] === "null" ? first : null;
}

/**
 * Makes a schema nullable with a list of types, because Go generators turn `anyOf` into a struct that cannot decode
 * answers. References still use `anyOf`, because they have no type. Enumerations do too, because Python generators
 * turn a list of types into three enumerations.
 */
export function orNull(schema: Schema): Schema {
  const { type, description, ...more } = schema;
  if (typeof type === "string" && more["enum"] === undefined && more["const"] === undefined)
    return { ...schema, type: [type, "null"] };
  const said = description === undefined ? {} : { description };
  return { anyOf: [type === undefined ? more : { type, ...more }, { type: "null" }], ...said };
}

/** Converts an `anyOf` of constants of one type to an enumeration; returns other schemas unchanged. */
export function oneOfConstants(schema: Schema): Schema {
  const { anyOf, ...more } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const types = new Set(anyOf.map(({ type }: Schema) => type));
  if (types.size !== 1 || !anyOf.every((one: Schema) => "const" in one)) return schema;
  const [type] = types;
  return { type, enum: anyOf.map((one: Schema) => one["const"]), ...more };
}

/** Adds the format `double` to numbers. Without this format, Go generators use 32-bit floats with only seven digits. */
export function precise(schema: Schema): Schema {
  const { type, format, const: constant, enum: values } = schema;
  const plain = format === undefined && constant === undefined && values === undefined;
  return type === "number" && plain ? { ...schema, format: "double" } : schema;
}
