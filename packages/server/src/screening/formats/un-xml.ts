import type { ListedRecord } from '@bonafide/verification';
import { birthOfEnglish, birthOfIso, birthOn, birthWithin, isoDay } from '../fields/births.ts';
import { entryOf } from '../fields/lookup.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { clean, known, parts } from '../fields/text.ts';
import { type Element, elementsOf, rootOf } from '../input/xml.ts';
import type { Intake } from '../intake.ts';
import { ListRefused } from '../list-refused.ts';
import { type ListFormat, mainOf, unknownElements } from './format.ts';

const PERSON = 'INDIVIDUAL';
const WANTED: ReadonlySet<string> = new Set([PERSON, 'ENTITY']);
const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** Elements of an entry, without the prefix that all elements of its kind have. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['DATAID', 'VERSIONNUM', ...NAMES, 'UN_LIST_TYPE', 'REFERENCE_NUMBER', 'LISTED_ON', 'GENDER', 'COMMENTS1'],
  ...['SUBMITTED_BY', 'NAME_ORIGINAL_SCRIPT', 'TITLE', 'DESIGNATION', 'NATIONALITY', 'NATIONALITY2', 'LIST_TYPE'],
  ...['LAST_DAY_UPDATED', 'SUBMITTED_ON', 'DELISTED_ON', 'SORT_KEY', 'SORT_KEY_LAST_MOD'],
  ...['ALIAS', 'ADDRESS', 'DATE_OF_BIRTH', 'PLACE_OF_BIRTH', 'DOCUMENT'].map((name) => `INDIVIDUAL_${name}`),
  ...['ENTITY_ALIAS', 'ENTITY_ADDRESS'],
]);

/** Qualities of other names that are used; entries of an empty quality are empty themselves. */
const ALIASES: Readonly<Record<string, Pick<DraftName, 'type' | 'quality'>>> = {
  Good: { type: 'alias', quality: 'strong' },
  'a.k.a.': { type: 'alias', quality: 'strong' },
  Low: { type: 'alias', quality: 'weak' },
  'f.k.a.': { type: 'former', quality: 'strong' },
};

/** The consolidated list of the United Nations Security Council. */
export const unXml: ListFormat = {
  name: 'un-xml',
  category: 'sanction',

  recognise: (head) => (rootOf(head) === 'CONSOLIDATED_LIST' ? 'main' : undefined),

  async read(files, intake, options) {
    const source = mainOf(files);
    for await (const element of elementsOf(source, WANTED)) {
      const place = { file: source.name, line: element.line };
      if (!WANTED.has(element.name)) {
        intake.published = isoDay(element.attribute('dateGenerated'));
        continue;
      }
      const sourceId = known(element.textAt('DATAID'));
      if (!sourceId) throw new ListRefused('missing_column', 'an entry has no DATAID', place);
      const draft = draftOf(element, sourceId, intake);
      await intake.take({ ...draft, categories: [options.category ?? 'sanction'] }, place);
    }
  },
};

