import type { Sharp } from 'sharp';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../image/presence.ts';
import { bookOnTable, cardAlone, cardOnTable, hills, letterOnTable } from '../image/testing.ts';
import { assessDocument, seeDocument } from './assess.ts';

async function assess(picture: Sharp, evidence: Evidence = {}) {
  return assessDocument(await seeDocument(await picture.jpeg({ quality: 90 }).toBuffer()), evidence);
}

/** Names of failed findings, on the picture and on its origin. */
async function faults(picture: Sharp, evidence?: Evidence): Promise<string[]> {
  const { quality, origin } = await assess(picture, evidence);
  return [...quality, ...origin].filter(({ result }) => result === 'fail').map(({ name }) => name);
}

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

describe('a good picture', () => {
  it.each([0, 7, -12])('of a card on a table, turned by %i degrees, has no faults', async (tilt) => {
    expect(await faults(await cardOnTable({ tilt }))).toEqual([]);
  });

  it('of a card that fills it has no faults, with or without a machine readable zone', async () => {
    expect(await faults(await cardAlone())).toEqual([]);
    expect(await faults(await cardOnTable({ zone: false }))).toEqual([]);
  });

  it('gives its findings in order, each with figure, threshold and reason', async () => {
    const { quality, origin } = await assess(await cardOnTable());
    expect(quality.map(({ name }) => name)).toEqual([
      'document',
      'cutoff',
      'two_documents',
      'blur',
      'glare',
      'darkness',
      'contrast',
      'resolution',
      'colour',
      'damage',
    ]);
    expect(origin.map(({ name }) => name)).toEqual([
      'screenshot',
      'photo_of_screen',
      'editing_traces',
      'generated_marks',
      'foreign_data',
    ]);
    for (const { measure, threshold, reason } of [...quality, ...origin]) {
      expect([Number.isFinite(measure), Number.isFinite(threshold), reason.length > 10]).toEqual([true, true, true]);
    }
  });
});

describe('document', () => {
  it('is not seen in a landscape, nor in a letter on a table', async () => {
    expect(await faults(await hills())).toContain('document');
    expect(await faults(await letterOnTable())).toContain('document');
  });

  it('is not seen in a page of a book, not even with a face next to its text', async () => {
    const lines = Array.from({ length: 9 }, (_, i) => box(0.22, 0.5 + 0.045 * i, 0.6, 0.026));
    const evidence = { faces: [box(0.27, 0.15, 0.13, 0.2)], textBoxes: lines };
    const { quality } = await assess(await bookOnTable(), evidence);
    expect(quality[0]).toMatchObject({ name: 'document', result: 'fail' });
    expect(quality[0]?.reason).toContain('running text');
    expect(await faults(await bookOnTable())).toContain('document');
  });

  it('is seen by what others found', async () => {
    const face = [box(0.1, 0.2, 0.2, 0.4)];
    const lines = Array.from({ length: 4 }, (_, i) => box(0.4, 0.2 + i / 10, 0.3, 0.05));
    const seen = async (evidence: Evidence) => !(await faults(await hills(), evidence)).includes('document');
    expect(await seen({ mrz: [box(0.1, 0.7, 0.8, 0.1)] })).toBe(true);
    expect(await seen({ barcodes: [box(0.1, 0.7, 0.8, 0.1)] })).toBe(true);
    expect(await seen({ faces: face, textBoxes: lines })).toBe(true);
    expect(await seen({ faces: face, textBoxes: lines.slice(1) })).toBe(false);
    expect(await seen({ faces: face })).toBe(false);
    expect(await seen({ textBoxes: lines })).toBe(false);
  });
});

describe('cut off', () => {
  it.each([
    ['left', [-280, 0]],
    ['right', [330, 0]],
  ] as const)('is a card that reaches beyond the %s', async (_, shift) => {
    expect(await faults(await cardOnTable({ shift }))).toEqual(['cutoff']);
  });

  it('is a card whose outline ends below', async () => {
    expect(await faults(await cardOnTable({ zone: false, shift: [0, 190] }))).toEqual(['cutoff']);
  });

  it('is found by boxes of others at the border', async () => {
    const found = async (evidence: Evidence) => (await faults(await cardOnTable(), evidence)).includes('cutoff');
    expect(await found({ mrz: [box(0, 0.8, 0.9, 0.1)] })).toBe(true);
    expect(await found({ faces: [box(0.1, 0.9, 0.1, 0.1)] })).toBe(true);
    expect(await found({ mrz: [box(0.05, 0.8, 0.9, 0.1)], faces: [box(0.1, 0.1, 0.1, 0.1)] })).toBe(false);
  });
});

