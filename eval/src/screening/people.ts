import type { ListedRecord, NameQuery, QueryName } from '@bonafide/verification';
import { pick, type Random, randomOf } from '../forgeries/random.ts';
import type { Measurement } from '../measurement.ts';
import { type LoadedList, loaded, type Row, rowsOf, THRESHOLDS } from './lists.ts';

/** Thresholds that an account may choose. */
const CHOICES = [0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95];

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

interface Lists {
  readonly un: readonly ListedRecord[];
  readonly ofac: readonly ListedRecord[];
  readonly congress: readonly ListedRecord[];
}

/** Queries for people of the lists, and for invented people. */
export function measurePeople(folder: string, { un, ofac, congress }: Lists): Measurement[] {
  const lists = { un: loaded(un), both: loaded([...un, ...ofac]), congress: loaded(congress) };
  const wanted = rowsOf(folder, 'screening_positives_un.csv').filter(({ un_reference }) => un_reference !== '');
  const altered = wanted.filter(({ variant }) => variant === 'altered');
  const invented = rowsOf(folder, 'screening_negatives.csv');
  const [names, dates] = [best(lists.un, wanted, nameOnly), best(lists.un, wanted, withBirth)];
  const dated = nearest(lists.both, invented, (row) => ({ ...split(row), births: [row.date_of_birth!] }));
  const undated = nearest(lists.both, invented, split);
  const inventedYears = nearest(lists.congress, invented, (row) => ({
    ...split(row),
    births: [row.date_of_birth!.slice(0, 4)],
  }));
  return [
    found('UN people by name', names, 0.97),
    found('UN people by name, the last word as last name', best(lists.un, wanted, lastWord), 0.97),
    found('UN people by altered name', best(lists.un, altered, nameOnly), 0.95),
    found('UN people by name and birth date', dates, 0.98),
    found('OFAC people by primary name with one slip', slips(ofac, lists.both), 0.95),
    hit('invented people hit, UN and OFAC, with birth date', dated, 0.01),
    hit('invented people hit, UN and OFAC, by name', undated, 0.015),
    hit('invented people hit, UN, by name', nearest(lists.un, invented, split), 0.005),
    found('members of Congress by their own name', own(lists.congress), 1),
    hit('invented people hit, Congress, with birth year', inventedYears, 0.005),
    ...CHOICES.flatMap((choice) => [
      count(`at ${choice}: UN people by name`, names, choice),
      count(`at ${choice}: UN people by altered name`, best(lists.un, altered, nameOnly), choice),
      count(`at ${choice}: invented people hit by name`, undated, choice),
      count(`at ${choice}: invented people hit with birth date`, dated, choice),
    ]),
  ];
}

const nameOnly = ({ full_name }: Row): NameQuery => ({ names: [{ full: full_name! }] });

const withBirth = (row: Row): NameQuery => ({
  ...nameOnly(row),
  ...(row.date_of_birth && { births: [row.date_of_birth] }),
});

/** Query in the form of an API that has no field for a whole name. */
function lastWord({ full_name }: Row): NameQuery {
  const words = full_name!.trim().split(/\s+/);
  return { names: [{ first: words.slice(0, -1).join(' '), last: words.at(-1)! }] };
}

function split({ full_name, first_name, middle_name, last_name }: Row): NameQuery {
  const first = [first_name, middle_name].filter(Boolean).join(' ');
  const name: QueryName = last_name ? { first, last: last_name } : { full: full_name! };
  return { names: [name] };
}

/** Score of the record that each query means; `;` between references stands for either. */
function best(list: LoadedList, rows: readonly Row[], query: (row: Row) => NameQuery): number[] {
  return rows.map((row) => {
    const references = row.un_reference!.split(';').map((reference) => reference.trim());
    const meant = list.find(query(row)).find(({ record }) => references.includes(record.un_reference ?? ''));
    return meant?.hit.score ?? 0;
  });
}

/** Score of the best record for each query. */
const nearest = (list: LoadedList, rows: readonly Row[], query: (row: Row) => NameQuery): number[] =>
  rows.map((row) => list.find(query(row))[0]?.hit.score ?? 0);

function own(list: LoadedList): number[] {
  return list.records.map((record) => {
    const query = { names: [{ full: record.names[0]!.full }] };
    return list.find(query).find((found) => found.record === record)?.hit.score ?? 0;
  });
}

/** One letter of the longest word left out, doubled, replaced or exchanged with the next one. The seed decides. */
function slips(records: readonly ListedRecord[], list: LoadedList): number[] {
  const random = randomOf('screening');
  return records
    .filter(({ kind }) => kind === 'person')
    .map((record) => {
      const query = { names: [{ full: slip(record.names[0]!.full, random) }] };
      return list.find(query).find((found) => found.record === record)?.hit.score ?? 0;
    });
}

function slip(name: string, random: Random): string {
  const word = name.match(/\p{L}+/gu)!.reduce((a, b) => (b.length > a.length ? b : a));
  const at = Math.floor(random() * (word.length - 1));
  const [before, letter, rest] = [word.slice(0, at), word[at]!, word.slice(at + 1)];
  const made = pick(random, [
    before + rest,
    before + letter + letter + rest,
    before + pick(random, [...LETTERS]) + rest,
    before + rest[0] + letter + rest.slice(1),
  ]);
  return name.replace(word, made);
}

const reaching = (scores: readonly number[], threshold: number) => scores.filter((score) => score >= threshold).length;

function count(what: string, scores: readonly number[], threshold: number): Measurement {
  return { what, right: reaching(scores, threshold), of: scores.length };
}

function found(what: string, scores: readonly number[], least: number): Measurement {
  const counted = count(what, scores, THRESHOLDS.hit);
  return { ...counted, target: `≥ ${100 * least} %`, met: counted.right! >= least * scores.length };
}

function hit(what: string, scores: readonly number[], most: number): Measurement {
  const counted = count(what, scores, THRESHOLDS.hit);
  return { ...counted, target: `≤ ${100 * most} %`, met: counted.right! <= most * scores.length };
}
