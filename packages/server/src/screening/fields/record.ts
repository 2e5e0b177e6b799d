import {
  contentHash,
  type ListedAddress,
  type ListedBirth,
  type ListedCategory,
  type ListedKind,
  type ListedName,
  type ListedNumber,
  type ListedPosition,
  type ListedRecord,
  type ListedRelation,
  type ListedSource,
} from '@bonafide/verification';
import { LIMITS } from '../limits.ts';
import { ListRefused, type Place } from '../list-refused.ts';
import { countryOf } from './countries.ts';
import { scriptOf } from './script.ts';
import { clean, distinct, joined } from './text.ts';

export interface DraftName {
  readonly full: string;
  readonly given?: string | undefined;
  readonly middle?: string | undefined;
  readonly family?: string | undefined;
  readonly type: ListedName['type'];
  readonly quality?: ListedName['quality'];
}

/** An entry as an importer has read it, in the words of its publisher. */
export interface Draft {
  readonly sourceId: string;
  readonly kind: ListedKind;
  readonly categories: readonly ListedCategory[];
  readonly names: readonly DraftName[];
  readonly births?: readonly (ListedBirth | ImpossibleBirth)[];
  /** Codes or names of countries. */
  readonly nationalities?: readonly string[];
  readonly countries?: readonly string[];
  readonly gender?: string | undefined;
  readonly ids?: readonly ListedNumberDraft[];
  readonly addresses?: readonly ListedAddressDraft[];
  readonly birthPlaces?: readonly string[];
  readonly titles?: readonly string[];
  readonly positions?: readonly ListedPositionDraft[];
  readonly relations?: readonly ListedRelation[];
  readonly programmes?: readonly string[];
  readonly sources?: readonly ListedSource[];
  readonly listedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  readonly unReference?: string | undefined;
  readonly remarks?: readonly (string | undefined | false)[];
  readonly url?: string | undefined;
}

/** A birth date that no calendar has, as published. */
export interface ImpossibleBirth {
  readonly published: string;
}

type Loose<T> = { readonly [Key in keyof T]: T[Key] | undefined };
type ListedNumberDraft = Pick<ListedNumber, 'type' | 'number'> & { readonly country?: string | undefined };
type ListedAddressDraft = Loose<ListedAddress>;
type ListedPositionDraft = Pick<ListedPosition, 'role'> & Loose<Omit<ListedPosition, 'role'>>;

/** A birth date, or what is published where it isn't one. Undefined for an empty cell. */
export const birthOr = (birth: ListedBirth | undefined, published: string): ListedBirth | ImpossibleBirth =>
  birth ?? { published };

export interface Finished {
  readonly record: ListedRecord;
  /** Names without a letter or digit, and births that no calendar has. */
  readonly unusable: { readonly names: number; readonly births: number };
}

const WORTH = /[\p{L}\p{N}]/u;

/**
 * The record of an entry: cleaned, each value once, countries by their codes. What has no code is kept in the remarks.
 * Undefined for an entry without a name.
 *
 * @throws ListRefused for a name that is too long, or too many of them
 */
