import { slashDay } from '../fields/births.ts';
import { clean, known } from '../fields/text.ts';
import { type Element, elementsOf, rootOf } from '../input/xml.ts';
import { ListRefused } from '../list-refused.ts';
import { type ListFormat, mainOf, unknownElements } from './format.ts';
import { draftOfUk, type UkEntry } from './uk.ts';

const WANTED: ReadonlySet<string> = new Set(['Designation', 'DateGenerated']);
const NUMBERS = [1, 2, 3, 4, 5, 6];

const KNOWN: ReadonlySet<string> = new Set([
  ...['LastUpdated', 'DateDesignated', 'UniqueID', 'OFSIGroupID', 'UNReferenceNumber', 'Names', 'NonLatinNames'],
  ...['Titles', 'RegimeName', 'IndividualEntityShip', 'DesignationSource', 'SanctionsImposed'],
  ...['SanctionsImposedIndicators', 'OtherInformation', 'UKStatementofReasons', 'Addresses', 'PhoneNumbers'],
  ...['EmailAddresses', 'Websites', 'IndividualDetails', 'EntityDetails', 'ShipDetails'],
]);

/** The UK Sanctions List in XML: an element an entry. */
export const ukXml: ListFormat = {
  name: 'uk-xml',
  category: 'sanction',

  recognise: (head) => (rootOf(head) === 'Designations' ? 'main' : undefined),

  async read(parts, intake, options) {
    const source = mainOf(parts);
    for await (const element of elementsOf(source, WANTED)) {
      const place = { file: source.name, line: element.line };
      if (element.name === 'DateGenerated') intake.published = slashDay(element.text, 'day first');
      if (element.name !== 'Designation') continue;
      const id = known(element.textAt('UniqueID'));
      if (!id) throw new ListRefused('missing_column', 'an entry has no UniqueID', place);
      const unknown = unknownElements(element, KNOWN, intake);
      await intake.take(draftOfUk(entryOf(element, id, unknown), options.category ?? 'sanction'), place);
    }
  },
};

function entryOf(element: Element, id: string, unknown: readonly string[]): UkEntry {
  const deep = (name: string) => element.deep(name).map(({ text }) => text);
  return {
    id,
    type: element.textAt('IndividualEntityShip'),
    names: element.all('Names', 'Name').map((name) => ({
      parts: NUMBERS.map((number) => name.textAt(`Name${number}`)),
      type: name.textAt('NameType'),
      strength: name.textAt('AliasStrength'),
    })),
    originals: deep('NameNonLatinScript'),
    births: deep('DOB'),
    nationalities: deep('Nationality'),
    genders: deep('Gender'),
    passports: deep('PassportNumber'),
    nationalNumbers: deep('NationalIdentifierNumber'),
    addresses: element.all('Addresses', 'Address').map((address) => ({
      line: NUMBERS.map((number) => clean(address.textAt(`AddressLine${number}`)))
        .filter(Boolean)
        .join(', '),
      town: undefined,
      state: undefined,
      postcode: address.textAt('AddressPostalCode'),
      country: known(address.textAt('AddressCountry')),
    })),
    birthPlaces: element
      .deep('Location')
      .map((place) => [place.textAt('TownOfBirth'), place.textAt('CountryOfBirth')].filter(Boolean).join(', ')),
    titles: deep('Title'),
    positions: deep('Position'),
    regimes: [element.textAt('RegimeName')],
    imposed: [element.textAt('SanctionsImposed')],
    designated: element.textAt('DateDesignated'),
    updated: [element.textAt('LastUpdated')],
    unReference: element.textAt('UNReferenceNumber'),
    remarks: [element.textAt('OtherInformation'), element.textAt('UKStatementofReasons'), ...unknown],
  };
}
