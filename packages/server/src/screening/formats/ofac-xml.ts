import type { ListedKind } from '@bonafide/verification';
import { birthOfEnglish, slashDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { clean, known } from '../fields/text.ts';
import { type Element, elementsOf, rootOf } from '../input/xml.ts';
import type { Intake } from '../intake.ts';
import { ListRefused } from '../list-refused.ts';
import { type ListFormat, mainOf, unknownElements } from './format.ts';

const ENTRY = 'sdnEntry';

/** Element name in the publisher's own spelling. */
const PUBLICATION = 'publshInformation';

const WANTED: ReadonlySet<string> = new Set([ENTRY, PUBLICATION]);

const KNOWN: ReadonlySet<string> = new Set([
  ...['uid', 'firstName', 'lastName', 'title', 'sdnType', 'remarks', 'programList', 'idList', 'akaList', 'addressList'],
  ...['nationalityList', 'citizenshipList', 'dateOfBirthList', 'placeOfBirthList', 'vesselInfo', 'aircraftInfo'],
]);

const KINDS: Readonly<Record<string, ListedKind>> = {
  Individual: 'person',
  Entity: 'organisation',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
};

/** OFAC's `SDN.XML` and `CONSOLIDATED.XML`. Names of elements without their namespace, which has changed over time. */
export const ofacXml: ListFormat = {
  name: 'ofac-xml',
  category: 'sanction',

  recognise: (head) => (rootOf(head) === 'sdnList' ? 'main' : undefined),

  async read(parts, intake, options) {
    const source = mainOf(parts);
    let [expected, entries] = [Number.NaN, 0];
    for await (const element of elementsOf(source, WANTED)) {
      const place = { file: source.name, line: element.line };
      if (element.name === PUBLICATION) {
        intake.published = slashDay(element.textAt('Publish_Date'), 'month first');
        expected = Number(element.textAt('Record_Count') || Number.NaN);
      }
      if (element.name !== ENTRY) continue;
      entries++;
      const id = known(element.textAt('uid'));
      if (!id) throw new ListRefused('missing_column', 'an entry has no uid', place);
      await intake.take({ ...draftOf(element, id, intake), categories: [options.category ?? 'sanction'] }, place);
    }
    if (!Number.isNaN(expected) && expected !== entries) {
      const why = `${entries} of ${expected} entries (Record_Count): the file may be cut short`;
      throw new ListRefused('incomplete', why, { file: source.name });
    }
  },
};

function draftOf(element: Element, sourceId: string, intake: Intake): Omit<Draft, 'categories'> {
  const kind = entryOf(KINDS, element.textAt('sdnType'));
  if (!kind) intake.warn('unknown sdnType');
  const isPerson = kind === 'person';
  const numbers = element.all('idList', 'id');
  const gender = numbers.find((number) => number.textAt('idType') === 'Gender')?.textAt('idNumber');
  return {
    sourceId,
    kind: kind ?? 'unknown',
    names: [
      { ...nameOf(element, isPerson), type: 'primary', quality: 'strong' },
      ...element.all('akaList', 'aka').map(
        (aka): DraftName => ({
          ...nameOf(aka, isPerson),
          type: aka.textAt('type') === 'f.k.a.' ? 'former' : 'alias',
          quality:
            aka.textAt('category') === 'weak' ? 'weak' : aka.textAt('category') === 'strong' ? 'strong' : 'unknown',
        }),
      ),
    ],
    births: element
      .textsOf('dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth')
      .map((text) => birthOr(birthOfEnglish(text), text)),
    nationalities: [
      ...element.textsOf('nationalityList', 'nationality', 'country'),
      ...element.textsOf('citizenshipList', 'citizenship', 'country'),
    ],
    gender,
    ids: numbers
      .filter((number) => number.textAt('idType') !== 'Gender' && number.textAt('idNumber') !== '')
      .map((number) => ({
        type: number.textAt('idType'),
        number: number.textAt('idNumber'),
        country: known(number.textAt('idCountry')),
      })),
    addresses: element.all('addressList', 'address').map((address) => ({
      line: ['address1', 'address2', 'address3']
        .map((name) => clean(address.textAt(name)))
        .filter(Boolean)
        .join(', '),
      town: address.textAt('city'),
      state: address.textAt('stateOrProvince'),
      postcode: address.textAt('postalCode'),
      country: known(address.textAt('country')),
    })),
    birthPlaces: element.textsOf('placeOfBirthList', 'placeOfBirthItem', 'placeOfBirth'),
    titles: [element.textAt('title')],
    programmes: element.textsOf('programList', 'program'),
    sources: [{ name: 'US Treasury, Office of Foreign Assets Control' }],
    remarks: [element.textAt('remarks'), ...unknownElements(element, KNOWN, intake)],
  };
}

/** Name in the form of the delimited files: `FAMILY, Given` for people. */
function nameOf(element: Element, isPerson: boolean): Pick<DraftName, 'full' | 'given' | 'family'> {
  const [givenName, family] = [clean(element.textAt('firstName')), clean(element.textAt('lastName'))];
  const full = [family, givenName].filter(Boolean).join(', ');
  return isPerson ? { full, given: givenName, family } : { full };
}
