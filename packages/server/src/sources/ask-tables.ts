import type { Services } from '../context/services.ts';
import type { Answer, LookupAddress, LookupSubject, SourceKind } from '../reports/live/lookup.ts';
import {
  type Entry,
  hashOf,
  heldKey,
  type Key,
  type KeyOf,
  keysOfSubject,
  keysOfTable,
  type TableKind,
  tableKinds,
} from '../screening/tables/entry.ts';
import { type Place, placeOf } from '../screening/tables/places.ts';
import { findSourceEntries, sourceTablesFor } from '../store/queries/source-tables.ts';

/** Entries found in a table: keys of the subject, and kinds of keys that the table has at all. */
type Found = readonly Key[];

/**
 * Asks the tables of a kind and country about a subject: one answer of each, or one for each address at which it has the subject.
 * @param subject as `subjectFor` leaves it
 */
export async function askTables(
  { store, master }: Services,
  { subject, kind, country }: { readonly subject: LookupSubject; readonly kind: SourceKind; readonly country: string },
): Promise<Answer[]> {
  if (!isTableKind(kind)) return [];
  const keys = keysOfSubject(kind, entryOf(subject, country));
  for (;;) {
    const tables = await store.system.all(sourceTablesFor, { kind, country });
    const answers = await Promise.all(tables.map((table) => askTable({ store, master }, table, { kind, keys })));
    // The entries of one that was replaced meanwhile are being deleted: that it hasn't someone means nothing.
    const now = await store.system.all(sourceTablesFor, { kind, country });
    if (tables.every(({ id }) => now.some((table) => Number(table.id) === Number(id)))) return answers.flat();
  }
}

async function askTable(
  { store, master }: Pick<Services, 'store' | 'master'>,
  { id, name }: { readonly id: number; readonly name: string },
  { kind, keys }: { readonly kind: TableKind; readonly keys: readonly Key[] },
): Promise<Answer[]> {
  const secret = master.derive('source-entries');
  // Of two addresses that are one place, the first.
  const sought = [...keysOfTable[kind].map(heldKey), ...keys.toReversed()];
  const hashed = new Map(sought.map((key) => [hashOf(secret, Number(id), key), key]));
  const hashes = JSON.stringify([...hashed.keys()]);
  const rows = await store.system.all(findSourceEntries, { table_id: Number(id), hashes });
  const found = rows.map(({ hash }) => hashed.get(hash) as Key);
  const held = found.flatMap(({ of, parts }) => (of === 'held' ? parts : []));
  if (!keys.some(({ of }) => held.includes(of)))
    return [{ source: name, status: 'unavailable', reason: NOTHING_TO_FIND }];
  return answersOf(kind, found).map((answer) => ({ source: name, ...answer, ...lackOf(kind, held) }));
}

/** The table has no births, say, and of the applicant nothing else is known that it has. */
const NOTHING_TO_FIND = 'it has no data to look the applicant up';

/** Fields that a register does not hold at all, by their names in a provider's answer. */
function lackOf(kind: TableKind, held: readonly string[]): Pick<Answer, 'fields'> {
  if (kind !== 'credit_agency' && kind !== 'electoral') return {};
  const lacks = {
    ...(!held.includes('name_birth') && { date_of_birth: 'not_held' as const }),
    ...(!held.some((of) => of.endsWith('_place')) && { address: 'not_held' as const }),
  };
  return Object.keys(lacks).length > 0 ? { fields: lacks } : {};
}

const isTableKind = (kind: SourceKind): kind is TableKind => (tableKinds as readonly string[]).includes(kind);

function entryOf(subject: LookupSubject, country: string): Entry {
  const givenNames = [subject.first_name, subject.middle_name].filter(Boolean).join(' ');
  return {
    given: givenNames,
    family: subject.last_name ?? '',
    born: subject.date_of_birth ?? '',
    places: (subject.addresses ?? []).map((address) => placeOfAddress(address, country)),
    numbers: (subject.id_numbers ?? []).map(({ value }) => value),
    phone: subject.phone_number ?? '',
  };
}

function placeOfAddress(address: LookupAddress, country: string): Place {
  const { building_number, building_name, street, line1, line2, line3, town, postcode } = address;
  const lines = street ? [street] : [line1, line2, line3];
  return placeOf({
    line: lines.filter(Boolean).join(', '),
    house: building_number || building_name || '',
    town: town ?? '',
    postcode: postcode ?? '',
    country: address.country ?? country,
  });
}

type Said = Omit<Answer, 'source'>;

function answersOf(kind: TableKind, found: Found): Said[] {
  const has = (of: KeyOf) => found.some((row) => row.of === of);
  switch (kind) {
    case 'credit_agency':
    case 'telephone':
    case 'electoral':
      return placeAnswers(found);
    case 'mortality': {
      // Another form of the name does not prove a death. A person compares the entry.
      const births = found.filter(({ of }) => of === 'name_birth');
      const alike = births.length > 0 && births.every(({ isOtherForm }) => isOtherForm);
      const match = [
        ...(has('name_birth') && !alike ? ['name_dob' as const] : []),
        ...(has('number') ? ['id_number' as const] : []),
      ];
      if (match.length === 0 && alike) return [{ status: 'partial' }];
      return match.length > 0 ? [{ status: 'match', match }] : [{ status: 'no_match' }];
    }
    case 'phone':
      if (has('phone_name')) return [{ status: 'match', fields: { phone_number: 'match' } }];
      return [{ status: 'no_match', fields: { phone_number: 'no_match' } }];
    case 'ssn': {
      const full = has('number_name');
      const fields = {
        last_4_digits_match: full || has('last_four') ? 'match' : 'no_match',
        full_match: full ? 'match' : 'no_match',
      } as const;
      if (full) return [{ status: 'match', match: ['id_number'], fields }];
      return [{ status: has('last_four') || has('number') ? 'partial' : 'no_match', fields }];
    }
    default:
      if (has('number_name')) return [{ status: 'match', match: ['id_number'], fields: { name_match: 'match' } }];
      // The number of a person with another name.
      if (has('number')) return [{ status: 'partial', fields: { name_match: 'no_match' } }];
      return [{ status: 'no_match' }];
  }
}

/** One answer for each address that agrees. An initial or another form of a given name is a match in part. */
function placeAnswers(found: Found): Said[] {
  const births = found.filter(({ of }) => of === 'name_birth');
  const born = births.length > 0;
  const addresses = [...new Set(found.flatMap(({ address }) => address ?? []))].sort((a, b) => a - b);
  if (addresses.length === 0) {
    const status = births.every(({ isOtherForm }) => isOtherForm) ? 'partial' : 'match';
    return born ? [{ status, match: ['name_dob'] }] : [{ status: 'no_match' }];
  }
  return addresses.map((address) => {
    const whole = found.some((row) => row.address === address && row.of === 'name_place' && !row.isOtherForm);
    return {
      status: whole ? 'match' : 'partial',
      match: ['name_address', ...(born ? (['name_dob'] as const) : [])],
      address,
    };
  });
}
