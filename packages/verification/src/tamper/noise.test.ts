import { describe, expect, it } from 'vitest';
import { copyMove } from './copy-move.ts';
import { forensicPicture } from './forensic-picture.ts';
import type { Measure } from './measure.ts';
import { noise } from './noise.ts';
import { asJpeg, asPng, compressed, type Drawn, drawnDocument, pasted } from './testing.ts';

const LETTER = { left: 200, top: 236, width: 12, height: 28 };

async function findings(measure: Measure, { regions }: Drawn, bytes: Buffer) {
  const found = await measure(await forensicPicture(bytes, regions), regions);
  return Object.fromEntries(found.map(({ part, result, able }) => [part, able ? result : 'unable']));
}

describe('noise', () => {
  it('of one letter that differs from its line is flagged, where it stands', async () => {
    const [quiet, loud] = [drawnDocument({ grain: 3 }), drawnDocument({ grain: 24 })];
    const forged = pasted(quiet, loud, LETTER);
    expect(await findings(noise, forged, await asJpeg(forged, 95))).toEqual({ zone: 'fail' });
    const [zone] = await noise(await forensicPicture(await asPng(forged), forged.regions), forged.regions);
    expect(Math.abs(zone!.place!.left * 480 - LETTER.left)).toBeLessThanOrEqual(LETTER.width);
  });

  it('that is the same everywhere is evidence of nothing', async () => {
    const drawn = drawnDocument();
    expect(await findings(noise, drawn, await asJpeg(drawn, 85))).toEqual({ zone: 'unable' });
  });
});

describe('copy_move', () => {
  it('flags a letter that was copied with its noise, also after a good JPEG', async () => {
    const drawn = drawnDocument({ grain: 20 });
    const forged = pasted(drawn, drawn, { ...LETTER, left: 200, dx: 110 });
    expect(await findings(copyMove, forged, await asPng(forged))).toEqual({ zone: 'fail' });
    expect(await findings(copyMove, forged, await asJpeg(forged, 92))).toEqual({ zone: 'fail' });
    expect(await findings(copyMove, drawn, await asPng(drawn))).toEqual({ zone: 'unable' });
  });

  it('leaves letters alone that are equal because no camera took them', async () => {
    const drawn = drawnDocument({ grain: 0 });
    const data = drawn.data.map((value) => value & 0xe0);
    const forged = pasted({ ...drawn, data }, { ...drawn, data }, { ...LETTER, dx: 110 });
    expect(await findings(copyMove, forged, await asPng(forged))).toEqual({ zone: 'unable' });
    expect(await findings(copyMove, forged, await asPng(await compressed(forged, 95)))).toEqual({ zone: 'unable' });
  });
});
