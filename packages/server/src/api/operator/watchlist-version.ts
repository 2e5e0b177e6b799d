import Type from 'typebox';
import { isoDate, isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import { ageOf, type ListVersion } from '../../screening/watchlists/version.ts';
import { DateTime, NullableDateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';

export const Counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
});
const Warnings = Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() }));
const Files = Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() }));

const Changes = Type.Object(
  { added: Type.Integer(), changed: Type.Integer(), gone: Type.Integer(), unchanged: Type.Integer() },
  { description: 'Changes from the version that was active at the time; null if there was none' },
);

export const Version = Type.Object(
  {
    id: Type.String(),
    list: Type.String(),
    state: stringEnum(['staged', 'active', 'retired'] as const),
    format: Type.String(),
    categories: Type.Array(Type.String(), { description: 'Categories that the list covers' }),
    published: NullableString,
    confirmed_at: NullableDateTime,
    age_days: Type.Integer({ description: 'Days since its publication, or since the same files were imported again' }),
    records: Type.Integer(),
    people: Type.Integer({ description: 'Number of searchable records' }),
    files: Files,
    changes: nullableObject(Changes),
    skipped: Counts,
    warnings: Warnings,
    flags: Type.Array(Type.String()),
    imported_at: DateTime,
    imported_by: RecordedPrincipal,
    activated_at: NullableDateTime,
    activated_by: RecordedPrincipal,
    retired_at: NullableDateTime,
    retired_by: RecordedPrincipal,
  },
  { title: 'Version of a watchlist' },
);

/** A version of a watchlist as operators see it; `now` in Unix milliseconds. */
export function presentVersion(version: ListVersion, now: number): Type.Static<typeof Version> {
  const { published_at, confirmed_at, imported_at, activated_at, retired_at, ...rest } = version;
  return {
    ...rest,
    // Those whose import has not ended are not listed.
    state: version.state as 'staged' | 'active' | 'retired',
    categories: [...version.categories],
    files: version.files.map((file) => ({ ...file })),
    skipped: { ...version.skipped },
    warnings: version.warnings.map((warning) => ({ ...warning })),
    flags: [...version.flags],
    published: published_at === null ? null : isoDate(published_at),
    confirmed_at: isoSecondsOrNull(confirmed_at),
    age_days: ageOf(version, now),
    imported_at: isoSeconds(imported_at),
    activated_at: isoSecondsOrNull(activated_at),
    retired_at: isoSecondsOrNull(retired_at),
  };
}
