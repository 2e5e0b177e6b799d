import { dayWithMonthName } from '../fields/births.ts';
import { clean, known } from '../fields/text.ts';
import { rowsOf } from '../input/csv.ts';
import { ListRefused, type Place } from '../list-refused.ts';
import { type ListFormat, mainOf } from './format.ts';
import { type Cell, type Headed, headed } from './headed.ts';
import { draftOfUk, type UkEntry, type UkName } from './uk.ts';

const NAMES = [1, 2, 3, 4, 5, 6].map((number) => `Name ${number}`);
const LINES = [1, 2, 3, 4, 5, 6].map((number) => `Address Line ${number}`);
const REQUIRED = ['Unique ID', ...NAMES, 'Name type'];
const KINDS = ['Designation Type', 'Individual, Entity, Ship'];

const KNOWN: ReadonlySet<string> = new Set([
  ...['Last Updated', 'OFSI Group ID', 'UN Reference Number', 'Alias strength', 'Title', 'Name non-latin script'],
  ...['Non-latin script type', 'Non-latin script language', 'Regime Name', ...KINDS, 'Designation source'],
  ...['Sanctions Imposed', 'Other Information', 'UK Statement of Reasons', ...LINES, 'Address Postal Code'],
  ...['Address Country', 'Phone number', 'Website', 'Email address', 'Date Designated', 'D.O.B', 'Nationality(/ies)'],
  ...['National Identifier number', 'National Identifier additional information', 'Passport number'],
  ...['Passport additional information', 'Position', 'Gender', 'Town of birth', 'Country of birth', 'Type of entity'],
  ...['Subsidiaries', 'Parent company', 'Parent Company', 'Business registration number (s)', 'IMO number'],
  ...['Current owner/operator (s)', 'Previous owner/operator (s)', 'Current believed flag of ship', 'Previous flags'],
  ...['Type of ship', 'Tonnage of ship', 'Length of ship', 'Year Built', 'Hull identification number (HIN)'],
]);

/** Header that only the list that was retired on 28 January 2026 has. */
const RETIRED = /\bGroup ID\b/;

type Group = { -readonly [Key in keyof UkEntry]: UkEntry[Key] extends readonly (infer One)[] ? One[] : UkEntry[Key] };

/** The UK Sanctions List: a row with the date of the report, headers, then a row a name; rows of one identifier are merged. */
export const ukCsv: ListFormat = {
  name: 'uk-csv',
  category: 'sanction',

  recognise(head) {
    if (/^"?Last Updated"?,/.test(head) && RETIRED.test(head) && !head.includes('Unique ID')) return 'main';
    return head.includes('Unique ID') && head.includes('Name 6') ? 'main' : undefined;
  },

  async read(files, intake, options) {
    const source = mainOf(files);
    const groups = new Map<string, { entry: Group; place: Place }>();
    let columns: Headed | undefined;
    for await (const row of rowsOf(source, intake, { free: 1, encoding: options.encoding ?? 'utf-8' })) {
      const place = { file: source.name, line: row.line };
      if (!columns) {
        const report = /^Report Date:\s*(.*)$/i.exec(row.cells[0] ?? '');
        if (report) {
          intake.published = dayWithMonthName(report[1]);
          continue;
        }
        if (!row.cells.includes('Unique ID') && (row.line === 1 || row.cells.includes('Group ID'))) {
          const why = 'the OFSI consolidated list was retired on 28 January 2026: use the UK Sanctions List';
          throw new ListRefused('wrong_format', why, place);
        }
        columns = headed(row, { required: REQUIRED, known: KNOWN }, intake, place);
        continue;
      }
      const cell = columns.cellsOf(row);
      const id = known(cell('Unique ID'));
      if (!id) throw new ListRefused('missing_column', 'Unique ID is empty', place);
      let group = groups.get(id);
      if (!group) {
        group = { entry: emptyEntry(id, cell), place };
        groups.set(id, group);
      }
      addRow(group.entry, cell, columns.unknownIn(row));
    }
    for (const { entry, place } of groups.values()) {
      await intake.take(draftOfUk(entry, options.category ?? 'sanction'), place);
    }
  },
};

const emptyEntry = (id: string, cell: Cell): Group => ({
  id,
  type: cell(KINDS[0]!) || cell(KINDS[1]!),
  designated: cell('Date Designated'),
  unReference: cell('UN Reference Number'),
  names: [],
  originals: [],
  births: [],
  nationalities: [],
  genders: [],
  passports: [],
  nationalNumbers: [],
  addresses: [],
  birthPlaces: [],
  titles: [],
  positions: [],
  regimes: [],
  imposed: [],
  updated: [],
  remarks: [],
});

function addRow(entry: Group, cell: Cell, unknown: readonly string[]): void {
  const name: UkName = { parts: NAMES.map(cell), type: cell('Name type'), strength: cell('Alias strength') };
  entry.names.push(name);
  entry.originals.push(cell('Name non-latin script'));
  entry.births.push(cell('D.O.B'));
  entry.nationalities.push(cell('Nationality(/ies)'));
  entry.genders.push(cell('Gender'));
  entry.passports.push(cell('Passport number'));
  entry.nationalNumbers.push(cell('National Identifier number'));
  entry.addresses.push({
    line: LINES.map((line) => clean(cell(line)))
      .filter(Boolean)
      .join(', '),
    town: undefined,
    state: undefined,
    postcode: cell('Address Postal Code'),
    country: known(cell('Address Country')),
  });
  entry.birthPlaces.push(
    ['Town of birth', 'Country of birth']
      .map((column) => clean(cell(column)))
      .filter(Boolean)
      .join(', '),
  );
  entry.titles.push(cell('Title'));
  entry.positions.push(cell('Position'));
  entry.regimes.push(cell('Regime Name'));
  entry.imposed.push(cell('Sanctions Imposed'));
  entry.updated.push(cell('Last Updated'));
  entry.remarks.push(cell('Other Information'), cell('UK Statement of Reasons'), ...unknown);
}
