import type { ListedKind } from '@bonafide/verification';
import { birthOfIso, isoDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft } from '../fields/record.ts';
import { scriptOf } from '../fields/script.ts';
import { clean, known, parts } from '../fields/text.ts';
import { rowsOf } from '../input/csv.ts';
import { ListRefused } from '../list-refused.ts';
import { firstRow, type ListFormat, mainOf } from './format.ts';
import { type Cell, type Headed, headed } from './headed.ts';

const REQUIRED = ['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'identifiers'];

const KNOWN: ReadonlySet<string> = new Set([
  ...['addresses', 'sanctions', 'phones', 'emails', 'program_ids', 'dataset', 'first_seen', 'last_seen', 'last_change'],
]);

const KINDS: Readonly<Record<string, ListedKind>> = {
  Person: 'person',
  Organization: 'organisation',
  Company: 'organisation',
  PublicBody: 'organisation',
  Vessel: 'vessel',
  Airplane: 'aircraft',
  LegalEntity: 'unknown',
};

/** `targets.simple.csv` of OpenSanctions. It has no topics, so that the operator names the category. */
export const openSanctionsSimple: ListFormat = {
  name: 'opensanctions-simple',

  recognise(head) {
    const headers = firstRow(head, ',');
    return REQUIRED.every((name) => headers.includes(name)) ? 'main' : undefined;
  },

  async read(files, intake, options) {
    const source = mainOf(files);
    if (!options.category) {
      throw new ListRefused('option', 'the format has no topics. Send a category', { file: source.name });
    }
    let columns: Headed | undefined;
    for await (const row of rowsOf(source, intake, { encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: source.name, line: row.line };
      if (!columns) {
        columns = headed(row, { required: REQUIRED, known: KNOWN }, intake, place);
        continue;
      }
      const cell = columns.cellsOf(row);
      const id = known(cell('id'));
      if (!id) throw new ListRefused('missing_column', 'id is empty', place);
      const draft = draftOf(id, cell);
      const remarks = [...(draft.remarks ?? []), ...columns.unknownIn(row)];
      await intake.take({ ...draft, categories: [options.category], remarks }, place);
    }
  },
};

function draftOf(sourceId: string, cell: Cell): Draft {
  return {
    sourceId,
    kind: entryOf(KINDS, cell('schema')) ?? 'other',
    categories: [],
    names: [
      { full: cell('name'), type: 'primary', quality: 'strong' },
      ...parts(cell('aliases'), ';').map((full) => {
        const latin = ['Latn', 'Zyyy'].includes(scriptOf(full));
        return { full, type: latin ? ('alias' as const) : ('original_script' as const), quality: 'strong' as const };
      }),
    ],
    births: parts(cell('birth_date'), ';').map((text) => birthOr(birthOfIso(text), text)),
    countries: parts(cell('countries'), ';'),
    ids: parts(cell('identifiers'), ';').map((number) => ({ type: 'Identifier', number })),
    addresses: parts(cell('addresses'), ';').map((line) => ({
      line,
      town: undefined,
      state: undefined,
      postcode: undefined,
      country: undefined,
    })),
    programmes: [...parts(cell('program_ids'), ';'), ...parts(cell('sanctions'), ';')],
    sources: parts(cell('dataset'), ';').map((name) => ({ name: clean(name) })),
    listedAt: isoDay(cell('first_seen')),
    updatedAt: isoDay(cell('last_change')),
  };
}
