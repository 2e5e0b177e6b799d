import { englishBirth, type Invented, isoBirth, type MadeFiles, people, slashBirth } from './invented.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** A document: its beginning, an entry of each person, and its end. */
function* document(count: number, begin: string, entryOf: (one: Invented) => string, end: string): Generator<string> {
  yield HEAD + begin;
  for (const one of people(count)) yield entryOf(one);
  yield `${end}\n`;
}

/** An element of a text or of elements. */
const el = (name: string, ...inner: readonly string[]) => `<${name}>${inner.join('')}</${name.split(' ')[0]}>`;
/** An element of each pair. */
const els = (values: Readonly<Record<string, string>>) =>
  Object.entries(values)
    .map(([name, text]) => el(name, text))
    .join('');

export const madeUnXml: MadeFiles = (count) => {
  const entry = (one: Invented) =>
    el(
      'INDIVIDUAL',
      els({ DATAID: `${one.number}`, VERSIONNUM: '1', FIRST_NAME: one.given, SECOND_NAME: one.family }),
      els({
        UN_LIST_TYPE: 'Example',
        REFERENCE_NUMBER: `EXi.${one.number}`,
        LISTED_ON: '2014-03-17',
        GENDER: 'Female',
      }),
      els({ NAME_ORIGINAL_SCRIPT: one.original, NATIONALITY: el('VALUE', 'Bulgaria') }),
      el('INDIVIDUAL_ALIAS', els({ QUALITY: 'Good', ALIAS_NAME: `${one.alias.given} ${one.alias.family}` })),
      el('INDIVIDUAL_DATE_OF_BIRTH', els({ TYPE_OF_DATE: 'EXACT', DATE: isoBirth(one) })),
      el(
        'INDIVIDUAL_DOCUMENT',
        els({ TYPE_OF_DOCUMENT: 'Passport', NUMBER: one.passport, ISSUING_COUNTRY: 'Bulgaria' }),
      ),
      '\n',
    );
  const begin = '<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09Z">\n<INDIVIDUALS>\n';
  const end = '</INDIVIDUALS>\n<ENTITIES/></CONSOLIDATED_LIST>';
  return { 'consolidated.xml': document(count, begin, entry, end) };
};

export const madeEuXml: MadeFiles = (count) => {
  const entry = (one: Invented) =>
    [
      `<sanctionEntity designationDate="2014-03-17" euReferenceNumber="EU.${one.number}" logicalId="${one.number}">`,
      '<regulation programme="EX"/><subjectType code="person" classificationCode="P"/>',
      `<nameAlias firstName="${one.given}" lastName="${one.family}" wholeName="${one.given} ${one.family}" gender="F" strong="true"/>`,
      `<nameAlias wholeName="${one.alias.given} ${one.alias.family}" strong="true"/>`,
      `<nameAlias wholeName="${one.original}" nameLanguage="BG" strong="true"/>`,
      `<birthdate circa="false" birthdate="${isoBirth(one)}"/>`,
      '<citizenship countryIso2Code="BG" countryDescription="BULGARIA"/>',
      `<identification identificationTypeCode="passport" identificationTypeDescription="National passport" number="${one.passport}" countryIso2Code="BG" knownFalse="false"/>`,
      '</sanctionEntity>\n',
    ].join('');
  const begin = '<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-08-05T16:47:04.449+02:00">\n';
  return { 'eu.xml': document(count, begin, entry, '</export>') };
};

export const madeUkXml: MadeFiles = (count) => {
  const name = (given: string, family: string, type: string, strength = '') =>
    el('Name', els({ Name1: given, Name6: family, NameType: type, AliasStrength: strength }));
  const entry = (one: Invented) =>
    el(
      'Designation',
      els({ LastUpdated: '10/02/2026', DateDesignated: '25/01/2001', UniqueID: `UK${one.number}` }),
      el(
        'Names',
        name(one.given, one.family, 'Primary Name'),
        name(one.alias.given, one.alias.family, 'Alias', 'Good quality a.k.a'),
      ),
      el('NonLatinNames', el('NonLatinName', el('NameNonLatinScript', one.original))),
      els({ RegimeName: 'Example', IndividualEntityShip: 'Individual' }),
      el(
        'IndividualDetails',
        el(
          'Individual',
          el('DOBs', el('DOB', slashBirth(one))),
          el('Nationalities', el('Nationality', 'Bulgaria')),
          el('Genders', el('Gender', 'Female')),
          el('PassportDetails', el('Passport', el('PassportNumber', one.passport))),
        ),
      ),
      '\n',
    );
  const begin = '<Designations><DateGenerated>13/02/2026</DateGenerated>\n';
  return { 'uk.xml': document(count, begin, entry, '</Designations>') };
};

