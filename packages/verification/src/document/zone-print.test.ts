import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOfZone } from './zone-print.ts';

const zone = ['P<USATRAVELER<<HAPPY<<<<<<<<<<<<<<<<<<<<<<<<', 'E000077303USA6502056F3010149500101920<091824'];
const french = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '8806923102858CORINNE<<<<<<<6512068F6'];

describe('a line of the zone that was read as print', () => {
  it.each([
    ['P<USATRAVELER', true],
    ['E000077303USA6502056F3010149500101920K091824', true],
    ['EOOO077303USA6502O56F3010149500101920091824', true],
    ['E000077303USA 6502056F 3010149500101920 091824', true],
    ['E000077303USA 6502O56F', true],
    ['P USATRAVELER HAPPY', true],
    ['E00007730', false],
    ['TRAVELER HAPPY', false],
    ['TRAVELLER HAPPY', false],
    ['DEPARTMENTOFSTATE', false],
    ['DEPARTMENT OF STATE', false],
  ])('%s: %s', (text, expected) => expect(isOfZone(text, zone)).toBe(expected));

  it.each([
    ['8806923102858 CORINNE 6512068F6', true],
    ['8806 9231 0285', false],
    ['No 880692310285', false],
  ])('of a French card, %s: %s', (text, expected) => expect(isOfZone(text, [...zone, ...french])).toBe(expected));

  it('is known wherever it is divided by blanks, once it runs over two fields', () => {
    const bare = zone[1]!.replaceAll('<', '');
    // From within the number on, past nationality and check digit.
    const piece = fc.tuple(fc.nat({ max: 4 }), fc.integer({ min: 16, max: 30 }), fc.array(fc.nat({ max: 29 })));
    fc.assert(
      fc.property(piece, ([from, length, blanks]) => {
        const letters = Array.from(bare.slice(from, from + length), (c, i) => (blanks.includes(i) ? ` ${c}` : c));
        expect(isOfZone(letters.join(''), zone)).toBe(true);
      }),
    );
  });
});
