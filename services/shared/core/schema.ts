import { type TNull, type TSchema, type TUnion, type TUnsafe, Type } from "@sinclair/typebox";

/** A string out of a closed list, published as `enum`. */
export function enumeration<const T extends string>(values: readonly T[], description: string): TUnsafe<T> {
  return Type.Unsafe<T>({ type: "string", enum: [...values], description });
}

/** A value that may be null: absent is null, never missing. */
export function nullable<T extends TSchema>(schema: T): TUnion<[T, TNull]> {
  return Type.Union([schema, Type.Null()]);
}
