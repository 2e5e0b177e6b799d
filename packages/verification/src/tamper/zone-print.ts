import type { Measure } from './measure.ts';
import { zoneClones } from './zone-clones.ts';
import { zoneGlyphs } from './zone-glyphs.ts';
import { zoneLines } from './zone-letters.ts';

/** `zone_glyphs` and `zone_clones`: the letters of the zone, cut out once and compared with each other. */
export const zonePrint: Measure = (picture, regions) => {
  const lines = zoneLines(picture, regions);
  return [...zoneGlyphs(lines), ...zoneClones(lines)];
};
