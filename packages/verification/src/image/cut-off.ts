import type { Finding } from '../finding.ts';
import type { Outline } from './outline.ts';
import { type Box, type Evidence, type Sight, zoneRows } from './presence.ts';

/** Signs that a row needs for its end at the border to count: patterns at the edge of a scan make short ones. */
const FEWEST_SIGNS = 12;

/** Share of the picture's side within which something found by another analyser touches the border. */
const TOUCH = 0.002;

/** Share of the picture's side that must be free on the other sides: scans often end a pixel outside of the card. */
const MARGIN = 0.02;

/** Width divided by height of a complete card: at least a passport's ratio, at most a card's, with tolerance. */
const WHOLE = [1.35, 1.68] as const;

/**
 * Finding on whether part of the document lies outside of the picture: rows of print, the MRZ, a barcode or a portrait that the
 * border cuts, or three sides of an outline that run into it. The measure counts such signs.
 */
export function cutOff({ rows, outline, ...sight }: Sight, evidence: Evidence = {}): Finding {
  const cuts: string[] = [];
  const zone = new Set(zoneRows(rows));
  for (const row of rows) {
    if (zone.has(row) && (row.touches.left || row.touches.right)) cuts.push('a row of the MRZ');
    if (row.signs >= FEWEST_SIGNS && (row.touches.top || row.touches.bottom)) cuts.push('a row of text');
  }
  for (const side of ['left', 'right'] as const) {
    if (rows.filter((row) => row.touches[side]).length >= 2) cuts.push(`rows of text on the ${side}`);
  }
  for (const kind of ['mrz', 'barcodes', 'faces'] as const) {
    for (const box of evidence[kind] ?? []) if (touches(box)) cuts.push(names[kind]);
  }
  if (outline && endsAtBorder(outline, sight)) cuts.push(`the document edge at the ${outline.cutAt}`);
  return {
    name: 'cutoff',
    measure: cuts.length,
    threshold: 0,
    result: cuts.length > 0 ? 'fail' : 'pass',
    reason: cuts.length > 0 ? `The image cuts off ${cuts.join(', ')}` : 'The image cuts nothing off',
  };
}

const names = { mrz: 'the MRZ', barcodes: 'a barcode', faces: 'a portrait' } as const;

function touches({ left, top, width, height }: Box): boolean {
  return left < TOUCH || top < TOUCH || left + width > 1 - TOUCH || top + height > 1 - TOUCH;
}

function endsAtBorder({ cutAt, corners }: Outline, { width, height }: { width: number; height: number }): boolean {
  if (!cutAt) return false;
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const free = {
    left: Math.min(...xs),
    right: 1 - Math.max(...xs),
    top: Math.min(...ys),
    bottom: 1 - Math.max(...ys),
  };
  const margins = Object.entries(free).filter(([side, share]) => side !== cutAt && share >= MARGIN).length;
  const ratio = ((1 - free.left - free.right) * width) / ((1 - free.top - free.bottom) * height);
  const sideways = cutAt === 'left' || cutAt === 'right';
  // What is cut at the side is no longer than a whole card; what is cut above or below is not higher.
  return margins >= 2 && (sideways ? ratio < WHOLE[1] : ratio > WHOLE[0]);
}
