import type { ListedRecord } from '@bonafide/verification';
import { expect, test } from 'vitest';
import { useLists } from '../testing/lists.ts';

const lists = useLists();

const HEADERS = [
  ...['Last Updated', 'Unique ID', 'OFSI Group ID', 'UN Reference Number', 'Name 6', 'Name 1', 'Name 2', 'Name 3'],
  ...['Name 4', 'Name 5', 'Name type', 'Alias strength', 'Title', 'Name non-latin script', 'Non-latin script type'],
  ...['Non-latin script language', 'Regime Name', 'Designation Type', 'Designation source', 'Sanctions Imposed'],
  ...['Other Information', 'UK Statement of Reasons', 'Address Line 1', 'Address Line 2', 'Address Line 3'],
  ...['Address Line 4', 'Address Line 5', 'Address Line 6', 'Address Postal Code', 'Address Country', 'Phone number'],
  ...['Website', 'Email address', 'Date Designated', 'D.O.B', 'Nationality(/ies)', 'National Identifier number'],
  ...['National Identifier additional information', 'Passport number', 'Passport additional information', 'Position'],
  ...['Gender', 'Town of birth', 'Country of birth', 'Type of entity', 'Subsidiaries', 'Parent Company'],
  ...['Business registration number (s)', 'IMO number', 'Current owner/operator (s)', 'Previous owner/operator (s)'],
  ...['Current believed flag of ship', 'Previous flags', 'Type of ship', 'Tonnage of ship', 'Length of ship'],
  ...['Year Built', 'Hull identification number (HIN)'],
];

function csv(rows: readonly Record<string, string>[], headers = HEADERS): string {
  const quoted = (cells: readonly string[]) => cells.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(',');
  const lines = rows.map((row) => quoted(headers.map((name) => row[name] ?? '')));
  return ['Report Date: 13-Feb-2026', quoted(headers), ...lines, ''].join('\r\n');
}

const shared = {
  'Last Updated': '10/02/2026',
  'Unique ID': 'ABC0001',
  'UN Reference Number': 'QDi.999.',
  'Regime Name': 'Example Regime',
  'Designation Type': 'Individual',
  'Sanctions Imposed': 'Asset freeze|Travel ban',
  'Date Designated': '25/01/2001',
  'Nationality(/ies)': 'Bulgaria',
};

const person: Partial<ListedRecord> = {
  source_id: 'ABC0001',
  kind: 'person',
  categories: ['sanction'],
  names: [
    {
      full: 'Ana Maria Example',
      given: 'Ana',
      middle: 'Maria',
      family: 'Example',
      type: 'primary',
      quality: 'strong',
      script: 'Latn',
    },
    { full: 'Ana Example', given: 'Ana', family: 'Example', type: 'alias', quality: 'strong', script: 'Latn' },
    { full: 'Anna Exempel', given: 'Anna', family: 'Exempel', type: 'alias', quality: 'strong', script: 'Latn' },
    { full: 'Ана Пример', type: 'original_script', quality: 'strong', script: 'Cyrl' },
    { full: 'Annie', family: 'Annie', type: 'alias', quality: 'weak', script: 'Latn' },
    { full: 'Maria Low', family: 'Maria Low', type: 'alias', quality: 'weak', script: 'Latn' },
  ],
  births: [
    { from: '1970-05-01', to: '1970-05-01', circa: false },
    { from: '1971-01-01', to: '1971-12-31', circa: false },
    { from: '1972-06-01', to: '1972-06-30', circa: false },
  ],
  nationalities: ['BGR'],
  gender: 'female',
  ids: [
    { type: 'Passport', number: 'AB12' },
    { type: 'National Identifier', number: '7' },
  ],
  addresses: [{ line: '1 Main Street, Sofia', postcode: '1000', country: 'BGR' }],
  birth_places: ['Sofia, Bulgaria'],
  positions: [{ role: 'Minister' }],
  programmes: ['Example Regime', 'Asset freeze', 'Travel ban'],
  listed_at: '2001-01-25',
  updated_at: '2026-02-10',
  un_reference: 'QDi.999',
  remarks: 'Some reasons',
};

const rows: Record<string, string>[] = [
  {
    'Name 1': 'Ana',
    'Name 2': 'Maria',
    'Name 6': 'Example',
    'Name type': 'Primary name',
    'D.O.B': '01/05/1970',
    'Passport number': 'AB12',
    'National Identifier number': '7',
    Gender: 'Female',
    'Name non-latin script': 'Ана Пример',
    'Town of birth': 'Sofia',
    'Country of birth': 'Bulgaria',
    'Address Line 1': '1 Main Street',
    'Address Line 2': 'Sofia',
    'Address Postal Code': '1000',
    'Address Country': 'Bulgaria',
    Position: 'Minister',
    'UK Statement of Reasons': 'Some reasons',
  },
  { 'Name 1': 'Ana', 'Name 6': 'Example', 'Name type': 'Primary name variation', 'D.O.B': "'dd/mm/1971'" },
  { 'Name 1': 'Anna', 'Name 6': 'Exempel', 'Name type': 'Alias', 'Alias strength': 'Good quality a.k.a' },
  { 'Name 6': 'Annie', 'Name type': 'Alias', 'D.O.B': '00/06/1972' },
  { 'Name 6': 'Maria Low', 'Name type': 'Alias', 'Alias strength': 'Low quality a.k.a' },
];

