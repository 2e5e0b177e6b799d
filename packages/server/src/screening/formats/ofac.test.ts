import { describe, expect, test } from 'vitest';
import { useLists } from '../testing/lists.ts';

const lists = useLists();

const xml = (count: number) => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation><Publish_Date>09/24/2026</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
  <sdnEntry>
    <uid>1</uid><firstName>Ana Maria</firstName><lastName>EXAMPLE</lastName><title>Minister</title><sdnType>Individual</sdnType>
    <remarks>Some remark</remarks>
    <programList><program>EX1</program><program>EX2</program></programList>
    <idList>
      <id><uid>9</uid><idType>Passport</idType><idNumber>AB12</idNumber><idCountry>Bulgaria</idCountry></id>
      <id><uid>10</uid><idType>Gender</idType><idNumber>Female</idNumber></id>
    </idList>
    <akaList>
      <aka><uid>2</uid><type>a.k.a.</type><category>strong</category><lastName>EXEMPEL</lastName><firstName>Anna</firstName></aka>
      <aka><uid>3</uid><type>a.k.a.</type><category>weak</category><lastName>ANNIE</lastName></aka>
      <aka><uid>4</uid><type>f.k.a.</type><category>strong</category><lastName>BEFORE</lastName><firstName>Ana</firstName></aka>
    </akaList>
    <addressList><address><uid>5</uid><address1>1 Main Street</address1><city>Sofia</city><postalCode>1000</postalCode><country>Bulgaria</country></address></addressList>
    <nationalityList><nationality><uid>6</uid><country>Bulgaria</country><mainEntry>true</mainEntry></nationality></nationalityList>
    <dateOfBirthList>
      <dateOfBirthItem><uid>7</uid><dateOfBirth>circa 1970</dateOfBirth><mainEntry>true</mainEntry></dateOfBirthItem>
      <dateOfBirthItem><uid>8</uid><dateOfBirth>05 Jul 1971</dateOfBirth><mainEntry>false</mainEntry></dateOfBirthItem>
    </dateOfBirthList>
    <placeOfBirthList><placeOfBirthItem><uid>11</uid><placeOfBirth>Sofia, Bulgaria</placeOfBirth></placeOfBirthItem></placeOfBirthList>
  </sdnEntry>
  <sdnEntry><uid>2</uid><lastName>EXAMPLE TRADING, LTD</lastName><sdnType>Entity</sdnType></sdnEntry>
</sdnList>`;

const names = [
  { full: 'EXAMPLE, Ana Maria', family: 'EXAMPLE', type: 'primary', quality: 'strong', script: 'Latn' },
  { full: 'EXEMPEL, Anna', given: 'Anna', family: 'EXEMPEL', type: 'alias', quality: 'strong' },
  { full: 'BEFORE, Ana', given: 'Ana', family: 'BEFORE', type: 'former', quality: 'strong' },
];

test('the XML of OFAC is read', async () => {
  const { records, summary } = await lists.read({ 'SDN.XML': xml(2) });
  expect(summary).toMatchObject({ format: 'ofac-xml', published: '2026-09-24', warnings: [] });
  expect(records).toMatchObject([
    {
      source_id: '1',
      kind: 'person',
      categories: ['sanction'],
      names: [...names, { full: 'ANNIE', family: 'ANNIE', type: 'alias', quality: 'weak' }],
      births: [
        { from: '1970-01-01', to: '1970-12-31', circa: true },
        { from: '1971-07-05', to: '1971-07-05', circa: false },
      ],
      nationalities: ['BGR'],
      gender: 'female',
      ids: [{ type: 'Passport', number: 'AB12', country: 'BGR' }],
      addresses: [{ line: '1 Main Street', town: 'Sofia', postcode: '1000', country: 'BGR' }],
      birth_places: ['Sofia, Bulgaria'],
      titles: ['Minister'],
      programmes: ['EX1', 'EX2'],
      remarks: 'Some remark',
    },
    { source_id: '2', kind: 'organisation', names: [{ full: 'EXAMPLE TRADING, LTD' }] },
  ]);
});

test('an XML with fewer entries than it says is refused', async () => {
  const { message, reason } = await lists.refused({ 'SDN.XML': xml(3) });
  expect(reason).toBe('incomplete');
  expect(message).toBe('SDN.XML: 2 of 3 entries (Record_Count): the file may be cut short');
});

const date = (year: number, month: number, day: number) =>
  `<Year>${year}</Year><Month>${month}</Month><Day>${day}</Day>`;
const period = (from: string, to: string, approximate = false) =>
  `<DatePeriod><Start Approximate="${approximate}"><From>${from}</From><To>${from}</To></Start><End Approximate="${approximate}"><From>${to}</From><To>${to}</To></End></DatePeriod>`;
const feature = (type: number, inner: string) =>
  `<Feature ID="${type}" FeatureTypeID="${type}"><FeatureVersion ID="1">${inner}</FeatureVersion></Feature>`;
const part = (group: number, text: string) =>
  `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${text}</NamePartValue></DocumentedNamePart>`;
const alias = (type: number, more: string, ...parts: string[]) =>
  `<Alias FixedRef="1" AliasTypeID="${type}" ${more}><DocumentedName ID="1">${parts.join('')}</DocumentedName></Alias>`;

const advanced = `<?xml version="1.0" encoding="utf-8"?>
<Sanctions xmlns="http://www.un.org/sanctions/1.0">
<DateOfIssue CalendarTypeID="1">${date(2026, 9, 24)}</DateOfIssue>
<ReferenceValueSets>
  <AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1401">F.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
  <CountryValues><Country ID="11" ISO2="BG">Bulgaria</Country></CountryValues>
  <DetailReferenceValues><DetailReference ID="91526">Female</DetailReference></DetailReferenceValues>
  <FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="9">Place of Birth</FeatureType><FeatureType ID="10">Nationality Country</FeatureType><FeatureType ID="25">Location</FeatureType><FeatureType ID="26">Title</FeatureType><FeatureType ID="224">Gender</FeatureType></FeatureTypeValues>
  <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
  <LocPartTypeValues><LocPartType ID="1451">ADDRESS1</LocPartType><LocPartType ID="1454">CITY</LocPartType></LocPartTypeValues>
  <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType><NamePartType ID="1525">Entity Name</NamePartType></NamePartTypeValues>
  <PartySubTypeValues><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
  <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
