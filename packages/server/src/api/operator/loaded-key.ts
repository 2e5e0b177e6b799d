import Type from 'typebox';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { DateTime, NullableDateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';

// The parts that loaded keys of signed barcodes and loaded issuers of credentials share.

export const countryOfKey = { description: 'Country code of three letters (ISO 3166-1)' };
export const CountryQuery = Type.String({ pattern: '^[A-Z]{3}$', ...countryOfKey });

/** Fields of the schema of a loaded key. */
export const loadedFields = {
  valid_from: NullableDateTime,
  valid_to: NullableDateTime,
  fingerprint: Type.String({ description: 'SHA-256, hexadecimal' }),
  source: Type.String({ description: 'Name of the import' }),
  imported_at: DateTime,
  imported_by: RecordedPrincipal,
};

/** Times of a loaded key, Unix milliseconds. */
interface Times {
  readonly imported_at: number;
  readonly valid_from: number | null;
  readonly valid_to: number | null;
}

/** A loaded key as the operator interface shows it: times as ISO 8601. */
export function shownKey<Key extends Times>({ imported_at, valid_from, valid_to, ...key }: Key) {
  return {
    ...key,
    imported_at: isoSeconds(imported_at),
    valid_from: isoSecondsOrNull(valid_from),
    valid_to: isoSecondsOrNull(valid_to),
  };
}
