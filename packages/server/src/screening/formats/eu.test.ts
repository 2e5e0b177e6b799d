import type { ListedRecord } from '@bonafide/verification';
import { expect, test } from 'vitest';
import { useLists } from '../testing/lists.ts';

const lists = useLists();

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00" globalFileId="1">
  <sanctionEntity designationDate="2014-03-17" designationDetails="" unitedNationId="QDi.999" euReferenceNumber="EU.1.11" logicalId="1">
    <remark>First remark</remark>
    <regulation programme="UKR" numberTitle="269/2014 (OJ L78)" entryIntoForceDate="2014-03-18"><publicationUrl>https://example.org/oj</publicationUrl></regulation>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Ana" middleName="Maria" lastName="Example" wholeName="Ana Maria Example" gender="F" title="Dr" function="Minister" nameLanguage="EN" strong="true"/>
    <nameAlias wholeName="Ани" nameLanguage="BG" strong="true"/>
    <nameAlias wholeName="Annie" strong="false"/>
    <nameAlias wholeName="Anni" strong="true"><remark>(lo quality alias)</remark></nameAlias>
    <birthdate circa="false" birthdate="1970-05-01" city="Sofia" countryIso2Code="BG" countryDescription="BULGARIA"/>
    <birthdate circa="true" year="1971" monthOfYear="6"/>
    <birthdate circa="false" yearRangeFrom="1972" yearRangeTo="1974"/>
    <citizenship countryIso2Code="BG" countryDescription="BULGARIA"/>
    <citizenship countryIso2Code="00" countryDescription="UNKNOWN"/>
    <citizenship countryIso2Code="CS" countryDescription="SERBIA AND MONTENEGRO"/>
    <identification identificationTypeCode="passport" identificationTypeDescription="National passport" number="AB 12" latinNumber="AB12" countryIso2Code="BG" knownFalse="false"/>
    <identification identificationTypeCode="passport" number="F1" knownFalse="true"/>
    <address city="Sofia" street="1 Main Street" zipCode="1000" countryIso2Code="BG"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="" logicalId="2">
    <subjectType code="enterprise"/>
    <nameAlias wholeName="Example Trading" strong="true"/>
    <novelty>New</novelty>
  </sanctionEntity>
</export>
`;

const person: Partial<ListedRecord> = {
  source_id: 'EU.1.11',
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
    { full: 'Ани', type: 'original_script', quality: 'strong', script: 'Cyrl' },
    { full: 'Annie', type: 'alias', quality: 'weak', script: 'Latn' },
    { full: 'Anni', type: 'alias', quality: 'weak', script: 'Latn' },
  ],
  births: [
    { from: '1970-05-01', to: '1970-05-01', circa: false },
    { from: '1971-06-01', to: '1971-06-30', circa: true },
    { from: '1972-01-01', to: '1974-12-31', circa: false },
  ],
  nationalities: ['BGR', 'SRB'],
  countries: ['BGR', 'SRB'],
  gender: 'female',
  ids: [
    { type: 'National passport', number: 'AB 12', country: 'BGR' },
    { type: 'National passport', number: 'AB12', country: 'BGR' },
  ],
  addresses: [{ line: '1 Main Street', town: 'Sofia', postcode: '1000', country: 'BGR' }],
  birth_places: ['Sofia, BULGARIA'],
  titles: ['Dr'],
  positions: [{ role: 'Minister' }],
  programmes: ['UKR'],
  sources: [{ name: 'EU Financial Sanctions Files', url: 'https://example.org/oj' }],
  updated_at: '2014-03-18',
  un_reference: 'QDi.999',
};

test('the XML of the EU is read', async () => {
  const { records, summary } = await lists.read({ 'eu.xml': xml });
  expect(summary).toMatchObject({
    format: 'eu-xml',
    published: '2026-08-05',
    kinds: { person: 1, organisation: 1 },
    skipped: { 'numbers that are known to be false': 1 },
    warnings: [{ text: 'unknown element novelty', count: 1 }],
  });
  expect(records).toMatchObject([
    { ...person, listed_at: '2014-03-17', remarks: 'First remark; 269/2014 (OJ L78)' },
    { source_id: '2', kind: 'organisation', names: [{ full: 'Example Trading' }], remarks: 'novelty: New' },
  ]);
});

/** Writes rows under the headers of CSV 1.1; only those that the test fills, in their order. */
function csv(rows: readonly Record<string, string>[]): string {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [headers, ...rows.map((row) => headers.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.join(';')}\n`)
    .join('');
}

