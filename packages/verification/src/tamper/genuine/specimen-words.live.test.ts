import { createRequire } from 'node:module';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { cardOnTable } from '../../image/testing.ts';
import { drawnCard } from '../../text/testing.ts';
import { forensicPicture } from '../forensic-picture.ts';
import type { Regions } from '../forensics.ts';
import { specimenWords } from './specimen-words.ts';

const fontfile = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const read: Regions = {
  turn: 0,
  zone: [],
  portrait: null,
  ghosts: [],
  print: ['UTOPIE', 'NAME', 'ANNA MARIA', 'F', '12 AUG 1974', 'ZENITH'].map((text, i) => ({
    text,
    box: { left: 0.4, top: 0.2 + 0.08 * i, width: 0.2, height: 0.04 },
  })),
};

/** A card with a word of large letters across it, at an angle in degrees. */
async function overprinted(word: string, degrees: number, opacity = 100): Promise<Buffer> {
  const text = {
    text: `<span foreground="#b22" alpha="${opacity}%">${word}</span>`,
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

it.each([-25, 30])('finds a word that runs across a card at a slant of %i degrees', async (degrees) => {
  const found = await judge(await overprinted('SPECIMEN', degrees));
  expect(found).toMatchObject({ name: 'specimen_words', part: 'whole', able: true, result: 'fail', measure: 1 });
});

it.each([
  [-75, 'fill="#b22"'],
  [-60, 'fill="none" stroke="#b22" stroke-width="4"'],
  [60, 'fill="#b22"'],
])('finds one that climbs at %i degrees, of letters with %s', async (degrees, letters) => {
  const place = 'x="600" y="400" text-anchor="middle" dominant-baseline="middle"';
  const word = `<text ${place} font-family="DejaVu Sans" font-weight="bold" font-size="68" ${letters}
    transform="rotate(${degrees} 600 400)">SPECIMEN</text>`;
  const picture = (await cardOnTable({})).composite([
    { input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">${word}</svg>`) },
  ]);
  expect(await judge(await picture.jpeg({ quality: 85 }).toBuffer())).toMatchObject({ result: 'fail', measure: 1 });
});

it.each([
  ['SPECIMEN', 0, 35],
  ['VOID', 180, 60],
  ['ОБРАЗЕЦ', -20, 45],
])('finds %s, translucent, turned by %i degrees, %i % opaque', async (word, degrees, opacity) => {
  const found = await judge(await overprinted(word, degrees, opacity));
  expect(found).toMatchObject({ result: 'fail', measure: 1 });
});

it('finds one in Chinese characters', async () => {
  expect(await judge(await drawnCard(['', '样本'], { size: 260 }))).toMatchObject({ result: 'fail', measure: 1 });
});

it('finds none in another word, and none on a plain card', async () => {
  expect(await judge(await overprinted('REPUBLIC', -25))).toMatchObject({ result: 'pass', measure: 0 });
  expect(await judge(await (await cardOnTable({})).jpeg().toBuffer())).toMatchObject({ result: 'pass', measure: 0 });
});
