import { expect, test } from 'vitest';
import { checkDigit, passportMrz } from './mrz.ts';

test('the specimen of ICAO Doc 9303-4, appendix B', () => {
  expect(
    passportMrz({
      issuer: 'UTO',
      surname: 'ERIKSSON',
      givenNames: 'ANNA MARIA',
      number: 'L898902C3',
      nationality: 'UTO',
      born: '740812',
      sex: 'F',
      expires: '120415',
      personalNumber: 'ZE184226B',
    }),
  ).toEqual(['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']);
});

test('names that are too long are cut, and hyphens become fillers', () => {
  const [first, second] = passportMrz({
    issuer: 'UTO',
    surname: 'VAN-DER-MUELLEN',
    givenNames: 'A'.repeat(40),
    number: 'X1',
    nationality: 'UTO',
    born: '900812',
    sex: '<',
    expires: '340415',
  });
  expect(first).toBe(`P<UTOVAN<DER<MUELLEN<<${'A'.repeat(22)}`);
  expect([first.length, second.length]).toEqual([44, 44]);
});

test('check digits of ICAO Doc 9303-3, 4.9', () => {
  expect([checkDigit('520727'), checkDigit('AB2134<<<')]).toEqual(['3', '5']);
});
