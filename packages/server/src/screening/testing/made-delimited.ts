import { englishBirth, type Invented, isoBirth, type MadeFiles, people, slashBirth } from './invented.ts';

/** Cells of a row by their header. */
type Cells = Readonly<Record<string, string>>;

/** Rows of cells, each quoted where it has to be (RFC 4180). */
function* delimited(rows: Iterable<readonly string[]>, delimiter: string, end: string): Generator<string> {
  for (const cells of rows) yield cells.map((cell) => quoted(cell, delimiter)).join(delimiter) + end;
}

const quoted = (cell: string, delimiter: string) =>
  cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

/** A row of headers, then those rows of every person that have the named cells. */
function* headed(
  headers: readonly string[],
  count: number,
  rowsOf: (one: Invented) => readonly Cells[],
): Generator<string[]> {
  yield [...headers];
  for (const one of people(count)) for (const row of rowsOf(one)) yield headers.map((name) => row[name] ?? '');
}

const alias = ({ alias: { given, family } }: Invented) => `${given} ${family}`;
const full = ({ given, family }: Invented) => `${given} ${family}`;

const OWN = ['id', 'name', 'aliases', 'original_script', 'date_of_birth', 'nationality', 'id_numbers', 'categories'];

export const madeOwnCsv: MadeFiles = (count) => {
  const rows = headed(OWN, count, (one) => [
    {
      id: `P${one.number}`,
      name: full(one),
      aliases: alias(one),
      original_script: one.original,
      date_of_birth: isoBirth(one),
      nationality: 'BG',
      id_numbers: `passport:BGR:${one.passport}`,
      categories: 'pep',
    },
  ]);
  return { 'own.csv': delimited(rows, ',', '\n') };
};

export const madeOfacCsv: MadeFiles = (count) => ({
  'sdn.csv': ofac(count, (one) => [
    `${one.number},"${one.family.toUpperCase()}, ${one.given}","individual","EX1",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,`,
    `"DOB ${englishBirth(one)}; nationality Bulgaria; Gender Female; Passport ${one.passport} (Bulgaria)."\r\n`,
  ]),
  'alt.csv': ofac(count, (one) => [
    `${one.number},${one.number + 5_000_000},"aka","${one.alias.family.toUpperCase()}, ${one.alias.given}",-0- \r\n`,
  ]),
  'add.csv': ofac(count, (one) => [
    `${one.number},${one.number + 9_000_000},"1 Main Street","Sofia","Bulgaria",-0- \r\n`,
  ]),
  'sdn_comments.csv': ofac(count, (one) => [`${one.number},"An invented person."\r\n`]),
});

/** The originals end with a control character of old systems. */
function* ofac(count: number, rowOf: (one: Invented) => readonly string[]): Generator<string> {
  for (const one of people(count)) yield rowOf(one).join('');
  yield '\u001a';
}

const EU = [
  ...['fileGenerationDate', 'Entity_LogicalId', 'Entity_EU_ReferenceNumber', 'Entity_DesignationDate'],
  ...['Entity_SubjectType_ClassificationCode', 'NameAlias_LastName', 'NameAlias_FirstName', 'NameAlias_WholeName'],
  ...['BirthDate_BirthDate', 'BirthDate_Circa', 'Identification_Number', 'Identification_TypeDescription'],
  ...['Identification_CountryIso2Code', 'Citizenship_CountryIso2Code', 'Citizenship_CountryDescription'],
];

