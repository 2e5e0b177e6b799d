import type { ListedBirth, ListedKind } from '@bonafide/verification';
import { birthOn, birthWithin, isoDay } from '../fields/births.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { scriptOf } from '../fields/script.ts';
import { clean, known } from '../fields/text.ts';
import { type Element, elementsOf, rootOf } from '../input/xml.ts';
import type { Intake } from '../intake.ts';
import { ListRefused, type Place } from '../list-refused.ts';
import { type ListFormat, mainOf } from './format.ts';

const WANTED: ReadonlySet<string> = new Set([
  ...['DateOfIssue', 'ReferenceValueSets', 'Location', 'IDRegDocument', 'DistinctParty', 'SanctionsEntry'],
]);

/** Words that the numbers of the file stand for, by the element of the word and the number. */
type References = ReadonlyMap<string, string>;

interface Party {
  readonly profile: Element;
  readonly comment: string;
  readonly place: Place;
}

/** Known facts of the file before its parties can be read: entries come behind them. */
interface Known {
  readonly references: Map<string, string>;
  readonly locations: Map<string, Element>;
  /** Documents by the identity that they belong to. */
  readonly documents: Map<string, Element[]>;
  readonly entries: Map<string, Element[]>;
}

/**
 * OFAC's advanced files (`SDN_ADVANCED.XML`, `CONS_ADVANCED.XML`), of the data model for sanctions of the United Nations:
 * parts of names with their roles, scripts and qualities. The file of all parties, some 20,000, is held as elements.
 */
export const ofacAdvanced: ListFormat = {
  name: 'ofac-advanced',
  category: 'sanction',

  recognise: (head) => (rootOf(head) === 'Sanctions' ? 'main' : undefined),

  async read(parts, intake, options) {
    const source = mainOf(parts);
    const data: Known = { references: new Map(), locations: new Map(), documents: new Map(), entries: new Map() };
    const parties: Party[] = [];
    for await (const element of elementsOf(source, WANTED)) {
      const place = { file: source.name, line: element.line };
      if (element.name === 'DateOfIssue') intake.published = dayOf(element);
      if (element.name === 'ReferenceValueSets') addReferences(element, data.references);
      if (element.name === 'Location') data.locations.set(element.attribute('ID'), element);
      if (element.name === 'IDRegDocument') push(data.documents, element.attribute('IdentityID'), element);
      if (element.name === 'SanctionsEntry') push(data.entries, element.attribute('ProfileID'), element);
      if (element.name === 'DistinctParty') {
        for (const profile of element.all('Profile')) {
          parties.push({ profile, comment: element.textAt('Comment'), place });
        }
      }
    }
    for (const party of parties) {
      const id = known(party.profile.attribute('ID'));
      if (!id) throw new ListRefused('missing_column', 'a profile has no ID', party.place);
      const draft = draftOf(party, id, data, intake);
      await intake.take({ ...draft, categories: [options.category ?? 'sanction'] }, party.place);
    }
  },
};

function push(map: Map<string, Element[]>, key: string, element: Element): void {
  map.set(key, [...(map.get(key) ?? []), element]);
}

function addReferences(sets: Element, references: Map<string, string>): void {
  for (const set of sets.children) {
    for (const value of set.children) {
      references.set(`${value.name} ${value.attribute('ID')}`, value.text);
      const partyType = value.attribute('PartyTypeID');
      if (partyType) references.set(`PartyTypeOf ${value.attribute('ID')}`, partyType);
      const iso = value.attribute('ISO2');
      if (iso) references.set(`ISO2 ${value.attribute('ID')}`, iso);
    }
  }
}

function draftOf(
  { profile, comment }: Party,
  sourceId: string,
  { references, locations, documents, entries }: Known,
  intake: Intake,
): Omit<Draft, 'categories'> {
  const word = (element: Element, name: string) => references.get(`${name} ${element.attribute(`${name}ID`)}`) ?? '';
  const kind = kindOf(profile, references);
  if (kind === 'unknown') intake.warn('unknown PartySubType');
  const features = profile.all('Feature').map((feature) => ({ feature, type: word(feature, 'FeatureType') }));
  const values = (type: RegExp) => features.filter((feature) => type.test(feature.type)).map(({ feature }) => feature);
  const identities = profile.all('Identity');
  const placed = (feature: Element) =>
    feature
      .deep('VersionLocation')
      .flatMap((version) => locations.get(version.attribute('LocationID')) ?? [])
      .map((location) => addressOf(location, references));
  const detail = (feature: Element) =>
    feature
      .deep('VersionDetail')
      .map(
        (detail) => detail.text || (references.get(`DetailReference ${detail.attribute('DetailReferenceID')}`) ?? ''),
      );
  const listed = entries.get(sourceId) ?? [];
  return {
    sourceId,
    kind,
    names: identities.flatMap((identity) => namesOf(identity, references, kind === 'person')),
    births: values(/^Birthdate$/i).flatMap((feature) => feature.deep('DatePeriod').map(birthOfPeriod)),
    nationalities: values(/^(Nationality|Citizenship)/i).flatMap((feature) => [
      ...placed(feature).flatMap(({ country }) => country ?? []),
      ...detail(feature),
    ]),
    gender: values(/^Gender$/i).flatMap(detail)[0],
    ids: identities
      .flatMap((identity) => documents.get(identity.attribute('ID')) ?? [])
      .flatMap((document) => numberOf(document, references)),
    addresses: values(/^Location$/i).flatMap(placed),
    birthPlaces: values(/^Place of Birth$/i).flatMap((feature) => [
      ...detail(feature),
      ...placed(feature).map((address) => [address.line, address.town, address.country].filter(Boolean).join(', ')),
    ]),
    titles: values(/^Title$/i).flatMap(detail),
    programmes: listed.flatMap((entry) => entry.textsOf('SanctionsMeasure', 'Comment')),
    sources: [{ name: 'US Treasury, Office of Foreign Assets Control' }],
    listedAt: listed.flatMap((entry) => entry.all('EntryEvent', 'Date').flatMap((date) => dayOf(date) ?? [])).sort()[0],
    remarks: [comment],
  };
}

