import { folded } from '../../text/page.ts';
import type { ForensicPicture } from '../forensic-picture.ts';
import type { Forensic, Regions } from '../forensics.ts';
import { flatBars } from './flat-bars.ts';
import { WINDOW_TITLES, WINDOW_WORDS } from './window-words.ts';

/** One word or one bar may be an accident. */
const WINDOW_THRESHOLD = 1;

/** Number of signs from which the picture shows a program's window beyond doubt. */
export const WINDOW_BEYOND_DOUBT = 3;

/**
 * A program's window around a document (`software_window`): words of menus and buttons that stand by themselves, its title,
 * bars of one colour along the borders of the picture. The measure counts them, bars as one.
 */
export function softwareWindow(picture: ForensicPicture, regions: Regions): Forensic[] {
  const lines = regions.print.filter(({ text }) => isOfWindow(folded(text)));
  const bars = flatBars(picture);
  const words = new Set(lines.map(({ text }) => folded(text)));
  const measure = words.size + (bars > 0 ? 1 : 0);
  const found = [...words].map((word) => `"${word}"`);
  if (bars > 0) found.push(`${bars} plain bars along the borders`);
  return [
    {
      name: 'software_window',
      part: 'whole',
      able: true,
      place: lines[0]?.box ?? null,
      measure,
      threshold: WINDOW_THRESHOLD,
      result: measure > WINDOW_THRESHOLD ? 'fail' : 'pass',
      reason: `Signs of a program window: ${found.join(', ') || 'none'} (measured ${measure}, maximum ${WINDOW_THRESHOLD})`,
    },
  ];
}

function isOfWindow(text: string): boolean {
  if (WINDOW_WORDS.has(text) || WINDOW_TITLES.test(text)) return true;
  // A row of menus or buttons is read as one line.
  const words = text.split(/[\s|]+/);
  return words.length > 1 && words.every((word) => WINDOW_WORDS.has(word));
}
