import { describe, expect, it } from 'vitest';
import { parseMrz } from '../mrz/parse.ts';
import { type Half, halves } from './halves.ts';

const line = (text: string, left: number, top: number) => ({ text, box: { left, top, width: 100, height: 20 } });

/** A card above another, read upright; the picture is dark above and light below. */
const page = {
  width: 400,
  height: 600,
  lines: [line('PERMIS DE CONDUIRE', 20, 20), line('5. 13AA00001', 20, 60), line('SIGNATURE', 20, 400)],
};
const grey = {
  width: 40,
  height: 60,
  data: Uint8Array.from({ length: 2400 }, (_, i) => (i < 1200 ? i % 40 : 255 - (i % 37))),
};
const box = (top: number) => ({ left: 0.1, top, width: 0.8, height: 0.1 });
const ABOVE = { left: 0, top: 0, width: 1, height: 0.5 };
const BELOW = { ...ABOVE, top: 0.5 };
const mrz = parseMrz(
  ['I<FRAD231458907<<<<<<<<<<<<<<<', '7408122F1204159FRA<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'],
  '2026-03-01',
)!;
const rest = { grey, turn: 0 as const, zone: { mrz, box: box(0.8) }, barcode: null, today: '2026-03-01' };
const texts = (parts: readonly Half[]) => parts.map(({ lines }) => lines.map(({ text }) => text));

describe('two cards in one picture', () => {
  it('have each their own print, words, zone and look', () => {
    const [front, back, ...more] = halves([ABOVE, BELOW], { ...rest, page });
    expect(more).toEqual([]);
    expect(texts([front!, back!])).toEqual([['PERMIS DE CONDUIRE', '5. 13AA00001'], ['SIGNATURE']]);
    expect([front!.words.documentType, back!.words.documentType]).toEqual(['driving_licence', null]);
    expect([front!.classification.documentType, back!.classification.documentType]).toEqual([
      'driving_licence',
      'national_identity_card',
    ]);
    expect([front!.classification.issuingCountry, back!.classification.issuingCountry]).toEqual([null, 'FRA']);
    expect([front!.printed.documentNumber?.value, back!.printed.documentNumber]).toEqual(['13AA00001', undefined]);
    expect([front!.zone, back!.zone, front!.barcode, back!.barcode]).toEqual([false, true, false, false]);
    expect(front!.hash).not.toBe(back!.hash);
  });

  it('are separated in a picture that was turned to be read', () => {
    // Turned by half: what stands above in the page stands below in the picture.
    expect(texts(halves([ABOVE, BELOW], { ...rest, page, turn: 2 }))).toEqual([
      ['SIGNATURE'],
      ['PERMIS DE CONDUIRE', '5. 13AA00001'],
    ]);
  });

  it('are absent if the picture has no gap', () => {
    expect(halves([], { ...rest, page })).toEqual([]);
  });
});