describe('several documents', () => {
  it('are two cards one above the other', async () => {
    const card = await (await cardAlone()).png().toBuffer();
    const canvas = { create: { width: 900, height: 1140, channels: 3, background: '#555a60' } } as const;
    const stacked = sharp(canvas).composite([
      { input: card, left: 20, top: 15 },
      { input: card, left: 20, top: 585 },
    ]);
    expect(await faults(sharp(await stacked.png().toBuffer()))).toEqual(['two_documents']);
  });

  it('are two machine readable zones', async () => {
    expect(await faults(await cardOnTable(), { mrz: [box(0.1, 0.3, 0.8, 0.1), box(0.1, 0.7, 0.8, 0.1)] })).toEqual([
      'two_documents',
    ]);
  });
});

describe('light and detail', () => {
  const glareSpot = (opacity: number) => `<defs><radialGradient id="g"><stop offset="0" stop-color="#fff"/>
    <stop offset=".5" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <ellipse cx="700" cy="420" rx="120" ry="90" fill="url(#g)" opacity="${opacity}"/>`;

  it('finds glare, but not a faint shine', async () => {
    expect(await faults(await cardOnTable({ over: glareSpot(1) }))).toEqual(['glare']);
    expect(await faults(await cardOnTable({ over: glareSpot(0.4) }))).toEqual([]);
  });

  it('finds a lamp mirrored with a hard edge', async () => {
    expect(
      await faults(await cardOnTable({ over: '<ellipse cx="700" cy="420" rx="80" ry="60" fill="#fff"/>' })),
    ).toEqual(['glare']);
  });

  it('finds glare where it runs into white paper between rows of print', async () => {
    const paper = '<rect x="240" y="470" width="720" height="190" fill="#fff"/>';
    const rows = Array.from(
      { length: 5 },
      (_, i) => `<path d="M250 ${490 + i * 36}h700" stroke="#222" stroke-width="12" stroke-dasharray="7 6"/>`,
    );
    const lamp = '<ellipse cx="560" cy="560" rx="110" ry="75" fill="#fff"/>';
    const glares = async (over: string) => (await faults(await cardOnTable({ zone: false, over }))).includes('glare');
    expect(await glares(paper + rows.join(''))).toBe(false);
    expect(await glares(paper + rows.join('') + lamp)).toBe(true);
  });

  it('takes a white wall behind the card for no glare', async () => {
    expect(await faults(await cardOnTable({ over: '<path d="M0 0h300q-60 250-300 260z" fill="#fff"/>' }))).toEqual([]);
  });

  it('takes a white label for print, not for glare', async () => {
    expect(
      await faults(await cardOnTable({ over: '<rect x="640" y="380" width="180" height="90" fill="#fff"/>' })),
    ).toEqual([]);
  });

  it('finds a dark, a pale, a blurred, a small and a grey picture', async () => {
    const card = () => cardOnTable();
    expect(await faults((await card()).linear(0.3, 0))).toContain('darkness');
    expect(await faults((await cardAlone()).linear(0.15, 200))).toContain('contrast');
    expect(await faults((await card()).blur(4))).toContain('blur');
    expect(await faults((await card()).resize(320))).toContain('resolution');
    expect(await faults((await card()).greyscale())).toEqual(['colour']);
  });
});

describe('damage', () => {
  it.each([true, false])(
    'is a tail of zeros, whatever decoders show for it (own codes: %s)',
    async (optimiseCoding) => {
      const bytes = await (await cardOnTable()).jpeg({ quality: 90, optimiseCoding }).toBuffer();
      bytes.fill(0, Math.round(0.6 * bytes.length), bytes.length - 2);
      const { quality } = assessDocument(await seeDocument(bytes));
      expect(quality.find(({ name }) => name === 'damage')?.result).toBe('fail');
    },
  );

  it('is middle grey instead of a part, also after the file was saved again', async () => {
    const grey = '<rect y="700" width="1200" height="100" fill="#808080"/>';
    expect(await faults(await cardOnTable({ over: grey }))).toContain('damage');
  });

  it('is not a grey table', async () => {
    const grey = (level: number) => ({ r: level, g: level, b: level });
    const framed = (level: number) =>
      cardAlone().then((card) => card.extend({ top: 80, bottom: 80, left: 90, right: 90, background: grey(level) }));
    expect(await faults(sharp(await (await framed(150)).png().toBuffer()))).toEqual([]);
  });
});
