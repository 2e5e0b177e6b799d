import Type, { type Static, type TOptional, type TProperties, type TSchema } from 'typebox';
import { NullableInteger, NullableString } from '../../base/json-schema.ts';
import { bounds } from '../../input-rules/bounds.ts';
import { countries } from '../../input-rules/countries.ts';

// Pieces that the schemas of the resources share.

/** Most elements of a list in a request; forms have the same limit. */
export const LIST_LENGTH = 100;

/** A list in a request. */
export function inputList<T extends TSchema>(items: T, options: object = {}) {
  return Type.Array(items, { maxItems: LIST_LENGTH, ...options });
}

/** A list in a request that may be null. */
export function nullableInputList<T extends TSchema>(items: T, options: object = {}) {
  return Type.Unsafe<Static<T>[] | null>({ type: ['array', 'null'], maxItems: LIST_LENGTH, items, ...options });
}

/** Optional tags in a request; null stands for none. */
export const TagsInput = Type.Optional(
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    maxItems: bounds.tags,
    items: { type: 'string', minLength: 1, maxLength: bounds.tag },
  }),
);

/** Optional URL in a request; `webUrl` judges its form. */
export const UrlInput = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: bounds.url }));

/** Properties that only some versions have; without `known` they don't exist. */
export function versioned<P extends TProperties>(known: boolean, properties: P) {
  return (known ? properties : {}) as { [K in keyof P]: TOptional<P[K]> };
}

export const DateTime = Type.String({ description: 'UTC, whole seconds', examples: ['2020-01-01T00:00:00Z'] });
export const NullableDateTime = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  examples: ['2020-01-01T00:00:00Z'],
});
export const Id = Type.String({ description: 'UUID, lower case' });
export const Href = Type.String({ description: 'Path of the resource, with the version of the request' });
export const CountryCode = { type: ['string', 'null'], description: 'ISO 3166-1 alpha-3', enum: [...countries, null] };

const next = { description: 'Cursor of the next page; null after the last page' };
/** Cursor of the next page: an id, or the number of an entry. */
export const Next = { ...NullableString, ...next };
export const NextNumber = { ...NullableInteger, ...next };

export const Cursor = Type.Optional(
  Type.String({ pattern: '^[0-9a-f-]{36}$', description: '`next` of the previous page' }),
);
/** Entries of a page that a cursor begins. */
export const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 }));

export const environments = ['sandbox', 'live'] as const;

/** Path parameters are plain text: an id of a wrong form is unknown (404), not invalid. */
export const IdParams = Type.Object({ id: Type.String() });

export const Empty = Type.Unsafe<undefined>({ type: 'null', description: 'No content' });