function draftOf(element: Element, sourceId: string, intake: Intake): Omit<Draft, 'categories'> {
  const isPerson = element.name === PERSON;
  const part = (name: string) => element.all(`${element.name}_${name}`);
  const aliases = part('ALIAS');
  return {
    sourceId,
    kind: isPerson ? 'person' : 'organisation',
    names: [
      primaryName(element, isPerson),
      ...aliases.flatMap((alias) => aliasesOf(alias, intake)),
      ...parts(element.textAt('NAME_ORIGINAL_SCRIPT'), /[;؛]/).map(
        (full): DraftName => ({ full, type: 'original_script', quality: 'strong' }),
      ),
    ],
    births: [...part('DATE_OF_BIRTH').flatMap(birthsOf), ...aliases.flatMap(birthsOfAlias)],
    nationalities: nationalitiesOf(element),
    gender: known(element.textAt('GENDER')),
    ids: part('DOCUMENT').flatMap(numbersOf),
    addresses: part('ADDRESS').map((address) => ({
      line: address.textAt('STREET'),
      town: address.textAt('CITY'),
      state: address.textAt('STATE_PROVINCE'),
      postcode: address.textAt('ZIP_CODE'),
      country: known(address.textAt('COUNTRY')),
    })),
    birthPlaces: part('PLACE_OF_BIRTH').map((place) =>
      ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY']
        .map((name) => clean(place.textAt(name)))
        .filter(Boolean)
        .join(', '),
    ),
    titles: element.textsOf('TITLE', 'VALUE'),
    positions: element.textsOf('DESIGNATION', 'VALUE').map((role) => ({ role: clean(role) })),
    programmes: element.textsOf('UN_LIST_TYPE'),
    sources: [{ name: 'UN Security Council Consolidated List' }],
    listedAt: isoDay(element.textAt('LISTED_ON')),
    updatedAt: element
      .textsOf('LAST_DAY_UPDATED', 'VALUE')
      .flatMap((day) => isoDay(day) ?? [])
      .sort()
      .at(-1),
    unReference: known(element.textAt('REFERENCE_NUMBER'))?.replace(/\.$/, ''),
    remarks: [
      element.textAt('COMMENTS1'),
      ...part('ADDRESS').map((address) => address.textAt('NOTE')),
      ...part('DOCUMENT').map((document) => document.textAt('NOTE')),
      ...unknownElements(element, KNOWN, intake),
    ],
  };
}

/** First and last part have roles; those between may be of either. */
function primaryName(element: Element, isPerson: boolean): DraftName {
  const givenNames = NAMES.map((name) => clean(element.textAt(name))).filter(Boolean);
  const full = givenNames.join(' ');
  const roles = isPerson && givenNames.length > 1 ? { given: givenNames[0], family: givenNames.at(-1) } : {};
  return { full, ...roles, type: 'primary', quality: 'strong' };
}

function aliasesOf(alias: Element, intake: Intake): DraftName[] {
  const quality = alias.textAt('QUALITY');
  const full = alias.textAt('ALIAS_NAME');
  if (quality === '' || full === '') {
    if (full !== '') intake.skip('alternative names without a quality');
    return [];
  }
  intake.count(`alternative names of quality ${quality}`);
  const known = entryOf(ALIASES, quality);
  if (!known) intake.warn(`unknown quality of a name: ${quality.slice(0, 20)}`);
  // A quality that is new may be a strong one: to leave the name out would be a silent miss.
  return parts(full, '; ').map((name) => ({ full: name, ...(known ?? { type: 'alias', quality: 'unknown' }) }));
}

function birthsOf(element: Element): NonNullable<Draft['births']> {
  const circa = element.textAt('TYPE_OF_DATE') === 'APPROXIMATELY';
  const [date, year] = [element.textAt('DATE'), element.textAt('YEAR')];
  const [from, to] = [element.textAt('FROM_YEAR'), element.textAt('TO_YEAR')];
  if (date !== '') return [birthOr(birthOfIso(date, circa), date)];
  if (year !== '') return [birthOr(birthOn(Number(year), undefined, undefined, circa), year)];
  if (from === '' && to === '') return [];
  return [birthOr(birthWithin(birthOn(Number(from || to)), birthOn(Number(to || from)), circa), `${from}-${to}`)];
}

/** Other names may come with a birth date of their own, in English words; what isn't one is in the remarks of others. */
function birthsOfAlias(alias: Element): ListedRecord['births'] {
  return parts(alias.textAt('DATE_OF_BIRTH'), ';').flatMap((text) => birthOfEnglish(text) ?? birthOfIso(text) ?? []);
}

const nationalitiesOf = (element: Element) =>
  ['NATIONALITY', 'NATIONALITY2'].flatMap((name) => element.textsOf(name, 'VALUE')).filter((value) => value !== 'na');

function numbersOf(element: Element): NonNullable<Draft['ids']> {
  const [type, detail] = [element.textAt('TYPE_OF_DOCUMENT'), element.textAt('TYPE_OF_DOCUMENT2')];
  const country = known(element.textAt('ISSUING_COUNTRY')) ?? known(element.textAt('COUNTRY_OF_ISSUE'));
  const number = clean(element.textAt('NUMBER'));
  return number === '' ? [] : [{ type: type || detail || 'Document', number, country }];
}
