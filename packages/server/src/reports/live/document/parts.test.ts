import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';
import { readingOf } from './testing.ts';

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height });

test('parts are the portrait, ghosts, zone, heat map and fields of each side, under ids of their own', () => {
  const { analysis } = readingOf();
  const [front] = analysis.sides;
  const side = {
    ...front!,
    pageNumber: 1,
    regions: {
      turn: 0,
      zone: [
        { box: box(0.125, 0.75, 0.75, 0.0625), text: 'P<' },
        { box: box(0.0625, 0.875, 0.75, 0.0625), text: 'E0' },
      ],
      print: [],
      portrait: box(0.1, 0.2, 0.2, 0.3),
      ghosts: [box(0.8, 0.2, 0.1, 0.1)],
    },
    places: { zone: {}, printed: {}, barcode: null },
    forensics: { findings: [], heat: { columns: 2, rows: 1, values: new Uint8Array([0, 255]) } },
  } as never;
  const places = {
    zone: { documentNumber: { side: 1, box: box(0, 0.9, 0.2, 0.05) } },
    printed: { surname: { side: 1, box: box(0.4, 0.3, 0.2, 0.05) } },
    barcode: null,
  };
  const unreadable = { id: 'other', unreadable: 'undecodable' };
  const parts = partsOf({ analysis: { ...analysis, sides: [unreadable, side], places } });
  const at = { media_id: 'front', page: 1 };
  expect(parts).toEqual([
    { id: '1-portrait', kind: 'portrait', ...at, box: box(0.1, 0.2, 0.2, 0.3) },
    { id: '1-ghost-1', kind: 'ghost', ...at, box: box(0.8, 0.2, 0.1, 0.1) },
    { id: '1-zone', kind: 'zone', ...at, box: box(0.0625, 0.75, 0.8125, 0.1875) },
    { id: '1-heat', kind: 'heat', ...at, box: box(0, 0, 1, 1), heat: { columns: 2, rows: 1, values: 'AP8=' } },
    {
      id: '1-zone-documentNumber',
      kind: 'field',
      ...at,
      box: box(0, 0.9, 0.2, 0.05),
      field: 'documentNumber',
      source: 'mrz',
    },
    {
      id: '1-print-surname',
      kind: 'field',
      ...at,
      box: box(0.4, 0.3, 0.2, 0.05),
      field: 'surname',
      source: 'printed',
    },
  ]);
});