export const madeOfacXml: MadeFiles = (count) => {
  const named = (given: string, family: string) => els({ firstName: given, lastName: family.toUpperCase() });
  const entry = (one: Invented) =>
    el(
      'sdnEntry',
      el('uid', `${one.number}`) + named(one.given, one.family) + el('sdnType', 'Individual'),
      el('programList', el('program', 'EX1')),
      el('idList', el('id', els({ uid: '9', idType: 'Passport', idNumber: one.passport, idCountry: 'Bulgaria' }))),
      el(
        'akaList',
        el('aka', els({ uid: '2', type: 'a.k.a.', category: 'strong' }), named(one.alias.given, one.alias.family)),
      ),
      el('nationalityList', el('nationality', els({ uid: '6', country: 'Bulgaria', mainEntry: 'true' }))),
      el(
        'dateOfBirthList',
        el('dateOfBirthItem', els({ uid: '7', dateOfBirth: englishBirth(one), mainEntry: 'true' })),
      ),
      '\n',
    );
  const information = els({ Publish_Date: '09/24/2026', Record_Count: `${count}` });
  const begin = `<sdnList xmlns="https://www.example.org/sdn">${el('publshInformation', information)}\n`;
  return { 'SDN.XML': document(count, begin, entry, '</sdnList>') };
};

const day = (year: number, month: number, date: number) => els({ Year: `${year}`, Month: `${month}`, Day: `${date}` });

const REFERENCES = `<ReferenceValueSets>
<AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
<CountryValues><Country ID="11" ISO2="BG">Bulgaria</Country></CountryValues>
<FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType></FeatureTypeValues>
<IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
<NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType></NamePartTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType></PartyTypeValues>
</ReferenceValueSets>
`;

/** Documents and dates of entries stand before and behind the people, who name them by number. */
export const madeOfacAdvanced: MadeFiles = (count) => ({ 'SDN_ADVANCED.XML': advanced(count) });

function* advanced(count: number): Generator<string> {
  yield `${HEAD}<Sanctions xmlns="http://www.un.org/sanctions/1.0">${el('DateOfIssue CalendarTypeID="1"', day(2026, 9, 24))}\n`;
  yield `${REFERENCES}<Locations/>\n<IDRegDocuments>\n`;
  for (const { number, passport } of people(count)) {
    const attributes = `ID="${number}" IDRegDocTypeID="1571" IdentityID="${number}" IssuedBy-CountryID="11"`;
    yield `${el(`IDRegDocument ${attributes}`, el('IDRegistrationNo', passport))}\n`;
  }
  yield '</IDRegDocuments>\n<DistinctParties>\n';
  for (const one of people(count)) yield `${party(one)}\n`;
  yield '</DistinctParties>\n<SanctionsEntries>\n';
  for (const { number } of people(count)) {
    const event = el(`EntryEvent ID="${number}"`, el('Date CalendarTypeID="1"', day(2020, 3, 4)));
    yield `${el(`SanctionsEntry ID="${number}" ProfileID="${number}" ListID="1550"`, event)}\n`;
  }
  yield '</SanctionsEntries>\n</Sanctions>\n';
}

function party(one: Invented): string {
  const part = (group: number, text: string) =>
    el('DocumentedNamePart', el(`NamePartValue NamePartGroupID="${group}" ScriptID="215"`, text));
  const alias = (type: number, primary: boolean, given: string, family: string) =>
    el(
      `Alias FixedRef="1" AliasTypeID="${type}" Primary="${primary}" LowQuality="false"`,
      el('DocumentedName ID="1"', part(1, family), part(2, given)),
    );
  const group = (number: number, type: number) =>
    el('MasterNamePartGroup', `<NamePartGroup ID="${number}" NamePartTypeID="${type}"/>`);
  const { year, month, day: date } = one.birth;
  const point = el('From', day(year, month, date)) + el('To', day(year, month, date));
  const period = ['Start', 'End'].map((name) => el(`${name} Approximate="false"`, point)).join('');
  const [given = '', ...family] = one.original.split(' ');
  const identity = [
    alias(1403, true, one.given, one.family),
    alias(1400, false, one.alias.given, one.alias.family),
    alias(1403, true, given, family.join(' ')),
    el('NamePartGroups', group(1, 1520), group(2, 1521)),
  ];
  return el(
    `DistinctParty FixedRef="${one.number}"`,
    el(
      `Profile ID="${one.number}" PartySubTypeID="4"`,
      el(`Identity ID="${one.number}" Primary="true"`, ...identity),
      el('Feature ID="8" FeatureTypeID="8"', el('FeatureVersion ID="1"', el('DatePeriod', period))),
    ),
  );
}