function kindOf(profile: Element, references: References): ListedKind {
  const id = profile.attribute('PartySubTypeID');
  const words = [
    references.get(`PartySubType ${id}`),
    references.get(`PartyType ${references.get(`PartyTypeOf ${id}`)}`),
  ];
  const is = (form: RegExp) => words.some((text) => form.test(text ?? ''));
  if (is(/^individual/i)) return 'person';
  if (is(/^vessel/i)) return 'vessel';
  if (is(/^aircraft/i)) return 'aircraft';
  return is(/^entity/i) ? 'organisation' : 'unknown';
}

/** Names of an identity; each part has a role through its group. */
function namesOf(identity: Element, references: References, isPerson: boolean): DraftName[] {
  const roles = new Map<string, string>();
  for (const group of identity.deep('NamePartGroup')) {
    const role = references.get(`NamePartType ${group.attribute('NamePartTypeID')}`) ?? '';
    roles.set(group.attribute('ID'), role);
  }
  return identity.all('Alias').flatMap((alias) => {
    const type = references.get(`AliasType ${alias.attribute('AliasTypeID')}`) ?? '';
    const primary = alias.attribute('Primary') === 'true';
    const weak = alias.attribute('LowQuality') === 'true';
    return alias.all('DocumentedName').map((documented): DraftName => {
      const parts = documented.all('DocumentedNamePart', 'NamePartValue').map((value) => ({
        text: clean(value.text),
        role: roles.get(value.attribute('NamePartGroupID')) ?? '',
      }));
      const of = (form: RegExp) =>
        parts
          .filter(({ role }) => form.test(role))
          .map(({ text }) => text)
          .join(' ');
      const [family, givenName] = [of(/^Last Name/i), of(/^First Name/i)];
      const middle = of(/^(Middle Name|Patronymic|Matronymic)/i);
      const rest = parts.filter(({ role }) => !/^(Last|First|Middle) Name|^(Pa|Ma)tronymic/i.test(role));
      const others = rest.map(({ text }) => text);
      const first = [givenName, middle, ...others].filter(Boolean).join(' ');
      const full =
        isPerson && family ? [family, first].filter(Boolean).join(', ') : parts.map(({ text }) => text).join(' ');
      const latin = ['Latn', 'Zyyy'].includes(scriptOf(full));
      const other = /^F\.?K\.?A/i.test(type) ? 'former' : 'alias';
      return {
        full,
        ...(isPerson && { given: givenName, middle, family }),
        type: latin ? (primary ? 'primary' : other) : 'original_script',
        quality: weak ? 'weak' : 'strong',
      };
    });
  });
}

const partsOf = (date: Element | undefined) =>
  ['Year', 'Month', 'Day'].map((name) => Number(date?.textAt(name)) || undefined);

/** A day, `YYYY-MM-DD`, of an element with year, month and day. */
function dayOf(date: Element): string | undefined {
  const [year, month, day] = partsOf(date);
  return isoDay(birthDay(year, month, day)?.from);
}

const birthDay = (year: number | undefined, month?: number, day?: number, circa = false): ListedBirth | undefined =>
  year === undefined ? undefined : birthOn(year, month, month === undefined ? undefined : day, circa);

/** Birth from the earliest start to the latest end of a period; a whole year means that only the year is known. */
function birthOfPeriod(period: Element): NonNullable<Draft['births']>[number] {
  const [start, end] = [period.first('Start'), period.first('End')];
  const circa = [start, end].some((bound) => bound?.attribute('Approximate') === 'true');
  const [from, to] = [
    partsOf(start?.first('From')),
    partsOf((end ?? start)?.first('To') ?? (end ?? start)?.first('From')),
  ];
  const [first, last] = [from, to].map(([year, month, day]) => birthDay(year, month, day, circa));
  return birthOr(birthWithin(first, last, circa), `${from.join('-')} to ${to.join('-')}`);
}

function addressOf(location: Element, references: References): NonNullable<Draft['addresses']>[number] {
  const parts = location.all('LocationPart').map((part) => ({
    type: references.get(`LocPartType ${part.attribute('LocPartTypeID')}`) ?? '',
    text: part.deep('Value').map(({ text }) => text)[0] ?? '',
  }));
  const of = (form: RegExp) =>
    parts
      .filter(({ type }) => form.test(type))
      .map(({ text }) => clean(text))
      .join(', ');
  const country = location.first('LocationCountry')?.attribute('CountryID') ?? '';
  return {
    line: of(/^ADDRESS/i),
    town: of(/^CITY/i),
    state: of(/^(STATE|REGION)/i),
    postcode: of(/^POSTAL/i),
    country: references.get(`ISO2 ${country}`) ?? known(references.get(`Country ${country}`)),
  };
}

function numberOf(document: Element, references: References): NonNullable<Draft['ids']> {
  const type = references.get(`IDRegDocType ${document.attribute('IDRegDocTypeID')}`) ?? 'Document';
  const issuer = document.attribute('IssuedBy-CountryID');
  const country = references.get(`ISO2 ${issuer}`) ?? known(references.get(`Country ${issuer}`));
  return document.textsOf('IDRegistrationNo').map((number) => ({ type, number, country }));
}