export const madeEuCsv: MadeFiles = (count) => {
  const rows = headed(EU, count, (one): Cells[] => {
    const entity = {
      fileGenerationDate: '05/08/2026',
      Entity_LogicalId: `${one.number}`,
      Entity_EU_ReferenceNumber: `EU.${one.number}`,
      Entity_DesignationDate: '2014-03-17',
      Entity_SubjectType_ClassificationCode: 'person',
    };
    const number = { Identification_Number: one.passport, Identification_TypeDescription: 'National passport' };
    const rows: Cells[] = [
      { NameAlias_LastName: one.family, NameAlias_FirstName: one.given, NameAlias_WholeName: full(one) },
      { NameAlias_WholeName: alias(one) },
      { NameAlias_WholeName: one.original },
      { BirthDate_BirthDate: isoBirth(one), BirthDate_Circa: 'false' },
      { ...number, Identification_CountryIso2Code: 'BG' },
      { Citizenship_CountryIso2Code: 'BG', Citizenship_CountryDescription: 'BULGARIA' },
    ];
    return rows.map((facts) => ({ ...entity, ...facts }));
  });
  return { 'eu.csv': delimited(rows, ';', '\r\n') };
};

const UK = [
  ...['Last Updated', 'Unique ID', 'Name 6', 'Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5', 'Name type'],
  ...['Alias strength', 'Name non-latin script', 'Regime Name', 'Designation Type', 'Date Designated', 'D.O.B'],
  ...['Nationality(/ies)', 'Passport number', 'Gender'],
];

export const madeUkCsv: MadeFiles = (count) => {
  const rows = headed(UK, count, (one): Cells[] => {
    const shared = {
      'Last Updated': '10/02/2026',
      'Unique ID': `UK${one.number}`,
      'Regime Name': 'Example, Regime',
      'Designation Type': 'Individual',
      'Date Designated': '25/01/2001',
      'D.O.B': slashBirth(one),
      'Nationality(/ies)': 'Bulgaria',
      'Passport number': one.passport,
      Gender: 'Female',
    };
    const { alias } = one;
    const rows: Cells[] = [
      { 'Name 6': one.family, 'Name 1': one.given, 'Name type': 'Primary name', 'Name non-latin script': one.original },
      { 'Name 6': alias.family, 'Name 1': alias.given, 'Name type': 'Alias', 'Alias strength': 'Good quality a.k.a' },
    ];
    return rows.map((facts) => ({ ...shared, ...facts }));
  });
  return { 'uk.csv': ukReport(delimited(rows, ',', '\r\n')) };
};

function* ukReport(rows: Iterable<string>): Generator<string> {
  yield 'Report Date: 13-Feb-2026\r\n';
  yield* rows;
}

const SIMPLE = [
  ...['id', 'schema', 'name', 'aliases', 'birth_date', 'countries', 'addresses', 'identifiers', 'sanctions', 'phones'],
  ...['emails', 'program_ids', 'dataset', 'first_seen', 'last_seen', 'last_change'],
];

export const madeSimple: MadeFiles = (count) => {
  const rows = headed(SIMPLE, count, (one) => [
    {
      id: `Q${one.number}`,
      schema: 'Person',
      name: full(one),
      aliases: `${alias(one)};${one.original}`,
      birth_date: isoBirth(one),
      countries: 'bg',
      addresses: '1 Main Street, Sofia',
      identifiers: one.passport,
      program_ids: 'EX-1',
      dataset: 'Example list',
      first_seen: '2023-04-20T10:00:00',
      last_change: '2026-01-02T10:00:00',
    },
  ]);
  return { 'targets.simple.csv': delimited(rows, ',', '\n') };
};

const BIS = [
  ...['Name', 'Street_Address', 'City', 'State', 'Country', 'Postal_Code', 'Effective_Date', 'Expiration_Date'],
  ...['Standard_Order', 'Last_Update', 'Action', 'FR_Citation'],
];

export const madeBis: MadeFiles = (count) => {
  const rows = headed(BIS, count, (one) => [
    {
      Name: full(one).toUpperCase(),
      Street_Address: `${one.number} MAIN STREET`,
      City: 'SOFIA',
      Country: 'BG',
      Effective_Date: '03/17/2014',
      Expiration_Date: '03/17/2044',
      Standard_Order: 'Y',
      Last_Update: '2014-03-18',
      Action: 'DENIED',
      FR_Citation: '79 F.R. 1',
    },
  ]);
  return { 'dpl.txt': delimited(rows, '\t', '\r\n') };
};
