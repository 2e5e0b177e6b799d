import { describe, expect, test } from 'vitest';
import { inTimeZone, TIME_ZONES } from '../../../../../verification/src/testing/time-zones.ts';
import { ageValidation } from './age-validation.ts';
import { dataValidation } from './data-validation.ts';
import { label, readingOf, stateOf, td3, today, zoneOf } from './testing.ts';

const EXPIRATION = 'data_validation.document_expiration';
const AGE = 'age_validation.minimum_accepted_age';

/** The reading of a passport of 15 January 2026, or of a card without an MRZ. */
const read = (expiry: string, birth = '650205') => readingOf({ zone: zoneOf(td3({ expiry, birth })), printed: {} });

describe.each(TIME_ZONES)('on a machine in %s', (zone) => {
  inTimeZone(zone);

  test('days are counted in the zone', () => {
    const hours = { UTC: 0, 'America/Los_Angeles': 8, 'Pacific/Kiritimati': -14 }[zone];
    expect(new Date(today).getTimezoneOffset() / 60).toBe(hours);
  });

  test.each([
    ['260115', 'clear', 0],
    ['260114', 'consider', -1],
    ['270115', 'clear', 365],
  ])('a document that expires on %s is %s', (expiry, state, measure) => {
    const leaf = dataValidation(read(expiry))[EXPIRATION];
    expect([stateOf(leaf), leaf]).toMatchObject([state, { measure }]);
  });

  test('a document is valid until its last day has ended everywhere', () => {
    const leaf = dataValidation({ ...read('260114'), westernToday: '2026-01-14' })[EXPIRATION];
    expect(stateOf(leaf)).toBe('clear');
  });

  test.each([
    ['2008-01-15', 'clear', 18],
    ['2008-01-16', 'consider', 17],
    ['2008-02-29', 'consider', 17],
    ['1925-12-31', 'clear', 100],
  ])('a holder born on %s is %s, %d years old', (birth, state, years) => {
    const reading = readingOf({ zone: null, printed: { dateOfBirth: label(birth) } });
    const leaf = ageValidation(reading, { minimum_accepted_age: 18 })[AGE];
    expect([stateOf(leaf), leaf]).toMatchObject([state, { measure: years }]);
  });
});
