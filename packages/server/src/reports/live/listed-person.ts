import type { ListedBirth, ListedCategory, ListedName, ListedPosition, ListedRecord } from '@bonafide/verification';
import type { Properties } from '../outcome.ts';
import type { ScreenedHit, ScreenedList } from './screening.ts';

/** Categories as events name them. */
export type EventCategory = 'SANCTION' | 'PEP' | 'WARNING' | 'MONITORED_LIST' | 'ADVERSE_MEDIA';

const GENDERS = { male: 'Male', female: 'Female' } as const;

/**
 * A listed person as reports show one, in the shape of all generations. Entries of several lists that carry the same
 * reference of the United Nations are one record with several sources. What has no value is left out.
 *
 * @param hits entries of one person, the best score first
 * @param events how the report names the categories that it asks about; events of other categories are left out
 */
export function shownRecord(
  hits: readonly [ScreenedHit, ...ScreenedHit[]],
  events: Readonly<Partial<Record<ListedCategory, EventCategory>>>,
  lists: readonly ScreenedList[],
): Properties {
  const records = hits.map(({ record }) => record);
  const [best] = hits;
  const each = <T>(take: (record: ListedRecord) => readonly T[]): T[] => distinct(records.flatMap(take));
  const full_name = best.record.names[0]?.full;
  return filled({
    full_name,
    date_of_birth: each(({ births }) => births.map(birthText)),
    address: each(({ addresses }) =>
      addresses.map(({ line, town, state, postcode, country }) => ({
        ...withoutEmpty({ address_line1: line, town, state_province: state, postal_code: postcode, country }),
        locator_type: 'ADDRESS',
      })),
    ),
    alias: each(({ names }) =>
      names
        .filter(({ full }) => full !== full_name)
        .map((name) => ({ alias_name: name.full, alias_type: aliasType(name) })),
    ),
    associate: each(({ relations }) =>
      relations.map(({ name, direction, type }) => ({
        entity_name: name,
        relationship_direction: direction.toUpperCase(),
        relationship_type: type,
      })),
    ),
    attribute: distinct([...records.flatMap(attributesOf), ...matchAttributes(best, hits, lists)]),
    event: each((record) => eventsOf(record, events)),
    position: each(({ positions }) => positions.map(positionText)),
    source: distinct(hits.flatMap(sourcesOf)),
  });
}

const distinct = <T>(values: readonly T[]): T[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/** Leaves out undefined values. */
const withoutEmpty = (values: Properties): Properties =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Leaves out undefined and empty values. */
const filled = (values: Properties): Properties =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );

/** `YYYY-MM-DD`, `YYYY-MM`, `YYYY`, or `YYYY/YYYY` for a span. */
export function birthText({ from, to }: ListedBirth): string {
  if (from === to) return from;
  const [fromYear = '', fromMonth, fromDay] = from.split('-');
  const [toYear = '', toMonth, toDay] = to.split('-');
  if (fromYear !== toYear) return `${fromYear}/${toYear}`;
  if (fromMonth === toMonth && fromDay === '01' && Number(toDay) >= 28) return `${fromYear}-${fromMonth}`;
  return fromYear;
}

function aliasType({ type, quality }: ListedName): string {
  if (type === 'original_script') return 'ORIGINAL_SCRIPT';
  if (type === 'former') return 'FKA';
  return quality === 'weak' ? 'WEAK_AKA' : 'AKA';
}

function attributesOf({ nationalities, gender, birth_places, titles, ids }: ListedRecord): Properties[] {
  const attributes = (attribute_type: string, values: readonly string[]) =>
    values.map((attribute_value) => ({ attribute_type, attribute_value }));
  return [
    ...attributes('Nationality', nationalities),
    ...attributes('Gender', gender ? [GENDERS[gender]] : []),
    ...attributes('Place of birth', birth_places),
    ...attributes('Title', titles),
    ...ids.flatMap(({ type, number, country }) => attributes(type, [country ? `${number} (${country})` : number])),
  ];
}

/** Facts that made the record a hit, and its lists. */
function matchAttributes(
  { hit }: ScreenedHit,
  hits: readonly ScreenedHit[],
  lists: readonly ScreenedList[],
): Properties[] {
  const versions = hits.map(({ list, version_id }) => {
    const version = lists.find((list) => list.version_id === version_id);
    return version ? versionText(version) : list;
  });
  return [
    { attribute_type: 'Match score', attribute_value: hit.score.toFixed(2) },
    ...(hit.matched ? [{ attribute_type: 'Matched name', attribute_value: hit.matched.listed }] : []),
    ...versions.map((attribute_value) => ({ attribute_type: 'List', attribute_value })),
  ];
}

/** Name and date of a version: `un 2026-02-27`; of one without a date its id. */
export function versionText({ list, published, version_id }: Pick<ScreenedList, 'list' | 'published' | 'version_id'>) {
  return `${list} ${published ?? version_id}`;
}

function eventsOf(
  { categories, programmes, listed_at, remarks, sources }: ListedRecord,
  names: Readonly<Partial<Record<ListedCategory, EventCategory>>>,
): Properties[] {
  const listings: readonly (string | undefined)[] = programmes.length > 0 ? programmes : [undefined];
  return categories.flatMap((category) => {
    const name = names[category];
    if (!name) return [];
    return listings.map((sub_category) => ({
      ...withoutEmpty({ category: name, sub_category, event_date: listed_at, event_description: remarks }),
      ...withoutEmpty({ source: sources[0]?.name }),
    }));
  });
}

const positionText = ({ role, country, from, to }: ListedPosition): string =>
  [role, country, from || to ? `${from ?? ''}-${to ?? ''}` : undefined].filter(Boolean).join(', ');

function sourcesOf({ list, record: { sources, url, categories } }: ScreenedHit): Properties[] {
  const shownSources = sources.length > 0 ? sources : [{ name: list }];
  const source_format = categories.includes('adverse_media') ? 'WEB' : 'LIST';
  return shownSources.map((source) => ({
    ...withoutEmpty({ source_name: source.name, source_url: source.url ?? url, source_headline: source.headline }),
    source_format,
  }));
}