const entity = {
  fileGenerationDate: '05/08/2026',
  Entity_LogicalId: '1',
  Entity_EU_ReferenceNumber: 'EU.1.11',
  Entity_UnitedNationId: 'QDi.999',
  Entity_DesignationDate: '2014-03-17',
  Entity_Remark: 'First remark',
  Entity_SubjectType_ClassificationCode: 'person',
  Entity_Regulation_Programme: 'UKR',
  Entity_Regulation_NumberTitle: '269/2014 (OJ L78)',
  Entity_Regulation_EntryIntoForceDate: '2014-03-18',
  Entity_Regulation_PublicationUrl: 'https://example.org/oj',
};

const alias = (facts: Record<string, string>) =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`NameAlias_${name}`, value]));

test('the CSV of the EU gives the same record, from a row for each of its facts', async () => {
  const rows: Record<string, string>[] = [
    {
      ...alias({ WholeName: 'Ana Maria Example', FirstName: 'Ana', MiddleName: 'Maria', LastName: 'Example' }),
      ...alias({ Gender: 'F', Title: 'Dr', Function: 'Minister' }),
    },
    alias({ WholeName: 'Ани' }),
    alias({ WholeName: 'Annie', Remark: 'low quality alias' }),
    alias({ WholeName: 'Anni', Remark: '(lo quality alias)' }),
    { BirthDate_BirthDate: '1970-05-01', BirthDate_City: 'Sofia', BirthDate_CountryDescription: 'BULGARIA' },
    { BirthDate_Year: '1971', BirthDate_Month: '6', BirthDate_Circa: 'true' },
    { BirthDate_YearRangeFrom: '1972', BirthDate_YearRangeTo: '1974' },
    { Citizenship_CountryIso2Code: 'BG', Citizenship_CountryDescription: 'BULGARIA' },
    { Citizenship_CountryIso2Code: '00', Citizenship_CountryDescription: 'UNKNOWN' },
    { Citizenship_CountryIso2Code: 'CS' },
    {
      Identification_Number: 'AB 12',
      Identification_LatinNumber: 'AB12',
      Identification_TypeDescription: 'National passport',
      Identification_CountryIso2Code: 'BG',
    },
    { Identification_Number: 'F1', Identification_KnownFalse: 'true' },
    {
      Address_City: 'Sofia',
      Address_Street: '1 Main Street',
      Address_ZipCode: '1000',
      Address_CountryIso2Code: 'BG',
    },
  ].map((row) => ({ ...entity, ...row }));
  const other = { Entity_LogicalId: '2', Entity_SubjectType_ClassificationCode: 'enterprise' };
  const [first, ...more] = rows;
  const text = csv([first!, { ...other, ...alias({ WholeName: 'Example Trading' }) }, ...more]);
  const { records, summary } = await lists.read({ 'eu.csv': text });
  expect(summary).toMatchObject({ format: 'eu-csv', published: '2026-08-05', kinds: { person: 1, organisation: 1 } });
  expect(summary.skipped).toEqual({ 'numbers that are known to be false': 1 });
  expect(records).toMatchObject([
    { ...person, listed_at: '2014-03-17', remarks: 'First remark; 269/2014 (OJ L78)' },
    { source_id: '2', kind: 'organisation' },
  ]);
});