export function recordOf(draft: Draft, place: Place): Finished | undefined {
  const names = namesOf(draft.names, place);
  if (names.length === 0) return undefined;
  const unmapped: string[] = [];
  const codes = (values: readonly string[] | undefined, what: string) => {
    const found: string[] = [];
    for (const value of values ?? []) {
      const code = countryOf(value);
      if (code) found.push(code);
      else if (clean(value) !== '') unmapped.push(`${what}: ${clean(value)}`);
    }
    return distinct(found);
  };
  const nationalities = codes(draft.nationalities, 'Nationality');
  const addresses = (draft.addresses ?? []).map((address) => {
    const [country] = codes(address.country === undefined ? [] : [address.country], 'Country');
    return compact({ ...cleaned(address), country }) as ListedAddress;
  });
  const ids = (draft.ids ?? []).map(({ type, number, country }) => {
    const [code] = codes(country === undefined ? [] : [country], 'Country');
    return compact({ type: clean(type), number: clean(number), country: code }) as unknown as ListedNumber;
  });
  const positions = (draft.positions ?? []).map((position) => {
    const [country] = codes(position.country === undefined ? [] : [position.country], 'Country');
    return compact({ ...cleaned(position), country }) as unknown as ListedPosition;
  });
  const countries = distinct([
    ...nationalities,
    ...codes(draft.countries, 'Country'),
    ...addresses.flatMap(({ country }) => country ?? []),
  ]);
  const births = (draft.births ?? []).filter((birth) => !('published' in birth)) as ListedBirth[];
  const impossible = (draft.births ?? []).filter((birth) => 'published' in birth) as ImpossibleBirth[];
  const texts = (values: readonly string[] | undefined) => distinct((values ?? []).map(clean).filter(Boolean));
  const facts = {
    names,
    births: unique(births),
    nationalities,
    ids: unique(ids.filter(({ number }) => number !== '')),
    categories: distinct(draft.categories),
  };
  const gender = genderOf(draft.gender);
  const remarks = joined([
    ...(draft.remarks ?? []).map((remark) => remark && clean(remark)),
    ...impossible.map(({ published }) => `Date of birth: ${clean(published)}`),
    ...distinct(unmapped),
    draft.gender && gender === undefined && clean(draft.gender) !== '' && `Gender: ${clean(draft.gender)}`,
  ]);
  const record = compact({
    source_id: draft.sourceId,
    kind: draft.kind,
    ...facts,
    countries,
    gender,
    addresses: unique(addresses.filter((address) => Object.keys(address).length > 0)),
    birth_places: texts(draft.birthPlaces),
    titles: texts(draft.titles),
    positions: unique(positions),
    relations: unique(draft.relations ?? []),
    programmes: texts(draft.programmes),
    sources: draft.sources ?? [],
    listed_at: draft.listedAt,
    updated_at: draft.updatedAt,
    un_reference: draft.unReference,
    remarks,
    url: draft.url,
    content_hash: contentHash(facts),
  }) as unknown as ListedRecord;
  const worthless = names.filter(({ full }) => !WORTH.test(full)).length;
  return { record, unusable: { names: worthless, births: impossible.length } };
}

/** Names, the primary one first, each once: the same name of a better kind or quality wins. */
function namesOf(drafts: readonly DraftName[], place: Place): ListedName[] {
  const found = new Map<string, ListedName>();
  const ordered = [...drafts].sort((one, other) => rank(one) - rank(other));
  for (const { full: fullName, quality = 'unknown', type, ...rest } of ordered) {
    const full = clean(fullName);
    if (full === '' || found.has(full)) continue;
    if (full.length > LIMITS.nameLength) {
      throw new ListRefused('too_large', `a name has more than ${LIMITS.nameLength} characters`, place);
    }
    found.set(full, { ...(compact(cleaned(rest)) as object), full, type, quality, script: scriptOf(full) });
  }
  if (found.size > LIMITS.namesOfRecord) {
    throw new ListRefused('too_large', `a record has more than ${LIMITS.namesOfRecord} names`, place);
  }
  return [...found.values()];
}

const TYPES: readonly ListedName['type'][] = ['primary', 'alias', 'former', 'original_script'];
const rank = ({ type, quality }: DraftName) => (type === 'primary' ? 0 : quality === 'weak' ? 10 : TYPES.indexOf(type));

function genderOf(text: string | undefined): 'male' | 'female' | undefined {
  const word = text?.trim().toLowerCase();
  if (word === 'male' || word === 'm') return 'male';
  return word === 'female' || word === 'f' ? 'female' : undefined;
}

/** Leaves out keys without a value. */
function compact<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, entry]) => entry !== undefined && entry !== ''),
  ) as Partial<T>;
}

const cleaned = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([key, text]) => [key, clean(text as string | undefined)]));

/** Values that are not deeply equal to one before them. */
function unique<T>(values: readonly T[]): T[] {
  if (values.length < 2) return [...values];
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