</ReferenceValueSets>
<Locations><Location ID="50"><LocationCountry CountryID="11"/><LocationPart LocPartTypeID="1451"><LocationPartValue><Value>1 Main Street</Value></LocationPartValue></LocationPart><LocationPart LocPartTypeID="1454"><LocationPartValue><Value>Sofia</Value></LocationPartValue></LocationPart></Location></Locations>
<IDRegDocuments><IDRegDocument ID="1" IDRegDocTypeID="1571" IdentityID="700" IssuedBy-CountryID="11"><IDRegistrationNo>AB12</IDRegistrationNo></IDRegDocument></IDRegDocuments>
<DistinctParties>
  <DistinctParty FixedRef="1"><Comment>Some remark</Comment><Profile ID="1" PartySubTypeID="4"><Identity ID="700" Primary="true">
    ${alias(1403, 'Primary="true" LowQuality="false"', part(1, 'EXAMPLE'), part(2, 'Ana Maria'))}
    ${alias(1400, 'Primary="false" LowQuality="false"', part(1, 'EXEMPEL'), part(2, 'Anna'))}
    ${alias(1400, 'Primary="false" LowQuality="true"', part(1, 'ANNIE'))}
    ${alias(1401, 'Primary="false" LowQuality="false"', part(1, 'BEFORE'), part(2, 'Ana'))}
    ${alias(1403, 'Primary="true" LowQuality="false"', part(1, 'Пример'), part(2, 'Ана'))}
    <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups>
  </Identity>
  ${feature(8, period(date(1970, 1, 1), date(1970, 12, 31)))}${feature(8, period(date(1971, 7, 5), date(1971, 7, 5), true))}
  ${feature(9, '<VersionDetail DetailTypeID="1432">Sofia, Bulgaria</VersionDetail>')}${feature(10, '<VersionLocation LocationID="50"/>')}
  ${feature(25, '<VersionLocation LocationID="50"/>')}${feature(26, '<VersionDetail DetailTypeID="1432">Minister</VersionDetail>')}
  ${feature(224, '<VersionDetail DetailTypeID="1431" DetailReferenceID="91526"/>')}
  </Profile></DistinctParty>
  <DistinctParty FixedRef="2"><Profile ID="2" PartySubTypeID="3"><Identity ID="701" Primary="true">
    ${alias(1403, 'Primary="true" LowQuality="false"', part(3, 'EXAMPLE TRADING'))}
    <NamePartGroups><MasterNamePartGroup><NamePartGroup ID="3" NamePartTypeID="1525"/></MasterNamePartGroup></NamePartGroups>
  </Identity></Profile></DistinctParty>
