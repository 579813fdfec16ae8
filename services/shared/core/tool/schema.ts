import {
  Kind,
  type TNull,
  type TSchema,
  type TUnion,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** TypeBox has no schema kind for `enum`, so this call registers a check for one. */
TypeRegistry.Set<{ enum: readonly unknown[] }>("StringEnum", (schema, value) => schema.enum.includes(value));

/** Returns the schema of a string from a closed list, which is published as `enum`. */
export function enumeration<const T extends string>(values: readonly T[], description: string): TUnsafe<T> {
  return Type.Unsafe<T>({ [Kind]: "StringEnum", type: "string", enum: [...values], description });
}

/** Returns the schema of a value that may be null. Missing values are published as null and are never left out. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}
