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
        intake.published = slashDay(element.textOf('Publish_Date'), 'month first');
        expected = Number(element.textOf('Record_Count') || Number.NaN);
      }
      if (element.name !== ENTRY) continue;
      entries++;
      const id = known(element.textOf('uid'));
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
  const kind = entryOf(KINDS, element.textOf('sdnType'));
  if (!kind) intake.warn('unknown sdnType');
  const isPerson = kind === 'person';
  const numbers = element.all('idList', 'id');
  const gender = numbers.find((one) => one.textOf('idType') === 'Gender')?.textOf('idNumber');
  return {
    sourceId,
    kind: kind ?? 'unknown',
    names: [
      { ...nameOf(element, isPerson), type: 'primary', quality: 'strong' },
      ...element.all('akaList', 'aka').map(
        (aka): DraftName => ({
          ...nameOf(aka, isPerson),
          type: aka.textOf('type') === 'f.k.a.' ? 'former' : 'alias',
          quality:
            aka.textOf('category') === 'weak' ? 'weak' : aka.textOf('category') === 'strong' ? 'strong' : 'unknown',
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
      .filter((one) => one.textOf('idType') !== 'Gender' && one.textOf('idNumber') !== '')
      .map((one) => ({
        type: one.textOf('idType'),
        number: one.textOf('idNumber'),
        country: known(one.textOf('idCountry')),
      })),
    addresses: element.all('addressList', 'address').map((address) => ({
      line: ['address1', 'address2', 'address3']
        .map((name) => clean(address.textOf(name)))
        .filter(Boolean)
        .join(', '),
      town: address.textOf('city'),
      state: address.textOf('stateOrProvince'),
      postcode: address.textOf('postalCode'),
      country: known(address.textOf('country')),
    })),
    birthPlaces: element.textsOf('placeOfBirthList', 'placeOfBirthItem', 'placeOfBirth'),
    titles: [element.textOf('title')],
    programmes: element.textsOf('programList', 'program'),
    sources: [{ name: 'US Treasury, Office of Foreign Assets Control' }],
    remarks: [element.textOf('remarks'), ...unknownElements(element, KNOWN, intake)],
  };
}

/** Name in the form of the delimited files: `FAMILY, Given` for people. */
function nameOf(element: Element, isPerson: boolean): Pick<DraftName, 'full' | 'given' | 'family'> {
  const [given, family] = [clean(element.textOf('firstName')), clean(element.textOf('lastName'))];
  const full = [family, given].filter(Boolean).join(', ');
  return isPerson ? { full, given, family } : { full };
}
