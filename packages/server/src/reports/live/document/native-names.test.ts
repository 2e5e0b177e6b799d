import { describe, expect, test } from 'vitest';
import { dataComparison } from './data-comparison.ts';
import type { DocumentReading } from './reading.ts';
import { holder, readingOf, type Shown, td3, zoneOf } from './testing.ts';

/** A document that bears lines in another script, and what it makes of the names of an applicant. */
function namesOf(others: readonly string[], [first_name, last_name]: readonly [string, string], shown: Shown = {}) {
  const reading = readingOf({ printed: {}, print: [], ...shown });
  const box = { left: 40, top: 40, width: 200, height: 24 };
  const lines = others.map((text) => ({ text, confidence: 0.96, box }));
  const sides = reading.sides.map((side) => ({
    ...side,
    page: { ...side.page, ...(lines.length > 0 && { others: lines }) },
  }));
  const read: DocumentReading = { ...reading, sides };
  const leaves = dataComparison(read, { ...holder, first_name, last_name });
  return ['first_name', 'last_name'].map((leaf) => leaves[`data_comparison.${leaf}`]);
}

const card: Shown = { zone: null, words: ['national_identity_card', 'CHN'] };
const clear = (reason: string) => ({ result: 'clear', reason });

describe('a name that the client gave in Chinese', () => {
  test('belongs to a card that bears it', () => {
    expect(namesOf(['姓名 王小明'], ['小明', '王'], card)).toMatchObject([
      clear("The applicant's given names are printed on the document in the same script"),
      clear("The applicant's surname is printed on the document in the same script"),
    ]);
  });

  test('is in doubt on a card that bears another, and is not a mismatch, since reading may err', () => {
    expect(namesOf(['姓名 李小明'], ['小明', '王'], card).map((leaf) => leaf?.reason)).toEqual([
      "The applicant's given names (小明) were not found in the printed text",
      "The applicant's surname (王) was not found in the printed text",
    ]);
    expect(namesOf(['姓名 李小明'], ['小明', '王'], card).map((leaf) => leaf?.result)).not.toContain('consider');
  });

  test('is in doubt where no print in such letters was read', () => {
    expect(namesOf([], ['小明', '王'], card).map((leaf) => leaf?.reason)).toEqual([
      "No printed text was read in the script of the applicant's given names (小明)",
      "No printed text was read in the script of the applicant's surname (王)",
    ]);
  });

  test('proves nothing in print beside a zone with another name in Latin letters', () => {
    const zone = zoneOf(td3({ names: 'OTHER<<ERIKA' }));
    const leaves = namesOf(['姓名 王小明'], ['小明', '王'], { zone });
    expect(leaves.map((leaf) => leaf?.reason)).toEqual([
      "The applicant's given names (小明) are printed on the document, but nothing links them to the MRZ (ERIKA)",
      "The applicant's surname (王) is printed on the document, but nothing links it to the MRZ (OTHER)",
    ]);
  });
});

test('a name in Cyrillic letters is held against the zone by the table of ICAO', () => {
  const zone = zoneOf(td3({ names: 'SHEVCHENKO<<TARAS' }));
  expect(namesOf([], ['Тарас', 'Шевченко'], { zone }).map((leaf) => leaf?.result)).toEqual(['clear', 'clear']);
});
