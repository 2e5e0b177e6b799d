import { createHash } from 'node:crypto';
import type { ListedRecord } from './listed-record.ts';

/**
 * SHA-256 of the fields that decide whether a record is a hit: names, births, nationalities, identity numbers, categories. Their
 * order changes nothing, and neither does anything else of the record. A new hash means that a person who was screened against
 * the record must be screened again.
 * @returns 64 hex digits
 *
 * @example
 * import { contentHash } from '@bonafide/verification';
 *
 * const name = { full: 'Iskra Novak', type: 'primary', quality: 'strong', script: 'Latn' } as const;
 * const hash = contentHash({ names: [name], births: [], nationalities: [], ids: [], categories: ['sanction'] });
 * hash.length; // 64
 */
export function contentHash(
  record: Pick<ListedRecord, 'names' | 'births' | 'nationalities' | 'ids' | 'categories'>,
): string {
  const canonical = [
    // The script follows from the letters.
    sorted(
      record.names.map(({ full, given, middle, family, type, quality }) => [
        full,
        given,
        middle,
        family,
        type,
        quality,
      ]),
    ),
    sorted(record.births.map(({ from, to, circa }) => [from, to, circa])),
    sorted(record.nationalities),
    sorted(record.ids.map(({ type, number, country }) => [type, number, country])),
    sorted(record.categories),
  ];
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** Sorts values by their JSON, which needs no rule of a language. */
const sorted = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).sort();
