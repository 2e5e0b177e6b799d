import { type Invented, isoBirth, type MadeFiles, people } from './invented.ts';

type Properties = Readonly<Record<string, readonly unknown[]>>;

const entity = (id: string, schema: string, properties: Properties, caption?: string) => ({
  id,
  schema,
  ...(caption && { caption }),
  properties,
});

const target = (one: Invented, more: Properties = {}) => ({
  ...entity(
    `Q${one.number}`,
    'Person',
    {
      name: [`${one.given} ${one.family}`, one.original],
      alias: [`${one.alias.given} ${one.alias.family}`],
      firstName: [one.given],
      lastName: [one.family],
      birthDate: [isoBirth(one)],
      nationality: ['bg'],
      gender: ['female'],
      topics: ['sanction'],
      ...more,
    },
    `${one.given} ${one.family}`,
  ),
  first_seen: '2023-04-20T10:00:00',
  last_change: '2026-01-02T10:00:00',
});

const passport = (one: Invented, holder: Properties) =>
  entity(`p${one.number}`, 'Passport', { ...holder, number: [one.passport], country: ['bg'], type: ['passport'] });

const sanction = (one: Invented, of: Properties) =>
  entity(`s${one.number}`, 'Sanction', { ...of, programId: ['EX-1'], listingDate: ['2022-03-04'] });

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** Four entities a person: a sister is the person of the number before, the first has none. */
export const madeFtm: MadeFiles = (count) => ({ 'entities.ftm.json': flat(count) });

function* flat(count: number): Generator<string> {
  for (const one of people(count)) {
    const id = `Q${one.number}`;
    yield line(sanction(one, { entity: [id] }));
    yield line(target(one));
    const ends = { person: [id], relative: [`Q${one.number - 1}`] };
    if (one.number > 1) yield line(entity(`f${one.number}`, 'Family', { ...ends, relationship: ['sister'] }));
    yield line(passport(one, { holder: [id] }));
  }
}

export const madeNested: MadeFiles = (count) => ({ 'targets.nested.json': nested(count) });

function* nested(count: number): Generator<string> {
  for (const one of people(count)) {
    yield line(target(one, { sanctions: [sanction(one, {})], passportIds: [passport(one, {})] }));
  }
}
