import { birthInNumber } from '@bonafide/verification';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { births, dayOf, numberWriters } from '../../../../../verification/src/testing/personal-numbers.ts';
import { yearsBetween } from '../../../base/years-between.ts';
import { ageValidation } from './age-validation.ts';
import { withCenturies } from './centuries.ts';
import { dataComparison } from './data-comparison.ts';
import { bestOf } from './reading.ts';
import { card, holder, label, readingOf, type Shown, stateOf, td3, today, zoneOf } from './testing.ts';

/** A passport of someone born on 5 March of a year that ends in 21, with the sources that may tell the century. */
const born21 = (shown: Shown, optional = '') => {
  const lines = td3({ birth: '210305', expiry: '301014' });
  const read = zoneOf(lines);
  return {
    zone: { ...read, mrz: { ...read.mrz, optionalData: optional, issuingCountry: 'EST' } },
    printed: {},
    ...shown,
  };
};
const centenarian = '1921-03-05';
const child = '2021-03-05';

test.each<[shows: string, shown: Shown, dob: string | null, day: string, age: string]>([
  ['print', born21({ print: ['05 MAR 1921'] }), null, centenarian, 'clear'],
  ['print, whatever the applicant says', born21({ print: ['05 MAR 2021'] }), centenarian, child, 'consider'],
  ['the barcode', { ...born21({}), card: { ...card, date_of_birth: centenarian } }, null, centenarian, 'clear'],
  ['the personal number', born21({}, '32103050234'), null, centenarian, 'clear'],
  ['the personal number of a child', born21({}, '52103050236'), null, child, 'consider'],
  ['a personal number with a misread sign', born21({}, '32103050236'), null, child, 'doubt'],
  ['the personal number of a child against the applicant', born21({}, '52103050236'), centenarian, child, 'doubt'],
  ['the personal number against print', born21({ print: ['05 MAR 2021'] }, '32103050234'), null, child, 'doubt'],
  [
    'the personal number of a child against the day of issue',
    born21({ printed: { dateOfIssue: label('2020-10-14') }, print: ['14 OCT 2020'] }, '52103050236'),
    null,
    child,
    'doubt',
  ],
  [
    'the day of issue',
    born21({ printed: { dateOfIssue: label('2020-10-14') }, print: ['14 OCT 2020'] }),
    null,
    centenarian,
    'clear',
  ],
  ['the applicant, who makes nobody older', born21({}), centenarian, centenarian, 'doubt'],
  ['the applicant, who is a child', born21({}), child, child, 'consider'],
  ['nothing', born21({}), null, child, 'doubt'],
])('the century of a birth by %s', (_, shown, dob, day, age) => {
  const reading = withCenturies(readingOf(shown), dob);
  expect(bestOf(reading, 'dateOfBirth')?.value).toBe(day);
  const leaf = ageValidation(reading, { minimum_accepted_age: 16 })['age_validation.minimum_accepted_age'];
  expect(stateOf(leaf)).toBe(age);
  if (dob)
    expect(stateOf(dataComparison(reading, { ...holder, dob })['data_comparison.date_of_birth'])).toBe(
      day === dob ? 'clear' : age === 'doubt' ? 'doubt' : 'consider',
    );
});

test.each<[shows: string, expiry: string, shown: Shown, day: string]>([
  ['far ahead', '610101', {}, '2061-01-01'],
  ['of a document without an end, by print', '990101', { print: ['01 01 9999', '01.01.9999'] }, '9999-01-01'],
  [
    'of a document without an end, by its issue',
    '990101',
    { printed: { dateOfIssue: label('2020-10-14') }, print: ['14 OCT 2020'] },
    '2099-01-01',
  ],
  ['long ago', '990101', { print: ['01 JAN 1999'] }, '1999-01-01'],
])('the century of an expiry %s', (_, expiry, shown, day) => {
  const reading = withCenturies(
    readingOf({ zone: zoneOf(td3({ expiry, birth: '650205' })), printed: {}, ...shown }),
    null,
  );
  expect(bestOf(reading, 'dateOfExpiry')?.value).toBe(day);
});

