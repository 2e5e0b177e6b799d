import { expect, test } from 'vitest';
import { eventText, plain, shortDay, span, stateText } from './words.ts';

test('names on the wire read as words', () => {
  expect(plain('first_name')).toBe('First name');
  expect(plain('visual_authenticity.picture_face_integrity')).toBe('Visual authenticity › picture face integrity');
  expect(plain('issuing_authority.nfc_passive_authentication')).toBe('Issuing authority › NFC passive authentication');
  expect(plain('dob')).toBe('Date of birth');
  expect(plain('watchlist_peps_only')).toBe('Watchlist PEPs only');
  expect(plain('four_eyes_changed')).toBe('Dual control changed');
  // Kinds and fields of a document's parts, as the tooltips of an image name them.
  expect(['zone', 'givenNames', 'sex'].map(plain)).toEqual(['MRZ', 'Given names', 'Sex']);
  expect(plain('')).toBe('');
});

test('events and states read as words', () => {
  expect(eventText('check.form_opened')).toBe('Check form opened');
  expect(stateText('awaiting_data')).toBe('Being analysed');
  expect(stateText('awaiting_data', 'in_progress')).toBe('Being analysed');
  // The analysis begins once the applicant has filled in the form.
  expect(stateText('awaiting_data', 'awaiting_applicant')).toBe('Awaiting data');
});

test('a time span has its two largest units', () => {
  expect([0, 59, 200, 3600, 93_784].map(span)).toEqual(['0 s', '59 s', '3 min 20 s', '1 h', '1 d 2 h']);
  expect(shortDay('2026-01-15')).toBe('15 Jan');
});
