import { describe, expect, it } from 'vitest';
import { inTimeZone, TIME_ZONES } from '../testing/time-zones.ts';
import { addressProofAge, addressProofTooOld } from './age.ts';

describe.each(TIME_ZONES)('age of a proof of address, on a machine in %s', (zone) => {
  inTimeZone(zone);
  const today = '2026-05-31';

  it.each([
    ['GBR', 'bank_building_society_statement', '2026-02-28', false],
    ['GBR', 'bank_building_society_statement', '2026-02-27', true],
    ['FRA', 'electricity_bill', '2025-11-30', false],
    ['USA', 'utility_bill', '2025-11-29', true],
    ['GBR', 'council_tax', '2025-05-31', false],
    ['GBR', 'council_tax', '2025-05-30', true],
    ['GBR', 'identity_document_with_address', '1999-01-01', false],
    ['USA', 'utility_bill', '2026-06-01', true],
  ] as const)('%s %s of %s: too old %s', (country, kind, day, tooOld) => {
    expect(addressProofTooOld(day, today, country, kind)).toBe(tooOld);
  });

  it('is reported with its figures', () => {
    expect(addressProofAge('2026-02-27', today, 'GBR', 'gas_bill')).toEqual({
      name: 'document_date',
      measure: 93,
      threshold: 92,
      result: 'fail',
      reason: 'The document was issued on 2026-02-27, 93 days ago (maximum age 3 months)',
    });
  });
});
