import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cardOnTable } from '../../image/testing.ts';
import { forensicPicture } from '../forensic-picture.ts';
import type { Regions } from '../forensics.ts';
import { specimenWords } from './specimen-words.ts';

const fontfile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const read: Regions = {
  ...{ turn: 0, zone: [], portrait: null, ghosts: [] },
  print: ['UTOPIE', 'NAME', 'ANNA MARIA', 'F', '12 AUG 1974', 'ZENITH'].map((text, i) => ({
    ...{ text, box: { left: 0.4, top: 0.2 + 0.08 * i, width: 0.2, height: 0.04 } },
  })),
};

/** A card with a word of large letters across it, at an angle in degrees. */
async function overprinted(word: string, degrees: number): Promise<Buffer> {
  const text = {
    text: `<span foreground="#b22">${word}</span>`,
    font: 'DejaVu Sans Bold',
    fontfile,
    dpi: 900,
    rgba: true,
  };
  const letters = await sharp({ text }).resize({ width: 700 }).png().toBuffer();
  const turned = await sharp(letters).rotate(degrees, { background: '#0000' }).png().toBuffer();
  return (await cardOnTable({}))
    .composite([{ input: turned }])
    .jpeg({ quality: 85 })
    .toBuffer();
}

const judge = async (bytes: Buffer) => (await specimenWords(await forensicPicture(bytes, read), read))[0]!;

it('finds a word that runs across a card at a slant', async () => {
  for (const degrees of [-25, 30]) {
    const found = await judge(await overprinted('SPECIMEN', degrees));
    expect(found).toMatchObject({ name: 'specimen_words', part: 'whole', able: true, result: 'fail', measure: 1 });
  }
});

it('finds none in another word, and none on a plain card', async () => {
  expect(await judge(await overprinted('REPUBLIC', -25))).toMatchObject({ result: 'pass', measure: 0 });
  expect(await judge(await (await cardOnTable({})).jpeg().toBuffer())).toMatchObject({ result: 'pass', measure: 0 });
});
