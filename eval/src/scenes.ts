import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  analyseSelfie,
  assessDocument,
  assessPhoto,
  type Evidence,
  FACE_THRESHOLDS,
  findFaces,
  rasterOf,
  seeDocument,
} from '@bonafide/verification';
import sharp from 'sharp';
import { readOverprints } from '../../packages/verification/src/tamper/genuine/overprint.ts';
import { specimenSigns } from '../../packages/verification/src/tamper/genuine/specimen-signs.ts';
import { detect } from '../../packages/verification/src/text/detect.ts';
import { between, pick, type Random, randomOf } from './forgeries/random.ts';
import { withoutMarks } from './genuine/marks.ts';
import type { Measurement, Subject } from './measurement.ts';
import { bookPage } from './scenes/book.ts';
import { type Card, openCards } from './scenes/cards.ts';
import { GROUNDS, type GroundName, onGround, type Place } from './scenes/grounds.ts';
import { lampOver, paperSheet, underFlash } from './scenes/light.ts';
import { WORDS, withWordOver } from './scenes/overprint.ts';
import { onPhone } from './scenes/phone.ts';
import { inWindow, WINDOWS } from './scenes/window.ts';

const SIZES = [
  [1200, 900],
  [900, 1200],
  [1200, 800],
] as const;

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

/** Pictures of each kind in a whole run. `--sample 10` takes a tenth. */
const PICTURES = 64;

const groundOf = (random: Random) => pick(random, Object.keys(GROUNDS) as GroundName[]);

const sizeOf = (random: Random) => {
  const [width, height] = pick(random, SIZES);
  return { width, height };
};

/** Counts of a row: pictures judged right, and all. */
async function count(
  what: string,
  pictures: number,
  judge: (i: number, random: Random) => Promise<boolean | null>,
): Promise<Measurement> {
  let [right, of] = [0, 0];
  for (let i = 0; i < pictures; i++) {
    const judged = await judge(i, randomOf(`${what} ${i}`));
    if (judged === null) continue;
    of++;
    if (judged) right++;
  }
  return { what, right, of };
}

async function fails(name: string, bytes: Buffer, evidence: Evidence = {}): Promise<boolean> {
  const { quality } = assessDocument(await seeDocument(bytes), evidence);
  return quality.some((finding) => finding.name === name && finding.result === 'fail');
}

async function measureCuts(cards: readonly Card[], pictures: number): Promise<Measurement[]> {
  const placed = (i: number, random: Random, place: Omit<Place, 'width' | 'height' | 'ground'>) =>
    onGround(cards[i % cards.length]!.bytes, { ...sizeOf(random), ground: groundOf(random), ...place }, random);
  const rows: Measurement[] = [];
  for (const share of [0.8, 0.9, 0.95]) {
    const tilt = share > 0.9 ? 1 : 4;
    rows.push(
      await count(
        `whole documents at ${100 * share} % of the picture, not called cut`,
        pictures,
        async (i, random) =>
          !(await fails('cutoff', await placed(i, random, { share, tilt: between(random, -tilt, tilt) }))),
      ),
    );
  }
  for (const share of [0.05, 0.1, 0.2]) {
    rows.push(
      await count(`documents with ${100 * share} % beyond one border, called cut`, pictures, async (i, random) =>
        fails(
          'cutoff',
          await placed(i, random, {
            share: between(random, 0.7, 0.9),
            tilt: between(random, -3, 3),
            cut: { side: SIDES[i % 4]!, share },
          }),
        ),
      ),
    );
  }
  return rows;
}

async function measureGlare(cards: readonly Card[], pictures: number): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const blank of [true, false]) {
    rows.push(
      await count(
        `${blank ? 'blank' : 'printed'} white paper under a lamp or flash, no glare`,
        pictures,
        async (_, random) => {
          const place = { ...sizeOf(random), ground: groundOf(random), share: between(random, 0.3, 1.6), light: 1 };
          const sheet = await onGround(
            await paperSheet(random, blank),
            {
              ...place,
              tilt: between(random, -25, 25),
              shift: [between(random, -0.1, 0.1), between(random, -0.1, 0.1)],
            },
            random,
          );
          return !(await fails('glare', await underFlash(sheet, random, { least: 0.8, most: 1.35, fall: 0.5 })));
        },
      ),
    );
  }
  rows.push(
    await count('bright documents on white and light grounds, no glare', pictures, async (i, random) => {
      const ground = pick(random, ['plain and white', 'plain and light', 'desk', 'wood'] as const);
      const place = {
        ...sizeOf(random),
        ground,
        share: between(random, 0.6, 0.95),
        tilt: between(random, -8, 8),
        light: 1,
      };
      const scene = await onGround(cards[i % cards.length]!.bytes, place, random);
      return !(await fails('glare', await underFlash(scene, random, { least: 0.95, most: 1.15, fall: 0.35 })));
    }),
  );
  for (const soft of [true, false]) {
    rows.push(
      await count(
        `a lamp with a ${soft ? 'soft' : 'hard'} edge over 0.5 to 3 % of the picture, glare`,
        pictures,
        async (i, random) => {
          const place = {
            ...sizeOf(random),
            ground: groundOf(random),
            share: between(random, 0.7, 0.95),
            light: between(random, 0.75, 0.95),
          };
          const scene = await onGround(cards[i % cards.length]!.bytes, place, random);
          return fails('glare', await lampOver(scene, random, soft));
        },
      ),
    );
  }
  return rows;
}

