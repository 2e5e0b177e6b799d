import { expect, test } from 'vitest';
import { measureText, signText } from './measures.ts';

test('measures are written as facts with their unit and limit', () => {
  const text = (path: string, measure: number, threshold: number) => measureText({ path, measure, threshold });
  const expiry = (days: number) => text('data_validation.document_expiration', days, 0);
  expect([-2335, -1, -365, 0, 400].map(expiry)).toEqual([
    ...['That was 6 years 145 days ago.', 'That was 1 day ago.', 'That was 1 year ago.'],
    ...['That is today.', 'That is in 1 year 35 days.'],
  ]);
  expect(text('data_validation.mrz', 2, 0)).toBe('2 check digits are wrong.');
  expect(text('data_consistency.multiple_data_sources_present', 1, 2)).toBe(
    'Data sources on the document: 1 (minimum 2).',
  );
  // The reason of the leaf says it.
  expect(text('age_validation.minimum_accepted_age', 17, 18)).toBeNull();
  expect(text('device.name_match', 0.912, 0.85)).toBe('Name similarity: high (measured 91 %, minimum 85 %).');
  expect(text('visual_authenticity.spoofing_detection', 0.25, 0.5)).toBe(
    'Liveness: low (measured score 0.25 from 0 to 1, low up to 0.5).',
  );
  expect(signText('glare_on_face', 0.0312, 0.02)).toBe('3 % of the face is white (live images: at most 2 %)');
  expect(measureText({ path: 'data_validation.mrz' })).toBeNull();
});