test('rows of one identifier make one record, wherever they stand', async () => {
  const [first, ...more] = rows.map((row) => ({ ...shared, ...row }));
  const ship = { 'Unique ID': 'SHP1', 'Designation Type': 'Ship', 'Name 6': 'Example Star', 'Name type': '' };
  const { records, summary } = await lists.read({ 'uk.csv': csv([first!, ship, ...more]) });
  expect(summary).toMatchObject({ format: 'uk-csv', published: '2026-02-13', kinds: { person: 1, vessel: 1 } });
  expect(summary.warnings).toEqual([]);
  expect(records).toMatchObject([person, { source_id: 'SHP1', names: [{ full: 'Example Star', type: 'primary' }] }]);
});

test('the list that was retired in 2026 is refused with that reason', async () => {
  const text = 'Last Updated,21/01/2026\r\nName 6,Name 1,Group Type,Group ID\r\nEXAMPLE,Ana,Individual,555\r\n';
  const { message, reason } = await lists.refused({ 'ConList.csv': text });
  expect(reason).toBe('wrong_format');
  expect(message).toBe(
    'ConList.csv, line 1: the OFSI consolidated list was retired on 28 January 2026: use the UK Sanctions List',
  );
});

test('an unknown column is kept in the remarks, and a missing one refuses', async () => {
  const row = { ...shared, 'Name 6': 'Example', 'Name type': 'Primary name', Shoes: 'size 38' };
  const { records, summary } = await lists.read({ 'uk.csv': csv([row], [...HEADERS, 'Shoes']) });
  expect(summary.warnings).toEqual([{ text: 'unknown column Shoes', count: 1 }]);
  expect(records[0]!.remarks).toBe('Shoes: size 38');
  const without = HEADERS.filter((name) => name !== 'Name type');
  const refusal = await lists.refused({ 'uk.csv': csv([row], without) });
  expect(refusal.message).toBe('uk.csv, line 2: the column Name type is missing');
});

test('the XML layout gives the same record', async () => {
  const name = (parts: Record<string, string>, type: string, strength = '') =>
    `<Name>${Object.entries(parts)
      .map(([number, text]) => `<Name${number}>${text}</Name${number}>`)
      .join('')}<NameType>${type}</NameType><AliasStrength>${strength}</AliasStrength></Name>`;
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<Designations><DateGenerated>13/02/2026</DateGenerated><Designation>
  <LastUpdated>10/02/2026</LastUpdated><DateDesignated>25/01/2001</DateDesignated><UniqueID>ABC0001</UniqueID>
  <OFSIGroupID>1</OFSIGroupID><UNReferenceNumber>QDi.999.</UNReferenceNumber>
  <Names>${name({ 1: 'Ana', 2: 'Maria', 6: 'Example' }, 'Primary Name')}${name({ 1: 'Ana', 6: 'Example' }, 'Primary Name Variation')}
  ${name({ 1: 'Anna', 6: 'Exempel' }, 'Alias', 'Good quality a.k.a')}${name({ 6: 'Annie' }, 'Alias')}
  ${name({ 6: 'Maria Low' }, 'Alias', 'Low quality a.k.a')}</Names>
  <NonLatinNames><NonLatinName><NameNonLatinScript>Ана Пример</NameNonLatinScript></NonLatinName></NonLatinNames>
  <RegimeName>Example Regime</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip>
  <DesignationSource>UK</DesignationSource><SanctionsImposed>Asset freeze|Travel ban</SanctionsImposed>
  <UKStatementofReasons>Some reasons</UKStatementofReasons>
  <Addresses><Address><AddressLine1>1 Main Street</AddressLine1><AddressLine2>Sofia</AddressLine2>
  <AddressPostalCode>1000</AddressPostalCode><AddressCountry>Bulgaria</AddressCountry></Address></Addresses>
  <IndividualDetails><Individual><DOBs><DOB>01/05/1970</DOB><DOB>dd/mm/1971</DOB><DOB>00/06/1972</DOB></DOBs>
  <Nationalities><Nationality>Bulgaria</Nationality></Nationalities><Genders><Gender>Female</Gender></Genders>
  <BirthDetails><Location><TownOfBirth>Sofia</TownOfBirth><CountryOfBirth>Bulgaria</CountryOfBirth></Location></BirthDetails>
  <PassportDetails><Passport><PassportNumber>AB12</PassportNumber></Passport></PassportDetails>
  <NationalIdentifierDetails><NationalIdentifier><NationalIdentifierNumber>7</NationalIdentifierNumber></NationalIdentifier></NationalIdentifierDetails>
  <Positions><Position>Minister</Position></Positions></Individual></IndividualDetails>
</Designation></Designations>`;
  const { records, summary } = await lists.read({ 'uk.xml': xml });
  expect(summary).toMatchObject({ format: 'uk-xml', published: '2026-02-13', warnings: [] });
  expect(records).toMatchObject([person]);
});
