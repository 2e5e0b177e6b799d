import type { ListedCategory, ListedKind } from '@bonafide/verification';
import { birthOfIso, isoDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { scriptOf } from '../fields/script.ts';
import { clean, distinct, known } from '../fields/text.ts';
import type { ReadOptions } from '../options.ts';

/**
 * An entity of FollowTheMoney: an id, a schema, and lists of values by property. Values of relations are ids or, in the nested
 * layout, entities. https://followthemoney.tech/explorer/
 */
export interface Entity {
  readonly id: string;
  readonly schema: string;
  readonly caption?: string;
  readonly first_seen?: string;
  readonly last_change?: string;
  readonly properties: Readonly<Record<string, readonly unknown[]>>;
}

export function isEntity(value: unknown): value is Entity {
  const { id, schema, properties, caption, first_seen, last_change } = (value ?? {}) as Partial<Entity>;
  if (typeof id !== 'string' || id === '' || typeof schema !== 'string') return false;
  if (![caption, first_seen, last_change].every((text) => text == null || typeof text === 'string')) return false;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return false;
  return Object.values(properties).every(Array.isArray);
}

/** Kinds of the schemas of people and things. Entities of other schemas describe or connect these. */
const KINDS: Readonly<Record<string, ListedKind>> = {
  Person: 'person',
  LegalEntity: 'unknown',
  Organization: 'organisation',
  Company: 'organisation',
  PublicBody: 'organisation',
  Vessel: 'vessel',
  Airplane: 'aircraft',
  Asset: 'other',
  Vehicle: 'other',
  Security: 'other',
  CryptoWallet: 'other',
};

export const isThing = ({ schema }: Entity): boolean => Object.hasOwn(KINDS, schema);

/** Topics and those below them, longest first. https://www.opensanctions.org/docs/topics/ */
const TOPICS: readonly (readonly [topic: string, category: ListedCategory | 'off'])[] = [
  ['sanction.linked', 'off'],
  ['sanction.counter', 'off'],
  ['sanction', 'sanction'],
  ['role.pep', 'pep'],
  ['role.rca', 'pep'],
  ['reg.warn', 'warning'],
  ['reg.action', 'warning'],
  ['wanted', 'warning'],
  ['debarment', 'warning'],
  ['corp.disqual', 'warning'],
  ['export.control', 'warning'],
  ['crime', 'warning'],
  ['poi', 'adverse_media'],
];

/** The category of a topic; undefined where it has none. */
function categoryOf(topic: string, topicMap: ReadOptions['topicMap'] = {}): ListedCategory | undefined {
  const own = entryOf(topicMap, topic);
  const category = own ?? TOPICS.find(([prefix]) => topic === prefix || topic.startsWith(`${prefix}.`))?.[1];
  return category === 'off' ? undefined : category;
}

export const texts = ({ properties }: Entity, ...names: readonly string[]): string[] =>
  names.flatMap((name) => (properties[name] ?? []).filter((value) => typeof value === 'string'));

/** Something that an entity is connected with: an entity between them, and the name of the one at its other end. */
export interface Connection {
  readonly entity: Entity;
  readonly other?: { readonly name: string; readonly direction: 'from' | 'to' };
}

/** Properties of the ends of each schema between two entities, with its number or text. */
export const CONNECTIONS: Readonly<Record<string, readonly string[]>> = {
  Sanction: ['entity'],
  Passport: ['holder'],
  Identification: ['holder'],
  Address: [],
  Occupancy: ['holder', 'post'],
  Family: ['person', 'relative'],
  Associate: ['person', 'associate'],
  Ownership: ['owner', 'asset'],
  Directorship: ['director', 'organization'],
  Membership: ['member', 'organization'],
  Employment: ['employee', 'employer'],
  Representation: ['agent', 'client'],
  UnknownLink: ['subject', 'object'],
};

/** Types of numbers by the property that has them. */
const NUMBERS: Readonly<Record<string, string>> = {
  passportNumber: 'Passport',
  idNumber: 'ID number',
  taxNumber: 'Tax number',
  socialSecurityNumber: 'Social security number',
  registrationNumber: 'Registration number',
  imoNumber: 'IMO number',
};

/** The record of an entity and what it is connected with. */
export function draftOfEntity(
  entity: Entity,
  connections: readonly Connection[],
  { category, topicMap, list }: ReadOptions,
): Draft {
  const of = (schema: string) => connections.filter((connection) => connection.entity.schema === schema);
  const topics = texts(entity, 'topics');
  const categories = distinct(topics.flatMap((topic) => categoryOf(topic, topicMap) ?? []));
  const sanctions = of('Sanction').map((connection) => connection.entity);
  const numbers = [...of('Passport'), ...of('Identification')].map((connection) => connection.entity);
  const birthDates = texts(entity, 'birthDate');
  return {
    sourceId: entity.id,
    kind: entryOf(KINDS, entity.schema) ?? 'unknown',
    categories: categories.length > 0 || !category ? categories : [category],
    names: namesOf(entity),
    births: birthDates.map((text) => birthOr(birthOfIso(text), text)),
    nationalities: texts(entity, 'nationality', 'citizenship'),
    countries: texts(entity, 'country', 'jurisdiction'),
    gender: texts(entity, 'gender')[0],
    ids: [
      ...Object.entries(NUMBERS).flatMap(([name, type]) => texts(entity, name).map((number) => ({ type, number }))),
      ...numbers.flatMap((identification) =>
        texts(identification, 'number').map((number) => ({
          type: texts(identification, 'type')[0] ?? identification.schema,
          number,
          country: texts(identification, 'country')[0],
        })),
      ),
    ],
    addresses: [
      ...texts(entity, 'address').map((line) => addressOf({ line })),
      ...of('Address').map((connection) =>
        addressOf({
          line: texts(connection.entity, 'street')[0] ?? texts(connection.entity, 'full')[0],
          town: texts(connection.entity, 'city')[0],
          state: texts(connection.entity, 'state')[0],
          postcode: texts(connection.entity, 'postalCode')[0],
          country: texts(connection.entity, 'country')[0],
        }),
      ),
    ],
    birthPlaces: texts(entity, 'birthPlace'),
    titles: texts(entity, 'title'),
    positions: [
      ...of('Occupancy').flatMap(({ entity: post, other }) =>
        other
          ? [
              {
                role: other.name,
                country: undefined,
                from: texts(post, 'startDate')[0],
                to: texts(post, 'endDate')[0],
              },
            ]
          : [],
      ),
      ...texts(entity, 'position').map((role) => ({ role: clean(role) })),
    ],
    relations: connections.flatMap(({ entity: link, other }) =>
      other && link.schema !== 'Occupancy'
        ? [{ ...other, type: texts(link, 'relationship', 'role')[0] ?? link.schema }]
        : [],
    ),
    programmes: [
      ...sanctions.flatMap((sanction) => texts(sanction, 'programId', 'program')),
      ...texts(entity, 'programId'),
    ],
    sources: [{ name: list, ...(texts(entity, 'sourceUrl')[0] && { url: texts(entity, 'sourceUrl')[0]! }) }],
    listedAt: sanctions
      .flatMap((sanction) => isoDay(texts(sanction, 'listingDate', 'startDate')[0]) ?? [])
      .concat(isoDay(entity.first_seen) ?? [])
      .at(0),
    updatedAt: isoDay(entity.last_change),
    unReference: known(sanctions.flatMap((sanction) => texts(sanction, 'unscId'))[0]),
    remarks: texts(entity, 'notes'),
  };
}

const addressOf = (address: Partial<NonNullable<Draft['addresses']>[number]>) => ({
  line: undefined,
  town: undefined,
  state: undefined,
  postcode: undefined,
  country: undefined,
  ...address,
});

/** Roles are given to the primary name alone: of several first and last names, which belong together isn't said. */
function namesOf(entity: Entity): DraftName[] {
  const names = (property: string, type: DraftName['type'], quality: DraftName['quality'] = 'strong') =>
    texts(entity, property).map((full): DraftName => {
      const latin = ['Latn', 'Zyyy'].includes(scriptOf(full));
      return { full, type: latin || type === 'primary' ? type : 'original_script', quality: quality! };
    });
  const all = names('name', 'alias');
  const fullNames = texts(entity, 'name');
  const caption = fullNames.includes(entity.caption ?? '') ? entity.caption! : (fullNames[0] ?? entity.caption ?? '');
  const [first, middle, last] = ['firstName', 'middleName', 'lastName'].map((name) => texts(entity, name));
  const roles =
    entity.schema === 'Person' && first!.length <= 1 && last!.length <= 1
      ? { given: first![0], middle: middle!.join(' '), family: last![0] }
      : {};
  return [
    { full: caption, ...roles, type: 'primary', quality: 'strong' },
    ...all.filter(({ full }) => full !== caption),
    ...names('alias', 'alias'),
    ...names('previousName', 'former'),
    ...names('weakAlias', 'alias', 'weak'),
  ];
}
