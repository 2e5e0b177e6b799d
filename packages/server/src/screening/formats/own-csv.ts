import type { ListedCategory, ListedKind } from '@bonafide/verification';
import { birthOfIso, isoDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { clean, known, parts } from '../fields/text.ts';
import { rowsOf } from '../input/csv.ts';
import type { Intake } from '../intake.ts';
import { ListRefused, type Place } from '../list-refused.ts';
import { listedCategories, type ReadOptions } from '../options.ts';
import { type ListFormat, mainOf } from './format.ts';

const COLUMNS = [
  ...['id', 'name', 'given_name', 'middle_name', 'family_name', 'aliases', 'weak_aliases', 'original_script'],
  ...[
    'date_of_birth',
    'nationality',
    'countries',
    'gender',
    'id_numbers',
    'kind',
    'categories',
    'position',
    'programme',
  ],
  ...['listed_at', 'source_name', 'source_url', 'source_headline', 'remarks'],
] as const;

type Column = (typeof COLUMNS)[number];
type Cells = (column: Column) => string;

const KINDS: readonly string[] = ['person', 'organisation', 'vessel', 'aircraft', 'other', 'unknown'];
const CATEGORIES: readonly string[] = listedCategories;

/** A list of the operator's own: a header row names the columns, in any order; `;` separates values of a cell. */
export const ownCsv: ListFormat = {
  name: 'csv',

  recognise(head, { format, map }) {
    // Named by the operator: then the first row says what is missing.
    if (format === 'csv' && !/^\s*[<{]/.test(head)) return 'main';
    const [first = ''] = head.split(/\r\n|\n|\r/);
    const headers = first.split(',').map((header) => ours(header.replaceAll('"', ''), map));
    // One of the needed columns is enough: the first row then says which one is missing.
    return headers.some((header) => header === 'id' || NAMED.has(header)) ? 'main' : undefined;
  },

  async read(files, intake, options) {
    const source = mainOf(files);
    let columns: Map<Column, number> | undefined;
    for await (const { line, cells } of rowsOf(source, intake, { encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: source.name, line };
      if (!columns) columns = columnsOf(cells, options, place);
      else await takeRow((column) => cells[columns!.get(column) ?? -1] ?? '', intake, options, place);
    }
  },
};

const NAMED: ReadonlySet<string> = new Set(['name', 'given_name', 'family_name']);

const ours = (header: string, map: ReadOptions['map']): string => {
  const theirs = clean(header);
  return entryOf(map ?? {}, theirs) ?? theirs.toLowerCase();
};

function columnsOf(headers: readonly string[], { map }: ReadOptions, place: Place): Map<Column, number> {
  const columns = new Map<Column, number>();
  headers.forEach((header, i) => {
    const name = ours(header, map) as Column;
    if (!COLUMNS.includes(name)) {
      throw new ListRefused('wrong_format', `column ${i + 1} is unknown; columns are ${COLUMNS.join(', ')}`, place);
    }
    if (columns.has(name)) throw new ListRefused('wrong_format', `column ${name} occurs twice`, place);
    columns.set(name, i);
  });
  if (!columns.has('id')) throw new ListRefused('missing_column', 'the column id is missing', place);
  if (![...NAMED].some((name) => columns.has(name as Column))) {
    throw new ListRefused(
      'missing_column',
      'the columns are missing that hold names: name, or given_name and family_name',
      place,
    );
  }
  return columns;
}

async function takeRow(cell: Cells, intake: Intake, options: ReadOptions, place: Place): Promise<void> {
  const refuse = (why: string) => new ListRefused('malformed', why, place);
  const id = known(cell('id'));
  if (!id) throw refuse('id is empty');
  const [givenName, middle, family] = [
    known(cell('given_name')),
    known(cell('middle_name')),
    known(cell('family_name')),
  ];
  const full = known(cell('name')) ?? [givenName, middle, family].filter(Boolean).join(' ');
  if (full === '') throw refuse('name is empty');
  const kind = known(cell('kind'))?.toLowerCase() ?? 'person';
  if (!KINDS.includes(kind)) throw refuse(`kind must be one of ${KINDS.join(', ')}`);
  const categories = parts(cell('categories'), ';').map((part) => part.toLowerCase());
  if (!categories.every((category) => CATEGORIES.includes(category))) {
    throw refuse(`each of categories must be one of ${CATEGORIES.join(', ')}`);
  }
  if (categories.length === 0 && !options.category) throw refuse('categories is empty, and no category was given');
  const names = (column: Column, type: DraftName['type'], quality: DraftName['quality']) =>
    parts(cell(column), ';').map((name) => ({ full: name, type, quality }));
  const listedAt = known(cell('listed_at'));
  if (listedAt && !isoDay(listedAt)) throw refuse('listed_at is not a date (YYYY-MM-DD)');
  const draft: Draft = {
    sourceId: id,
    kind: kind as ListedKind,
    categories: categories.length > 0 ? (categories as ListedCategory[]) : [options.category!],
    names: [
      { full, given: givenName, middle, family, type: 'primary', quality: 'strong' },
      ...names('aliases', 'alias', 'strong'),
      ...names('weak_aliases', 'alias', 'weak'),
      ...names('original_script', 'original_script', 'strong'),
    ],
    births: parts(cell('date_of_birth'), ';').map((text) => birthOr(birthOfIso(text), text)),
    nationalities: parts(cell('nationality'), ';'),
    countries: parts(cell('countries'), ';'),
    gender: known(cell('gender')),
    ids: parts(cell('id_numbers'), ';').map((text) => numberOf(text, refuse)),
    positions: parts(cell('position'), ';').map((role) => ({ role })),
    programmes: parts(cell('programme'), ';'),
    sources: [
      {
        name: known(cell('source_name')) ?? options.list,
        ...(known(cell('source_url')) && { url: clean(cell('source_url')) }),
        ...(known(cell('source_headline')) && { headline: clean(cell('source_headline')) }),
      },
    ],
    listedAt: isoDay(listedAt),
    remarks: [cell('remarks')],
  };
  await intake.take(draft, place);
}

/** `type:country:number`, where the country may be empty. */
function numberOf(text: string, refuse: (why: string) => ListRefused) {
  const [type = '', country = '', ...number] = text.split(':');
  if (number.length === 0) throw refuse('each of id_numbers must have the form type:country:number');
  return { type, country: country || undefined, number: number.join(':') };
}
