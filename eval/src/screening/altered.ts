import { createHash } from 'node:crypto';
import type { ListedRecord, NameQuery, QueryName } from '@bonafide/verification';
import { randomOf } from '../forgeries/random.ts';
import type { Measurement } from '../measurement.ts';
import { ALTERATIONS } from './alterations.ts';
import { inventedPeople } from './invented.ts';
import { type LoadedList, loaded, THRESHOLDS } from './lists.ts';

/** Half of the records tunes, the other one judges. A record is always in the same half. */
export type Half = 'tune' | 'held';

const halfOf = ({ source_id, names }: ListedRecord): Half =>
  createHash('sha256').update(`${source_id} ${names[0]!.full}`).digest()[0]! % 2 === 0 ? 'tune' : 'held';

interface Asked {
  readonly kind: string;
  /** Score at which the record is found; 0 if it isn't. */
  readonly score: number;
}

/** Each person of a half under each alteration that changes the name. */
function askAltered(records: readonly ListedRecord[], half: Half): Asked[] {
  const wanted = records.filter((record) => record.kind === 'person' && halfOf(record) === half);
  const all = loaded(records);
  const latin = loaded(
    records.map((record) => ({ ...record, names: record.names.filter(({ script }) => script === 'Latn') })),
  );
  return ALTERATIONS.flatMap(({ kind, latinOnly, make }) => {
    const random = randomOf(kind);
    return wanted.flatMap((record) => {
      const name = make(random, record);
      return name ? [{ kind, score: scoreOf(latinOnly ? latin : all, name, record) }] : [];
    });
  });
}

const scoreOf = (list: LoadedList, name: QueryName, { source_id }: ListedRecord): number =>
  list.find({ names: [name] }).find(({ record }) => record.source_id === source_id)?.hit.score ?? 0;

/** Altered names of listed people that are found at the threshold of a new account, by kind of alteration. */
export function measureAltered(records: readonly ListedRecord[], half: Half): Measurement[] {
  const asked = askAltered(records, half);
  const kinds = new Set(asked.map(({ kind }) => kind));
  const count = (what: string, of: readonly Asked[]): Measurement => ({
    what: `${half} half: ${what}`,
    right: of.filter(({ score }) => score >= THRESHOLDS.hit).length,
    of: of.length,
  });
  return [
    ...Array.from(kinds, (kind) =>
      count(
        kind,
        asked.filter((each) => each.kind === kind),
      ),
    ),
    count('all alterations', asked),
  ];
}

/** Invented people of many cultures that are hits, by name and with their birth dates. */
export function measureInvented(records: readonly ListedRecord[]): Measurement[] {
  const list = loaded(records);
  const people = inventedPeople(INVENTED_OF_EACH).map(({ culture, query: { names, births } }) => ({
    culture,
    named: isHit(list, { names }),
    dated: isHit(list, { names, ...(births && { births }) }),
  }));
  const lines = (what: string, of: typeof people): Measurement[] => [
    { what: `invented hit by name: ${what}`, right: of.filter(({ named }) => named).length, of: of.length },
    { what: `invented hit with birth date: ${what}`, right: of.filter(({ dated }) => dated).length, of: of.length },
  ];
  const cultures = new Set(people.map(({ culture }) => culture));
  return [
    ...Array.from(cultures).flatMap((each) =>
      lines(
        each,
        people.filter(({ culture }) => culture === each),
      ),
    ),
    ...lines('all common names', people),
  ];
}

const INVENTED_OF_EACH = 200;

const isHit = (list: LoadedList, query: NameQuery) => list.find(query).some(({ hit }) => hit.score >= THRESHOLDS.hit);
