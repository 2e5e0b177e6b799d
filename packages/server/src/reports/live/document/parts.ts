import type { Place, ReadableSide } from '@bonafide/verification';
import type { PicturePart } from '../../outcome.ts';
import type { DocumentReading } from './reading.ts';

/** Every part of the pictures that a reviewer may want to see, with its place. */
export function partsOf({ analysis }: Pick<DocumentReading, 'analysis'>): PicturePart[] {
  const { places } = analysis;
  const bySide = analysis.sides.flatMap((side, number) => (side.unreadable === undefined ? ofSide(side, number) : []));
  const fields = [
    ...fieldsAt('mrz', places.zone, analysis.sides),
    ...fieldsAt('printed', places.printed, analysis.sides),
  ];
  return [...bySide, ...fields];
}

function ofSide(side: ReadableSide, number: number): PicturePart[] {
  const at = { media_id: side.id, page: side.pageNumber };
  const { portrait, ghosts, zone } = side.regions;
  const { heat } = side.forensics;
  const { barcode } = side.places;
  return [
    ...(portrait ? [{ id: `${number}-portrait`, kind: 'portrait' as const, ...at, box: portrait }] : []),
    ...ghosts.map((box, i) => ({ id: `${number}-ghost-${i + 1}`, kind: 'ghost' as const, ...at, box })),
    ...(zone.length > 0
      ? [{ id: `${number}-zone`, kind: 'zone' as const, ...at, box: around(zone.map(({ box }) => box)) }]
      : []),
    ...(barcode ? [{ id: `${number}-barcode`, kind: 'barcode' as const, ...at, box: barcode }] : []),
    ...(heat
      ? [
          {
            id: `${number}-heat`,
            kind: 'heat' as const,
            ...at,
            box: WHOLE,
            heat: { columns: heat.columns, rows: heat.rows, values: Buffer.from(heat.values).toString('base64') },
          },
        ]
      : []),
  ];
}

const WHOLE = { left: 0, top: 0, width: 1, height: 1 };

function fieldsAt(
  source: 'mrz' | 'printed',
  places: Readonly<Partial<Record<string, Place>>>,
  sides: DocumentReading['analysis']['sides'],
): PicturePart[] {
  return Object.entries(places).flatMap(([field, place]) => {
    const side = place && sides[place.side];
    if (!side || side.unreadable !== undefined) return [];
    const id = `${place.side}-${source === 'mrz' ? 'zone' : 'print'}-${field}`;
    return [{ id, kind: 'field' as const, media_id: side.id, page: side.pageNumber, box: place.box, field, source }];
  });
}

/** The smallest box around others. */
function around(boxes: readonly PicturePart['box'][]): PicturePart['box'] {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}