test.each<[shows: string, issued: string | null, print: string[], dob: string | null, day: string, age: string]>([
  ['nothing', null, ['05.03.21'], null, child, 'doubt'],
  ['the applicant, who makes nobody older', null, ['05.03.21'], centenarian, centenarian, 'doubt'],
  ['the applicant, who is a child', null, ['05.03.21'], child, child, 'consider'],
  ['the day of issue', '2020-10-14', ['05.03.21', '14.10.2020'], null, centenarian, 'clear'],
  ['all four digits', null, ['05.03.2021'], centenarian, child, 'consider'],
])('the century of a birth printed with two digits by %s', (_, issued, print, dob, day, age) => {
  const printed = { dateOfBirth: label(child), ...(issued && { dateOfIssue: label(issued) }) };
  const reading = withCenturies(readingOf({ zone: null, words: ['driving_licence', 'GBR'], printed, print }), dob);
  expect(bestOf(reading, 'dateOfBirth')?.value).toBe(day);
  const leaf = ageValidation(reading, { minimum_accepted_age: 16 })['age_validation.minimum_accepted_age'];
  expect(stateOf(leaf)).toBe(age);
});

test.each<[state: string, number: string, day: string, age: string]>([
  ['EST', '32103050234', centenarian, 'clear'],
  ['EST', '52103050236', child, 'consider'],
  ['SWE', '19210305-1237', centenarian, 'clear'],
  ['POL', '21230512349', child, 'consider'],
  ['ROU', '1210305123459', centenarian, 'clear'],
  // The check digit doesn't count the sign, or doesn't exist. The applicant can confirm such a number.
  ['FIN', '050321-1231', centenarian, 'doubt'],
  ['FIN', '050321A1231', child, 'doubt'],
  ['SWE', '210305+1237', centenarian, 'doubt'],
  ['DNK', '050321-4120', child, 'doubt'],
  // The number has another year, or its state writes no century into it.
  ['EST', '32203050237', child, 'doubt'],
  ['GBR', '32103050234', child, 'doubt'],
])('the century of a birth printed with two digits by a personal number of %s, %s', (state, number, day, age) => {
  const printed = { dateOfBirth: label(child), personalNumber: label(number) };
  const shown: Shown = { zone: null, words: ['driving_licence', state], printed, print: ['05.03.21', number] };
  const reading = withCenturies(readingOf(shown), null);
  expect(bestOf(reading, 'dateOfBirth')?.value).toBe(day);
  const leaf = ageValidation(reading, { minimum_accepted_age: 16 })['age_validation.minimum_accepted_age'];
  expect(stateOf(leaf)).toBe(age);
});

test.each(Object.keys(numberWriters))('the age of a holder from 0 to 115 by a personal number of %s', (state) => {
  fc.assert(
    fc.property(births('1910-01-16', today), fc.boolean(), (born, claims) => {
      const day = dayOf(born);
      const number = numberWriters[state]!(born, born.serial);
      const short = `${born.day}.${born.month}.${born.year}`;
      const latest = `20${born.year}-${born.month}-${born.day}`;
      const printed = { dateOfBirth: label(latest <= today ? latest : day) };
      const shown: Shown = { zone: null, words: ['driving_licence', state], printed, print: [short, `4d. ${number}`] };
      const sure = birthInNumber(state, number, today)!.sure;
      const reading = withCenturies(readingOf(shown), claims ? day : null);
      const leaf = ageValidation(reading, { minimum_accepted_age: 16 })['age_validation.minimum_accepted_age'];
      const age = yearsBetween(day, today);
      // A number that isn't sure needs the applicant's word, where one of the two centuries makes the holder too young.
      const isOpen = !sure && !claims && latest <= today && yearsBetween(latest, today) < 16;
      expect([bestOf(reading, 'dateOfBirth')?.value, stateOf(leaf)]).toEqual([
        day,
        isOpen ? 'doubt' : age < 16 ? 'consider' : 'clear',
      ]);
    }),
  );
});
