import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysePortraits, compareFaces, FACE_THRESHOLDS } from '@bonafide/verification';
import sharp from 'sharp';
import { sealPicture } from '../../../packages/server/src/media-files/seal-picture.ts';
import { ACCUSING_FACE } from '../../../packages/server/src/reports/live/document/seals.ts';
import type { Measurement } from '../measurement.ts';

/** Pixels of the portrait's width in a seal. At this quality of the JPEG, they give 600 to 1,300 bytes. */
const WIDTHS = [45, 50, 60, 70, 80];
const QUALITY = 35;

interface Person {
  readonly printed: Float32Array;
  readonly signed: Float32Array;
  /** Pixels of the face's width in the seal. */
  readonly width: number;
}

/** Portraits in seals beside the printed portrait of the same and of another person. */
export async function sealPortraits(data: string): Promise<Measurement[]> {
  const folder = join(data, 'faces_gallery');
  const files = readdirSync(folder).filter((file) => /\.jpe?g$/i.test(file));
  const rows: Measurement[] = [];
  for (const width of WIDTHS) {
    const people: Person[] = [];
    for (const file of files) {
      const picture = readFileSync(join(folder, file));
      const [printed] = (await analysePortraits(await sharp(picture).resize(400).jpeg({ quality: 80 }).toBuffer()))
        .portraits;
      const bytes = await sharp(picture).resize(width).jpeg({ quality: QUALITY }).toBuffer();
      const enlarged = (await sealPicture({ format: 'jpg', bytes }))!;
      const [signed] = (await analysePortraits(enlarged.png, { thorough: false })).portraits;
      if (printed && signed) {
        const faceWidth = signed.width / enlarged.scale;
        people.push({ printed: printed.embedding, signed: signed.embedding, width: faceWidth });
      }
    }
    rows.push(...rowsOf(`portrait of ${width} pixels`, people, files.length));
  }
  return rows;
}

function rowsOf(what: string, people: readonly Person[], of: number): Measurement[] {
  const { match, stranger } = FACE_THRESHOLDS;
  const own = people.map((person) => ({ ...person, score: compareFaces(person.printed, person.signed) }));
  const others = people.flatMap((person) =>
    people
      .filter((one) => one !== person)
      .map(({ printed }) => ({ ...person, score: compareFaces(printed, person.signed) })),
  );
  const accused = ({ score, width }: { score: number; width: number }) => width >= ACCUSING_FACE && score < stranger;
  const small = own.filter(({ width }) => width < ACCUSING_FACE);
  return [
    { what: `${what}: a face found`, right: people.length, of },
    { what: `${what}: own portrait confirms`, right: own.filter(({ score }) => score >= match).length, of: own.length },
    {
      what: `${what}: own portrait does not accuse`,
      right: own.filter((one) => !accused(one)).length,
      of: own.length,
      target: 'all',
      met: !own.some(accused),
    },
    {
      what: `${what}: own portrait of a face below ${ACCUSING_FACE} pixels not below ${stranger}`,
      right: small.filter(({ score }) => score >= stranger).length,
      of: small.length,
    },
    {
      what: `${what}: portrait of another person does not confirm`,
      right: others.filter(({ score }) => score < match).length,
      of: others.length,
    },
    {
      what: `${what}: portrait of another person accuses`,
      right: others.filter(accused).length,
      of: others.length,
    },
  ];
}
