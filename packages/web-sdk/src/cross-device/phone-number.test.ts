import { describe, expect, it, test } from 'vitest';
import { unreachableCountry } from '../../../server/src/messages/sms-provider/countries.ts';
import { alpha2, alpha3, countriesIn } from '../countries.ts';
import { callingCode, completed } from './phone-number.ts';

describe('a number is completed', () => {
  test.each([
    ['GB', '07700 900123', '+447700900123'],
    ['GB', '7700-900.123', '+447700900123'],
    ['GB', '+33 6 12 34 56 78', '+33612345678'],
    ['GB', '0033 (0)6 12 34 56 78', '+33612345678'],
    ['FR', '06/12/34/56/78', '+33612345678'],
    ['IT', '06 698 12345', '+390669812345'],
    ['CI', '07 01 02 03 04', '+2250701020304'],
    ['HU', '06 20 123 4567', '+36201234567'],
    ['RU', '8 912 345-67-89', '+79123456789'],
    ['RU', '812 345-67-89', '+78123456789'],
    ['US', '1 (202) 555-0123', '+12025550123'],
    ['CA', '613 555 0123', '+16135550123'],
    ['LT', '8 612 34567', '+37061234567'],
    ['SA', '٠٥١ ٢٣٤ ٥٦٧٨', '+966512345678'],
    ['IR', '۰۹۱۲ ۳۴۵ ۶۷۸۹', '+989123456789'],
    ['ES', '\u200e+34\u00a0600 000 000\u202c', '+34600000000'],
  ])('in %s, %s', (country, typed, number) => {
    expect(completed(typed, country)).toBe(number);
  });

  test.each(['', '12', 'call me', '+', '+44 7700 900123 ext 5', '0'.repeat(20), '+0123456789', '1'.repeat(16)])(
    'and %j is none',
    (typed) => {
      expect(completed(typed, 'GB')).toBeNull();
    },
  );
});

describe('calling codes', () => {
  const codes = countriesIn('en').map(({ code }) => code);

  it('are known of every country', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const all = letters.flatMap((first) => letters.map((second) => first + second)).filter(alpha2);
    expect(all).toHaveLength(codes.length);
    for (const country of all) expect(callingCode(country), names.of(country)).toMatch(/^[1-9]\d{0,2}$/);
    expect(codes.every(alpha3)).toBe(true);
    expect(callingCode('ZZ')).toBe('');
  });

  it('are those by which the service knows whom messages don’t reach', () => {
    const unreached =
      'CU HT AF BT TL IR IQ KP LA LB MM PS SY TJ YE BF BI CV CF TD KM DJ GQ ER GW LR LY MG MR NE SO SS SD ZW';
    for (const country of unreached.split(' '))
      expect(unreachableCountry(`+${callingCode(country)}5551234`), country).toBeDefined();
    for (const country of ['GB', 'US', 'DE', 'BR', 'ZA', 'JP'])
      expect(unreachableCountry(`+${callingCode(country)}5551234`), country).toBeUndefined();
  });
});
