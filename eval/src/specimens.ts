import { readDocument } from '@bonafide/verification';
import { spent } from './call-times.ts';
import type { Measurement, Subject } from './measurement.ts';
import {
  blur,
  coloured,
  crop,
  type Damage,
  damaged,
  dim,
  faint,
  glare,
  jpeg,
  keystone,
  negative,
  onTable,
  shadow,
  small,
  type Typeface,
  tilt,
  turnedAway,
  zone,
} from './specimens-drawn.ts';

const TODAY = '2026-03-01';
/** Specimens a condition. */
const EACH = 6;

interface Condition {
  readonly what: string;
  readonly damage: Damage;
  readonly face?: Typeface;
  /** Letters are lost: nothing may be reported valid. */
  readonly lost?: boolean;
  readonly target?: number;
}

const none: Damage = async (picture) => picture;

const CONDITIONS: readonly Condition[] = [
  { what: 'OCR-B as it should be', damage: none, target: 1 },
  { what: 'OCR-B, bold', damage: none, face: 'OCR-B, bold' },
  { what: 'OCR-B, fine', damage: none, face: 'OCR-B, fine' },
  { what: 'DejaVu Sans Mono, no typeface for zones', damage: none, face: 'DejaVu Sans Mono' },
  { what: 'blurred, deviation 10 % of the pitch', damage: blur(0.1) },
  { what: 'blurred, 15 %', damage: blur(0.15) },
  { what: 'blurred, 20 %', damage: blur(0.2) },
  { what: 'tilted by 5°', damage: tilt(5) },
  { what: 'tilted by 15°', damage: tilt(-15) },
  { what: 'keystone, upper side 10 % shorter', damage: keystone(0.1) },
  { what: 'keystone, 20 %', damage: keystone(0.2) },
  { what: 'glare of half strength over 12 letters', damage: glare(12, 0.5) },
  { what: 'glare of 85 % over 12 letters', damage: glare(12, 0.85) },
  { what: 'glare that leaves nothing of 6 letters', damage: glare(12, 1), lost: true },
  { what: 'shadow, down to a quarter of the light', damage: shadow(0.25) },
  { what: 'dark, a fifth of the light, noise 6', damage: dim(0.2, 6) },
  { what: 'faint, a fifth of the contrast', damage: faint(0.2) },
  { what: 'cut off half a letter beside the zone', damage: crop(-0.5) },
  { what: 'cut off with two letters of each line', damage: crop(2), lost: true },
  { what: 'small, 8 pixels from letter to letter', damage: small(8) },
  { what: 'small, 6 pixels', damage: small(6) },
  { what: 'JPEG of quality 20', damage: jpeg(20) },
  { what: 'tilted by 30°', damage: tilt(30) },
  { what: 'turned away, right side 20 % lower', damage: turnedAway(0.2) },
  { what: 'card of 750 pixels on a table', damage: onTable(750, 0) },
  { what: 'card of 750 pixels on a table, tilted by 30°', damage: onTable(750, 30) },
  { what: 'card of 600 pixels on a table, tilted by -20°', damage: onTable(600, -20) },
  { what: 'page of 280 pixels', damage: (picture) => small(0.28)(picture, 1, 0) },
  { what: 'light letters on dark', damage: negative },
  { what: 'on green paper', damage: coloured('#7fb58a') },
];

/** Zones that we draw, with digits that are right, and damage by known amounts: where reading ends. */
export const specimens: Subject = {
  name: 'specimens',
  async measure() {
    const time = spent();
    const rows: Measurement[] = [];
    let wrong = 0;
    let index = 0;
    for (const { what, damage, face, lost, target } of CONDITIONS) {
      let right = 0;
      for (let i = 0; i < EACH; i++, index++) {
        const { lines } = zone(index);
        const picture = await damaged(index, damage, face);
        const { mrz } = await time.of(() => readDocument(picture, { today: TODAY }));
        const same = mrz?.mrz.lines.join() === lines.join();
        if (mrz?.mrz.valid && !same) wrong++;
        if (lost ? !mrz?.mrz.valid || same : same) right++;
      }
      const held = target === undefined ? {} : { target: `${100 * target} %`, met: right >= target * EACH };
      rows.push({ what: lost ? `${what}: none reported valid` : what, right, of: EACH, ...held });
    }
    return [
      ...rows,
      { what: 'reported valid that are not what was drawn', figure: String(wrong), target: '0', met: wrong === 0 },
      ...time.lines('a specimen'),
    ] satisfies Measurement[];
  },
};
