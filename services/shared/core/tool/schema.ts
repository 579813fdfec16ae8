import {
  Kind,
  type TNull,
  type TSchema,
  type TUnion,
  type TUnsafe,
  Type,
  TypeRegistry,
} from "@sinclair/typebox";

/** TypeBox has no kind of its own for `enum`: checks are told how to see one. */
TypeRegistry.Set<{ enum: readonly unknown[] }>("StringEnum", (schema, value) => schema.enum.includes(value));

/** A string out of a closed list, published as `enum`. */
export function enumeration<const T extends string>(values: readonly T[], description: string): TUnsafe<T> {
  return Type.Unsafe<T>({ [Kind]: "StringEnum", type: "string", enum: [...values], description });
}

/** A value that may be null: absent is null, never missing. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}
