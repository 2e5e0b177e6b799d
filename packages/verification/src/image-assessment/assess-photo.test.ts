import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sameLook } from '../image/hash.ts';
import { assessPhoto } from './assess-photo.ts';

/** A face on a wall, 900 by 1200, drawn. */
async function portrait(over = '') {
  const hair = Array.from(
    { length: 60 },
    (_, i) =>
      `<path d="M${300 + i * 5} 300 q ${(i * 13) % 40} -90 ${(i * 7) % 30} -150" stroke="#2a1c14" stroke-width="2"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200" fill="none"><rect width="900" height="1200" fill="#9fb0b8"/>
    <path d="M150 1200 Q 180 850 450 840 T 750 1200 z" fill="#34495e"/><ellipse cx="450" cy="520" rx="210" ry="280" fill="#d9a98c"/>
    ${hair.join('')}<circle cx="370" cy="470" r="26" fill="#fff"/><circle cx="530" cy="470" r="26" fill="#fff"/>
    <circle cx="370" cy="470" r="13" fill="#33231a"/><circle cx="530" cy="470" r="13" fill="#33231a"/>
    <path d="M450 500 l -25 110 h 40" stroke="#a97a5f" stroke-width="5"/><path d="M380 680 q 70 40 140 0" stroke="#a04040" stroke-width="12"/>${over}</svg>`;
  return sharp(await sharp(Buffer.from(svg)).png().toBuffer());
}

async function faults(bytes: Buffer): Promise<string[]> {
  const { quality, origin } = await assessPhoto(bytes);
  return [...quality, ...origin].filter(({ result }) => result === 'fail').map(({ name }) => name);
}

describe('a live photo', () => {
  it('without faults has none, and is asked for what every photo has', async () => {
    const photo = await assessPhoto(await (await portrait()).jpeg({ quality: 90 }).toBuffer());
    expect([photo.width, photo.height]).toEqual([900, 1200]);
    expect([...photo.quality, ...photo.origin].map(({ name, result }) => [name, result])).toEqual([
      ['blur', 'pass'],
      ['glare', 'pass'],
      ['darkness', 'pass'],
      ['contrast', 'pass'],
      ['damage', 'pass'],
      ['screenshot', 'pass'],
      ['photo_of_screen', 'pass'],
      ['editing_traces', 'pass'],
      ['generated_marks', 'pass'],
      ['foreign_data', 'pass'],
    ]);
  });

  it('says when and with what it was taken, by its own account', async () => {
    const exif = { IFD0: { Make: 'Maker', Model: 'M 1' }, IFD2: { DateTimeOriginal: '2024:05:06 07:08:09' } };
    const { metadata } = await assessPhoto(await (await portrait()).withExif(exif).jpeg().toBuffer());
    expect(metadata).toMatchObject({ make: 'Maker', model: 'M 1', takenAt: '2024-05-06T07:08:09', software: [] });
  });

  it('keeps its hash when it is made smaller, and has another than a different one', async () => {
    const whole = await assessPhoto(await (await portrait()).jpeg().toBuffer());
    const small = await assessPhoto(await (await portrait()).resize(300).jpeg({ quality: 50 }).toBuffer());
    const other = await assessPhoto(
      await (await portrait('<path d="M0 0h450v1200h-450z" fill="#111"/>')).jpeg().toBuffer(),
    );
    expect(sameLook(small.hash, whole.hash)).toBe(true);
    expect(sameLook(other.hash, whole.hash)).toBe(false);
  });

  it('has a finding when it is blurred, dark, edited, or holds an archive', async () => {
    const photo = async () => await portrait();
    const edited = { IFD0: { Software: 'GIMP 2.10.34' } };
    expect(await faults(await (await photo()).blur(4).jpeg().toBuffer())).toEqual(['blur']);
    expect(await faults(await (await photo()).linear(0.4, 0).jpeg({ quality: 90 }).toBuffer())).toContain('darkness');
    expect(await faults(await (await photo()).withExif(edited).jpeg().toBuffer())).toEqual(['editing_traces']);
    const archive = Buffer.concat([
      await (await photo()).jpeg().toBuffer(),
      Buffer.from('PK\x05\x06'),
      Buffer.alloc(18),
    ]);
    expect(await faults(archive)).toEqual(['foreign_data']);
  });

  it('has a finding when a lamp is mirrored in it', async () => {
    const lamp = '<ellipse cx="600" cy="380" rx="80" ry="60" fill="#fff"/>';
    expect(await faults(await (await portrait(lamp)).jpeg({ quality: 90 }).toBuffer())).toEqual(['glare']);
  });
});