</DistinctParties>
<SanctionsEntries><SanctionsEntry ID="1" ProfileID="1" ListID="1550"><EntryEvent ID="1"><Date CalendarTypeID="1">${date(2020, 3, 4)}</Date></EntryEvent><SanctionsMeasure ID="1"><Comment>EX1</Comment></SanctionsMeasure></SanctionsEntry></SanctionsEntries>
</Sanctions>`;

test('the advanced XML of OFAC is read, with scripts and qualities', async () => {
  const { records, summary } = await lists.read({ 'SDN_ADVANCED.XML': advanced });
  expect(summary).toMatchObject({ format: 'ofac-advanced', published: '2026-09-24', warnings: [] });
  expect(records).toMatchObject([
    {
      source_id: '1',
      kind: 'person',
      names: [
        ...names,
        { full: 'Пример, Ана', given: 'Ана', family: 'Пример', type: 'original_script', script: 'Cyrl' },
        { full: 'ANNIE', type: 'alias', quality: 'weak' },
      ],
      births: [
        { from: '1970-01-01', to: '1970-12-31', circa: false },
        { from: '1971-07-05', to: '1971-07-05', circa: true },
      ],
      nationalities: ['BGR'],
      gender: 'female',
      ids: [{ type: 'Passport', number: 'AB12', country: 'BGR' }],
      addresses: [{ line: '1 Main Street', town: 'Sofia', country: 'BGR' }],
      birth_places: ['Sofia, Bulgaria'],
      titles: ['Minister'],
      programmes: ['EX1'],
      listed_at: '2020-03-04',
      remarks: 'Some remark',
    },
    { source_id: '2', kind: 'organisation', names: [{ full: 'EXAMPLE TRADING' }] },
  ]);
});

describe('the delimited files of OFAC', () => {
  const sdn =
    '1,"EXAMPLE, Ana Maria","individual","EX1] [EX2","Minister",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 14 Jan 1960; alt. DOB circa 1961; POB Sofia, Bulgaria; nationality Bulgaria; Gender Female; Passport AB12 (Bulgaria) issued 01 Jan 2000; alt. Cedula No. 77 (Colombia); Telephone 555; a.k.a. \'ANNIE\'; Linked To: EXAMPLE TRA"\r\n';
  const alt = '1,5,"aka","EXEMPEL, Anna",-0- \r\n1,6,"fka","BEFORE, Ana",-0- \r\n';
  const add = '1,7,"1 Main Street","Sofia","Bulgaria",-0- \r\n';
  const comments = '1,"DING."\r\n\u001a';
  const files = { 'sdn.csv': sdn, 'alt.csv': alt, 'add.csv': add, 'sdn_comments.csv': comments };

  test('make one record of four files', async () => {
    const { records, summary } = await lists.read(files);
    expect(summary).toMatchObject({ format: 'ofac-csv', records: 1, warnings: [] });
    expect(records).toMatchObject([
      {
        names: [
          names[0],
          { ...names[1], quality: 'unknown' },
          { ...names[2], quality: 'unknown' },
          { full: 'ANNIE', type: 'alias', quality: 'weak' },
        ],
        births: [
          { from: '1960-01-14', to: '1960-01-14', circa: false },
          { from: '1961-01-01', to: '1961-12-31', circa: true },
        ],
        nationalities: ['BGR'],
        gender: 'female',
        ids: [
          { type: 'Passport', number: 'AB12', country: 'BGR' },
          { type: 'Cedula No.', number: '77', country: 'COL' },
        ],
        addresses: [{ line: '1 Main Street', town: 'Sofia', country: 'BGR' }],
        birth_places: ['Sofia, Bulgaria'],
        titles: ['Minister'],
        relations: [{ name: 'EXAMPLE TRADING', direction: 'from', type: 'Linked To' }],
        programmes: ['EX1', 'EX2'],
      },
    ]);
  });

  test('are refused where a companion names an entry that is not there, or names are missing', async () => {
    const other = await lists.refused({ ...files, 'alt.csv': `${alt}2,8,"aka","OTHER",-0- \r\n` });
    expect([other.reason, other.place]).toEqual(['incomplete', { file: 'alt.csv', line: 3 }]);
    const { message } = await lists.refused({ 'sdn.csv': sdn, 'add.csv': add });
    expect(message).toBe('sdn.csv: the file of other names (alt.csv) is missing');
  });
});
