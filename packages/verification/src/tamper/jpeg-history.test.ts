import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { earlierQuantisation } from './earlier-quantisation.ts';
import { forensicPicture } from './forensic-picture.ts';
import type { Part } from './forensics.ts';
import { jpegHistory } from './jpeg-history.ts';
import { asJpeg, asPng, compressed, type Drawn, drawnDocument, pasted } from './testing.ts';

const LETTER = { left: 203, top: 240, width: 12, height: 20 };
const FACE = { left: 40, top: 40, width: 120, height: 150 };

async function findings({ regions }: Drawn, bytes: Buffer) {
  const found = await jpegHistory(await forensicPicture(bytes, regions), regions);
  return Object.fromEntries(found.map(({ part, result, able }) => [part, able ? result : 'unable'])) as Partial<
    Record<Part, string>
  >;
}

describe('the compression before the last one', () => {
  it('is found with its steps, wherever its grid is', async () => {
    const drawn = drawnDocument();
    const once = await asJpeg(drawn, 80);
    const steps = async (bytes: Buffer) => {
      const found = earlierQuantisation(await forensicPicture(bytes, drawn.regions), () => true);
      return found && [found.left, found.top, ...[1, 8, 9].map((frequency) => found.steps[frequency])];
    };
    // Table K.1 of ITU-T T.81 at quality 80, in libjpeg's scale: 40 % of 11, 12 and 12.
    expect(await steps(await sharp(once).png().toBuffer())).toEqual([0, 0, 4, 5, 5]);
    expect(await steps(await sharp(once).jpeg({ quality: 96 }).toBuffer())).toEqual([0, 0, 4, 5, 5]);
    const cut = sharp(once).extract({ left: 13, top: 2, width: 440, height: 300 });
    expect(await steps(await cut.clone().png().toBuffer())).toEqual([3, 6, 4, 5, 5]);
  });

  it('is absent without an earlier compression, or if reducing lost it', async () => {
    const drawn = drawnDocument();
    const steps = async (bytes: Buffer) => earlierQuantisation(await forensicPicture(bytes, drawn.regions), () => true);
    expect(await steps(await asPng(drawn))).toBeNull();
    expect(await steps(await asJpeg(drawn, 90))).toBeNull();
    const reduced = sharp(await asJpeg(drawn, 80)).resize(400);
    expect(await steps(await reduced.jpeg({ quality: 92 }).toBuffer())).toBeNull();
  });
});

describe('jpeg_history', () => {
  it('confirms a document that was saved again as a whole', async () => {
    const twice = await compressed(drawnDocument(), 78);
    expect(await findings(twice, await asPng(twice))).toEqual({ zone: 'pass', portrait: 'pass' });
    expect(await findings(twice, await asJpeg(twice, 95))).toEqual({ zone: 'pass', portrait: 'pass' });
  });

  it('flags one letter that was moved within its line', async () => {
    const twice = await compressed(drawnDocument(), 78);
    const forged = pasted(twice, twice, { ...LETTER, dx: 53 });
    expect(await findings(forged, await asPng(forged))).toEqual({ zone: 'fail', portrait: 'pass' });
    const picture = await forensicPicture(await asJpeg(forged, 95), forged.regions);
    const [zone] = await jpegHistory(picture, forged.regions);
    expect(zone).toMatchObject({ name: 'jpeg_history', part: 'zone', result: 'fail', able: true, threshold: 30 });
    const { left, width } = zone!.place!;
    expect(left * 480).toBeLessThanOrEqual(LETTER.left + LETTER.width / 2);
    expect((left + width) * 480).toBeGreaterThanOrEqual(LETTER.left + LETTER.width / 2);
  });

  it('flags a portrait of another file, though that was a JPEG, too', async () => {
    const [twice, other] = [await compressed(drawnDocument(), 78), await compressed(drawnDocument({ seed: 9 }), 85)];
    const forged = pasted(twice, other, { ...FACE, dx: 3, dy: 5 });
    expect(await findings(forged, await asJpeg(forged, 95))).toEqual({ zone: 'pass', portrait: 'fail' });
  });

  it('says nothing of a file that was saved once, reduced, or saved much worse', async () => {
    const drawn = drawnDocument();
    expect(await findings(drawn, await asJpeg(drawn, 90))).toEqual({ zone: 'unable', portrait: 'unable' });
    const reduced = await sharp(await asJpeg(drawn, 80))
      .resize(400)
      .jpeg({ quality: 92 })
      .toBuffer();
    expect(await findings(drawn, reduced)).toEqual({ zone: 'unable', portrait: 'unable' });
    const worse = await asJpeg(await compressed(drawn, 95), 60);
    expect(await findings(drawn, worse)).toEqual({ zone: 'unable', portrait: 'unable' });
  });

  it('says nothing of a part whose ink is clipped', async () => {
    const drawn = drawnDocument();
    const data = drawn.data.map((value, i) => (Math.floor(i / 3 / drawn.width) >= 240 && value < 90 ? 0 : value));
    const twice = await compressed({ ...drawn, data }, 78);
    expect(await findings(twice, await asPng(twice))).toEqual({ zone: 'unable', portrait: 'pass' });
  });
});
