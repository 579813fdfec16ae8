type Schema = Readonly<Record<string, unknown>>;

/** What a schema allows beside null; null where it does not allow null. */
export function nullable({ anyOf }: Schema): Schema | null {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return null;
  const [first, second] = anyOf as readonly Schema[];
  return first !== undefined && second?.["type"] === "null" ? first : null;
}

/**
 * A schema, or null: as a list of types wherever it has a type, since generators for Go make a struct of `anyOf`, into which no
 * answer can be read.
 */
export function orNull(schema: Schema): Schema {
  const { type, description, ...more } = schema;
  const said = description === undefined ? {} : { description };
  if (typeof type !== "string") return { anyOf: [more, { type: "null" }], ...said };
  const values = schema["enum"] ?? (schema["const"] === undefined ? undefined : [schema["const"]]);
  const { enum: _, const: __, ...rest } = more;
  return {
    type: [type, "null"],
    ...rest,
    ...(Array.isArray(values) ? { enum: [...values, null] } : {}),
    ...said,
  };
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