async function measurePages(portraits: readonly string[], pictures: number): Promise<Measurement[]> {
  const page = async (i: number, random: Random) => {
    const portrait = i % 3 === 0 ? undefined : readFileSync(pick(random, portraits));
    const place = { ...sizeOf(random), share: between(random, 0.85, 1.9), tilt: between(random, -5, 5) };
    const ground = pick(random, ['wood', 'plain and grey', 'plain and dark', 'desk'] as const);
    return onGround(await bookPage(random, portrait), { ...place, ground }, random);
  };
  return [
    await count('pages of books, no document at upload', pictures, async (i, random) =>
      fails('document', await page(i, random)),
    ),
    await count('the same with a face and lines of text found', pictures, async (i, random) => {
      const bytes = await page(i, random);
      const { image } = await seeDocument(bytes);
      const { width, height } = image.rgb;
      const textBoxes = (await detect(image.rgb, 960)).map((quad) => {
        const [xs, ys] = [quad.map(({ x }) => x / width), quad.map(({ y }) => y / height)];
        const [left, top] = [Math.min(...xs), Math.min(...ys)];
        return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
      });
      return fails('document', bytes, { faces: [{ left: 0.1, top: 0.1, width: 0.2, height: 0.3 }], textBoxes });
    }),
  ];
}

async function measurePhones(portraits: readonly string[], pictures: number): Promise<Measurement[]> {
  return [
    await count('portraits on the screen of a phone, suspected', pictures, async (i, random) => {
      const bytes = readFileSync(portraits[(7 * i) % portraits.length]!);
      const [face, other] = await findFaces(await rasterOf(await sharp(bytes).autoOrient().toBuffer()));
      if (!face || other) return null;
      const { person } = await analyseSelfie((await onPhone(bytes, face.box, random)).bytes);
      // A live photo without exactly one face is refused.
      return !person || person.genuineness <= FACE_THRESHOLDS.suspect;
    }),
  ];
}

async function measureWindows(portraits: readonly string[], cards: readonly Card[], pictures: number) {
  const isNoticed = async (bytes: Buffer) =>
    (await assessPhoto(bytes)).origin.some(({ name, result }) => name === 'screenshot' && result === 'fail');
  const shown = (i: number) =>
    i % 2 === 0 ? readFileSync(portraits[(7 * i) % portraits.length]!) : cards[i % cards.length]!.bytes;
  return [
    await count("portraits and documents in a program's window, noticed", pictures, async (i, random) =>
      isNoticed(await inWindow(shown(i), WINDOWS[i % WINDOWS.length]!, random)),
    ),
    await count(
      'open documents and portraits as they are, no screenshot',
      cards.length + portraits.length,
      async (i) => {
        const bytes = i < cards.length ? cards[i]!.bytes : readFileSync(portraits[i - cards.length]!);
        return !(await isNoticed(bytes));
      },
    ),
  ];
}

async function measureOverprints(cards: readonly Card[], pictures: number): Promise<Measurement[]> {
  const unmarked = cards.filter(({ file }) => withoutMarks.has(file));
  const isMarked = async (i: number, word: string | null, random: Random) => {
    const lines = await readOverprints(await withWordOver(unmarked[i % unmarked.length]!.bytes, word, random));
    return specimenSigns(
      lines.map(({ text }) => ({ text, askew: true })),
      [],
    ).some(({ kind }) => kind === 'overprint');
  };
  return [
    await count('words over documents, translucent and at any angle, noticed', pictures, (i, random) =>
      isMarked(i, WORDS[i % WORDS.length]!, random),
    ),
    await count(
      'documents without such a word, none noticed',
      unmarked.length,
      async (i, random) => !(await isMarked(i, null, random)),
    ),
  ];
}

/** Pictures that we draw of documents, papers, pages and phones as cameras see them: what must be refused, and what must not. */
export const scenes: Subject = {
  name: 'scenes',
  async measure(data, { sample = '100' }) {
    const pictures = Math.max(1, Math.round((PICTURES * Number(sample)) / 100));
    const cards = await openCards(data);
    const folder = join(data, 'faces_pairs');
    const portraits = readdirSync(folder)
      .filter((file) => /\.jpe?g$/i.test(file))
      .sort()
      .map((file) => join(folder, file));
    return [
      ...(await measureCuts(cards, pictures)),
      ...(await measureGlare(cards, pictures)),
      ...(await measurePages(portraits, pictures)),
      ...(await measureOverprints(cards, pictures)),
      ...(await measurePhones(portraits, pictures)),
      ...(await measureWindows(portraits, cards, pictures)),
    ];
  },
};
