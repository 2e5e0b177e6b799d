import type { ListedKind } from '@bonafide/verification';
import { entryOf } from '../fields/lookup.ts';
import type { Draft, DraftName } from '../fields/record.ts';
import { known } from '../fields/text.ts';
import { type Row, rowsOf } from '../input/csv.ts';
import type { Intake } from '../intake.ts';
import { ListRefused } from '../list-refused.ts';
import type { ReadOptions } from '../options.ts';
import { firstRow, type ListFormat, mainOf, type Part } from './format.ts';
import { remarksOf } from './ofac-remarks.ts';

/** Columns of each file; none has a header. */
const COLUMNS: Readonly<Record<string, number>> = { main: 12, names: 5, addresses: 6, comments: 2 };

const KINDS: Readonly<Record<string, ListedKind>> = { individual: 'person', vessel: 'vessel', aircraft: 'aircraft' };
const OTHER_NAMES: Readonly<Record<string, DraftName['type']>> = { aka: 'alias', fka: 'former', nka: 'alias' };

/** Rows of a companion file by the number of the entry that they belong to. */
interface Companion {
  readonly source: string;
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

/**
 * The delimited files of OFAC: SDN (`sdn.csv`, `alt.csv`, `add.csv`, `sdn_comments.csv`) or consolidated
 * (`cons_prim.csv`, ...). https://ofac.treasury.gov/sdn-list-data-formats-data-schemas
 */
export const ofacCsv: ListFormat = {
  name: 'ofac-csv',
  category: 'sanction',

  recognise(head) {
    const cells = firstRow(head, ',');
    const [first = '', second = '', third = ''] = cells;
    if (!/^\d+$/.test(first)) return undefined;
    if (cells.length === COLUMNS.main) return 'main';
    if (cells.length === COLUMNS.names && /^\d+$/.test(second) && entryOf(OTHER_NAMES, third)) return 'names';
    if (cells.length === COLUMNS.addresses && /^\d+$/.test(second)) return 'addresses';
    // Two cells: the second may be longer than the beginning that is looked at.
    return cells.length === COLUMNS.comments ? 'comments' : undefined;
  },

  async read(parts, intake, options) {
    const main = mainOf(parts);
    const has = (role: string) => parts.some((part) => part.role === role);
    if (!has('names')) {
      throw new ListRefused('incomplete', 'the file of other names (alt.csv) is missing', { file: main.name });
    }
    for (const role of ['addresses', 'comments']) if (!has(role)) intake.warn(`no file of ${role} was given`);
    const companions = new Map<string, Companion>();
    for (const part of parts)
      if (part.role !== 'main') companions.set(part.role, await companionOf(part, options, intake));
    const seen = new Set<string>();
    for await (const row of rowsOf(main, intake, { columns: COLUMNS.main!, encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: main.name, line: row.line };
      const id = known(row.cells[0]);
      if (!id || !/^\d+$/.test(id)) throw new ListRefused('malformed', 'the first column is not a number', place);
      seen.add(id);
      const rows = (role: string) => companions.get(role)?.rows.get(id) ?? [];
      await intake.take(draftOf(id, row.cells, rows, intake, options), place);
    }
    for (const [role, { source, rows }] of companions) {
      for (const [id, [first]] of rows) {
        if (seen.has(id)) continue;
        // The publisher's own comments name entries that are gone; they add no name.
        if (role === 'comments') {
          intake.warn('comments refer to an entry that does not exist');
          continue;
        }
        const why = 'belongs to no entry of the main file: one of the files may be cut short or of another edition';
        throw new ListRefused('incomplete', why, { file: source, line: first!.line });
      }
    }
  },
};

async function companionOf(
  { role, source }: Part,
  { encoding = 'utf-8' }: ReadOptions,
  intake: Intake,
): Promise<Companion> {
  const rows = new Map<string, Row[]>();
  for await (const row of rowsOf(source, intake, { columns: COLUMNS[role]!, encoding })) {
    const id = known(row.cells[0]) ?? '';
    const others = rows.get(id);
    if (others) others.push(row);
    else rows.set(id, [row]);
  }
  return { source: source.name, rows };
}

function draftOf(
  sourceId: string,
  cells: readonly string[],
  rows: (role: string) => readonly Row[],
  intake: Intake,
  { category = 'sanction' }: ReadOptions,
): Draft {
  const [, name = '', type, programmes, title, callSign, vesselType, , , flag, owner] = cells;
  const isPerson = known(type) === 'individual';
  const kind = known(type) === undefined ? 'organisation' : entryOf(KINDS, known(type)!);
  if (!kind) intake.warn(`unknown type ${type!.slice(0, 20)}`);
  // A long remark is cut at its 1,000th character, and the comments have its rest.
  const text = [known(cells[11]) ?? '', ...rows('comments').map(({ cells }) => cells[1] ?? '')].join('');
  const remarks = remarksOf(text);
  const draftName = (full: string, type: DraftName['type'], quality: DraftName['quality']): DraftName => ({
    full,
    ...(isPerson && rolesOf(full)),
    type,
    quality: quality!,
  });
  return {
    sourceId,
    kind: kind ?? 'unknown',
    categories: [category],
    names: [
      draftName(name, 'primary', 'strong'),
      ...rows('names').map(({ cells }) => otherName(cells, draftName, intake, kind)),
      ...remarks.weakNames.map((weak) => draftName(weak, 'alias', 'weak')),
    ],
    births: remarks.births,
    nationalities: remarks.nationalities,
    gender: remarks.gender,
    ids: remarks.ids,
    addresses: rows('addresses').map(({ cells: [, , line, town, country] }) => ({
      line,
      town,
      // Said where the country isn't known.
      country: known(country) === 'undetermined' ? undefined : known(country),
    })),
    birthPlaces: remarks.birthPlaces,
    titles: [title ?? ''],
    relations: remarks.linkedTo.map((to) => ({ name: to, direction: 'from', type: 'Linked To' })),
    programmes: (known(programmes) ?? '').split(/;|\] \[/).map((programme) => programme.replace(/^\s*\[|\]\s*$/g, '')),
    sources: [{ name: 'US Treasury, Office of Foreign Assets Control' }],
    remarks: [
      text,
      known(callSign) && `Call sign: ${known(callSign)}`,
      known(vesselType) && `Vessel type: ${known(vesselType)}`,
      known(flag) && `Flag: ${known(flag)}`,
      known(owner) && `Owner: ${known(owner)}`,
    ],
  };
}

function otherName(
  [, , type = '', full = '']: readonly string[],
  draftName: (full: string, type: DraftName['type'], quality: DraftName['quality']) => DraftName,
  intake: Intake,
  kind: ListedKind | undefined,
): DraftName {
  const known = entryOf(OTHER_NAMES, type);
  if (!known) intake.warn(`unknown type of name ${type.slice(0, 20)}`);
  intake.count(kind === 'person' ? 'other names of people' : 'other names of others');
  return draftName(full, known ?? 'alias', 'unknown');
}

/** `FAMILY, Given`: before the first comma is the family name. */
function rolesOf(full: string): Pick<DraftName, 'given' | 'family'> {
  const comma = full.indexOf(',');
  return comma < 0 ? {} : { family: full.slice(0, comma), given: full.slice(comma + 1) };
}
