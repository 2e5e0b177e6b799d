import type { ListedCategory } from '@bonafide/verification';
import { birthOfIso, birthOn, birthWithin, isoDay } from '../fields/births.ts';
import { birthOr, type Draft, type DraftName } from '../fields/record.ts';
import { scriptOf } from '../fields/script.ts';
import { clean, distinct, known } from '../fields/text.ts';

/** Texts of one part of an entry by the names that attributes of the XML have; empty ones may be absent. */
export type Facts = Readonly<Record<string, string | undefined>>;

/** An entry of the EU's financial sanctions file, of either layout. */
export interface EuEntry {
  readonly entity: Facts;
  readonly subjectType: string;
  readonly names: readonly Facts[];
  readonly births: readonly Facts[];
  readonly citizenships: readonly Facts[];
  readonly addresses: readonly Facts[];
  readonly identifications: readonly Facts[];
  readonly regulations: readonly Facts[];
  readonly remarks: readonly string[];
}

/** The publisher's remark that a name is weak, also with the slips that occur. */
const LOW_QUALITY = /\blow?\s+quality/i;

const is = (text: string | undefined) => /^(true|yes|1)$/i.test(text ?? '');

/** The identifier of an entry: its reference, else its logical number. */
export const euId = ({ euReferenceNumber, logicalId }: Facts): string | undefined =>
  known(euReferenceNumber) ?? known(logicalId);

export function draftOfEu(entry: EuEntry, sourceId: string, category: ListedCategory): Draft {
  const { entity, births, citizenships, addresses, identifications, regulations } = entry;
  const isPerson = entry.subjectType === 'person';
  return {
    sourceId,
    kind: isPerson ? 'person' : entry.subjectType === 'enterprise' ? 'organisation' : 'unknown',
    categories: [category],
    names: namesOf(entry.names, isPerson),
    births: births.flatMap(birthsOf),
    nationalities: citizenships
      .map((citizenship) => countryIn(citizenship))
      .filter((citizenship) => citizenship !== undefined),
    gender: entry.names.map(({ gender }) => known(gender)).find(Boolean),
    ids: identifications.flatMap(numbersOf),
    addresses: addresses.map((address) => ({
      line: [known(address.street), known(address.poBox)].filter(Boolean).join(', '),
      town: address.city || address.place,
      state: address.region,
      postcode: address.zipCode,
      country: countryIn(address),
    })),
    birthPlaces: births.map(({ place, city, region, countryDescription }) =>
      distinct([place, city, region, countryDescription].map(clean).filter((part) => part && part !== 'UNKNOWN')).join(
        ', ',
      ),
    ),
    titles: entry.names.map(({ title }) => title ?? ''),
    positions: distinct(entry.names.map(({ function: role }) => clean(role)).filter(Boolean)).map((role) => ({ role })),
    programmes: regulations.map(({ programme }) => programme ?? ''),
    sources: [
      {
        name: 'EU Financial Sanctions Files',
        ...(known(regulations[0]?.publicationUrl) && { url: clean(regulations[0]?.publicationUrl) }),
      },
    ],
    listedAt: isoDay(entity.designationDate),
    updatedAt: regulations
      .flatMap(({ entryIntoForceDate }) => isoDay(entryIntoForceDate) ?? [])
      .sort()
      .at(-1),
    unReference: known(entity.unitedNationId)?.replace(/\.$/, ''),
    remarks: [
      ...distinct(entry.remarks),
      entity.designationDetails,
      ...distinct(regulations.map(({ numberTitle }) => clean(numberTitle))),
    ],
  };
}

/** The first name is the primary one, however its quality. */
function namesOf(facts: readonly Facts[], isPerson: boolean): DraftName[] {
  return facts.map(({ wholeName, firstName, middleName, lastName, strong, remark = '' }, i): DraftName => {
    const full = known(wholeName) ?? [firstName, middleName, lastName].map(clean).filter(Boolean).join(' ');
    const weak = /^false$/i.test(strong ?? '') || LOW_QUALITY.test(remark);
    const latin = ['Latn', 'Zyyy'].includes(scriptOf(full));
    return {
      full,
      ...(isPerson && { given: firstName, middle: middleName, family: lastName }),
      type: i === 0 ? 'primary' : latin ? 'alias' : 'original_script',
      quality: weak ? 'weak' : 'strong',
    };
  });
}

function birthsOf(facts: Facts): NonNullable<Draft['births']> {
  const circa = is(facts.circa);
  const number = (text: string | undefined) => Number(text) || undefined;
  const [date, year] = [known(facts.birthdate), number(facts.year)];
  const [from, to] = [number(facts.yearRangeFrom), number(facts.yearRangeTo)];
  if (date) return [birthOr(birthOfIso(date, circa), date)];
  if (year) {
    const [month, day] = [number(facts.monthOfYear), number(facts.dayOfMonth)];
    const birth = birthOn(year, month, month === undefined ? undefined : day, circa);
    return [birthOr(birth, [year, facts.monthOfYear, facts.dayOfMonth].filter(Boolean).join('-'))];
  }
  if (!from && !to) return [];
  return [birthOr(birthWithin(birthOn((from ?? to)!), birthOn((to ?? from)!), circa), `${from ?? ''}-${to ?? ''}`)];
}

function countryIn({ countryIso2Code, countryDescription }: Facts): string | undefined {
  const code = known(countryIso2Code);
  // `00` and `UNKNOWN`: the publisher doesn't know it either.
  if (code && !['00', 'UNKNOWN'].includes(code.toUpperCase())) return code;
  const name = known(countryDescription);
  return name && name.toUpperCase() !== 'UNKNOWN' ? name : undefined;
}

function numbersOf(facts: Facts): NonNullable<Draft['ids']> {
  if (is(facts.knownFalse)) return [];
  const type = known(facts.identificationTypeDescription) ?? known(facts.identificationTypeCode) ?? 'Document';
  const numbers = distinct([clean(facts.number), clean(facts.latinNumber)].filter(Boolean));
  return numbers.map((number) => ({ type, number, country: countryIn(facts) }));
}
