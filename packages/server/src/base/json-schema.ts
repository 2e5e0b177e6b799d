import Type, { type Static, type TSchema } from 'typebox';

// Nullable schemas are written `type: [x, 'null']`. OpenAPI 3.1 allows that, and serializing needs no test of every alternative.

export const NullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });
export const NullableInteger = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
export const NullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
export const NullableBoolean = Type.Unsafe<boolean | null>({ type: ['boolean', 'null'] });

export function nullableObject<T extends TSchema>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: ['object', 'null'] });
}

export function nullableArray<T extends TSchema>(items: T) {
  return Type.Unsafe<Static<T>[] | null>({ type: ['array', 'null'], items });
}

/** Returns the schema of an integer from `minimum` to `maximum`, or null. */
export function nullableIntegerBetween(minimum: number, maximum: number) {
  return Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum });
}

export function stringEnum<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options });
}

export function nullableEnum<const T extends string>(values: readonly T[], options: object = {}) {
  return Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options });
}
