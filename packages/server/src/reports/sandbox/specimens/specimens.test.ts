import { describe, expect, test } from 'vitest';
import { fraId1994 } from './fra-id-1994.ts';
import { documentTypeOptions } from './index.ts';

/** Check digit of machine-readable zones (ICAO Doc 9303, part 3): weights 7, 3, 1; A-Z are 10-35, `<` is 0. */
function checkDigit(text: string): string {
  const weights = [7, 3, 1];
  const sum = [...text].reduce(
    (total, char, at) => total + (char === '<' ? 0 : Number.parseInt(char, 36)) * weights[at % 3]!,
    0,
  );
  return String(sum % 10);
}

describe('machine-readable lines of the French identity card', () => {
  const line1 = fraId1994.front.mrz_line1 as string;
  const line2 = fraId1994.front.mrz_line2 as string;

  test('have 36 characters', () => {
    expect([line1.length, line2.length]).toEqual([36, 36]);
  });

  test('hold the data of the front', () => {
    expect(line1.slice(5, 30).replace(/<+$/, '')).toBe(fraId1994.front.last_name);
    expect(line2.slice(13, 27).replaceAll(/<+/g, ' ').trim()).toBe(fraId1994.front.first_name);
    expect(fraId1994.front.document_numbers).toEqual([{ type: 'document_number', value: line2.slice(0, 12) }]);
    expect(line2.slice(27, 33)).toBe('880325');
    expect(line2[34]).toBe('F');
  });

  test('have right check digits', () => {
    expect(line2[12]).toBe(checkDigit(line2.slice(0, 12)));
    expect(line2[33]).toBe(checkDigit(line2.slice(27, 33)));
    expect(line2[35]).toBe(checkDigit(line1 + line2.slice(0, 35)));
  });
});

describe.each(documentTypeOptions)('$name', ({ specimen: { front, back } }) => {
  const whole = { ...front, ...back } as Record<string, string> & { barcode?: Record<string, string>[] };

  test('expires after it was issued', () => {
    expect(whole.date_of_expiry! > whole.issuing_date!).toBe(true);
  });

  test('has a back that agrees with the front', () => {
    for (const barcode of whole.barcode ?? []) {
      const [number] = front.document_numbers as { value: string }[];
      expect(barcode.document_number).toBe(number!.value);
      for (const key of ['first_name', 'last_name', 'date_of_birth', 'date_of_expiry', 'issuing_date', 'gender']) {
        expect(barcode[key]).toBe(whole[key]);
      }
    }
  });
});
