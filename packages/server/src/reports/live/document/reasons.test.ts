import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clear, consider, doubtful } from '../assessment.ts';
import { withReasons } from './reasons.ts';
import { card, holder, label, passportLines, passportPrint, readingOf, td3, zoneOf } from './testing.ts';
import { differences, fieldValues } from './values.ts';

test.each([
  ['TRAVELER', 'TRAVELLER', [], [6]],
  ['E00007730', 'E00001730', [5], [5]],
  ['ERIKSSON', 'RIKSSONE', [0], [7]],
  ['Smith', 'SMITH', [], []],
  ['1965-02-05', '1966-02-05', [3], [3]],
])('%s and %s differ in single letters', (a, b, inFirst, inSecond) => {
  expect(differences(a, b)).toEqual([inFirst, inSecond]);
});

test('two texts are the same without the letters that differ', () => {
  const without = (text: string, places: number[]) => [...text].filter((_, i) => !places.includes(i)).join('');
  const text = fc.string({ unit: fc.constantFrom(...'ABCDE12 ') });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [inFirst, inSecond] = differences(a, b);
      expect(without(a, inFirst)).toBe(without(b, inSecond));
    }),
  );
});

const box = { left: 0, top: 0, width: 0.5, height: 0.5 };
const changed = readingOf({ printed: { ...passportPrint, documentNumber: label('E00001730') } });
const reading = {
  ...changed,
  analysis: {
    ...changed.analysis,
    places: {
      zone: { documentNumber: { side: 0, box }, names: { side: 0, box } },
      printed: { documentNumber: { side: 0, box } },
      barcode: null,
    },
  },
};

test('a doubt shows both values, where they stand, the letters that differ and what settles it', () => {
  const number = 'data_consistency.document_numbers';
  const found = withReasons({ [number]: doubtful('The number in print and in the zone differ') }, reading, holder);
  expect(found[number]).toEqual({
    result: null,
    doubt: true,
    reason: 'The number in print and in the zone differ',
    values: [
      { source: 'mrz', value: 'E00007730', certainty: 'sure', differing: [5], part: '0-zone-documentNumber' },
      { source: 'printed', value: 'E00001730', certainty: 'likely', differing: [5], part: '0-print-documentNumber' },
    ],
    settles: 'Compare both values with the image. If the image shows two different values, the document was changed.',
  });
});

test('a mismatch shows what the client gave beside what was read', () => {
  const name = 'data_comparison.last_name';
  const found = withReasons({ [name]: consider('Another name') }, reading, { ...holder, last_name: 'Travler' });
  expect(found[name]).toEqual({
    result: 'consider',
    reason: 'Another name',
    values: [
      { source: 'applicant', value: 'Travler', certainty: null, differing: [], part: null },
      { source: 'mrz', value: 'TRAVELER', certainty: 'sure', differing: [4], part: '0-zone-names' },
      { source: 'printed', value: 'TRAVELER', certainty: 'likely', differing: [4], part: null },
    ],
  });
});

test('the part of a value from a barcode is the barcode', () => {
  const licence = readingOf({
    zone: null,
    card,
    printed: { surname: label('SAMPEL') },
    words: ['driving_licence', 'USA'],
  });
  const places = { ...licence.analysis.places, barcode: { side: 1, box } };
  const found = withReasons(
    { 'data_consistency.last_name': doubtful('They differ') },
    { ...licence, analysis: { ...licence.analysis, places } },
    holder,
  );
  expect(found['data_consistency.last_name']?.values).toMatchObject([
    { source: 'barcode', value: 'SAMPLE', part: '1-barcode' },
    { source: 'printed', value: 'SAMPEL', part: null },
  ]);
});

test('the zones of two sides are shown where they differ', () => {
  const zones = readingOf({ back: { hash: 'ffff0000ffff0000', zone: zoneOf(td3({ number: 'E00007731' })) } });
  const number = 'data_consistency.document_numbers';
  const found = withReasons({ [number]: consider('The number in two zones differ') }, zones, holder);
  expect(found[number]?.values).toEqual([
    { source: 'mrz', value: 'E00007730', certainty: 'sure', differing: [8], part: null },
    { source: 'printed', value: 'E00007730', certainty: 'likely', differing: [], part: null },
    { source: 'mrz', value: 'E00007731', certainty: 'sure', differing: [8], part: '1-zone' },
  ]);
  const same = readingOf({ back: { hash: 'ffff0000ffff0000', zone: zoneOf(passportLines) } });
  expect(withReasons({ [number]: consider('Other') }, same, holder)[number]?.values).toHaveLength(2);
});

test('clear leaves stay as they are', () => {
  const leaves = { 'data_consistency.last_name': clear('They agree') };
  expect(withReasons(leaves, reading, holder)).toEqual(leaves);
});

test("every field has its values in print, MRZ and the client's data, even where they agree", () => {
  const given = { ...holder, first_name: 'Happy', id_numbers: [{ type: 'passport', value: 'E00007739' }] };
  const fields = fieldValues(reading, given);
  const valuesOf = (name: string) =>
    fields
      .find(({ field }) => field === name)
      ?.values.map(({ source, value, differing }) => `${source} ${value} ${differing}`);
  expect(valuesOf('document_numbers')).toEqual(['applicant E00007739 5,8', 'mrz E00007730 8', 'printed E00001730 5,8']);
  expect(valuesOf('last_name')).toEqual(['applicant Traveler ', 'mrz TRAVELER ', 'printed TRAVELER ']);
  // Nothing of the client is known of these.
  expect(valuesOf('date_of_expiry')?.map((text) => text.split(' ')[0])).toEqual(['mrz', 'printed']);
  expect(fields.find(({ field }) => field === 'nationality')?.values).toHaveLength(1);
});
