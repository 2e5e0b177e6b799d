import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeRgb, findFaces } from '@bonafide/verification';
import sharp from 'sharp';
import { testFile } from '../../../../../verification/src/testing/data.ts';
import { turnedHead } from '../../../../../verification/src/video/testing.ts';
import type { Answer, Call, TestService } from '../../../testing/service.ts';
import { padded, SMALLEST } from './files.ts';
import { storyOf } from './story.ts';

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** A picture of the test data: `faces_pairs/london_010_neutral.jpg`. */
export const picture = (name: string): Buffer => {
  const bytes = readFileSync(testFile(name));
  return bytes.length < SMALLEST ? padded(bytes, SMALLEST) : bytes;
};

/** One of the people who look into the camera. */
export const face = (person: string, expression: 'neutral' | 'smiling' = 'neutral'): Buffer =>
  picture(`faces_pairs/london_${person}_${expression}.jpg`);

/** A card with the portraits of people, from left to right; without any, one with print alone. PNG. */
export async function card(...people: readonly (string | Buffer)[]): Promise<Buffer> {
  const portraits = await Promise.all(
    people.map(async (person, i) => ({
      input: await sharp(typeof person === 'string' ? face(person) : person)
        .resize({ width: 300 })
        .greyscale()
        .jpeg({ quality: 80 })
        .toBuffer(),
      left: 40 + 330 * i,
      top: 120,
    })),
  );
  const rows = Array.from(
    { length: 9 },
    (_, i) => `<rect x="700" y="${150 + 40 * i}" width="${200 + 9 * i}" height="14"/>`,
  );
  const print = Buffer.from(`<svg width="1000" height="630">${rows.join('')}</svg>`);
  const ground = sharp({ create: { width: 1000, height: 630, channels: 3, background: '#e8e4d8' } });
  return padded(
    await ground
      .composite([...portraits, { input: print }])
      .png()
      .toBuffer(),
    700_000,
  );
}

/** A photo as a camera writes it, with its time and camera model. */
export function taken(photo: Buffer, { at, model }: { at?: string; model?: string }): Promise<Buffer> {
  return sharp(photo)
    .withExif({
      ...(model && { IFD0: { Make: 'Maker', Model: model } }),
      ...(at && { IFD2: { DateTimeOriginal: at } }),
    })
    .jpeg({ quality: 92 })
    .toBuffer();
}

/** People side by side in one photo. */
export async function group(...people: readonly string[]): Promise<Buffer> {
  const parts = await Promise.all(people.map((person) => sharp(face(person)).resize({ width: 700 }).toBuffer()));
  const { height } = await sharp(parts[0]!).metadata();
  return sharp({ create: { width: 700 * people.length, height: height!, channels: 3, background: '#ffffff' } })
    .composite(parts.map((input, i) => ({ input, left: 700 * i, top: 0 })))
    .jpeg()
    .toBuffer();
}

/** Frames of a clip a second. */
const RATE = 4;

/** A clip, MP4, of a person whose head is turned by so many degrees, frame by frame: see `turnedHead`. */
export async function clip(person: string, yaws: readonly number[], metadata: readonly string[] = []): Promise<Buffer> {
  const { rgb } = await decodeRgb(face(person), { side: 720 });
  const [found] = await findFaces(rgb);
  const directory = await mkdtemp(join(tmpdir(), 'bonafide-clip-'));
  try {
    for (const [i, yaw] of yaws.entries()) {
      const { width, height, data } = yaw === 0 ? rgb : turnedHead(rgb, found!.landmarks, yaw);
      const frame = sharp(data, { raw: { width, height, channels: 3 } }).resize({
        width: 640,
        height: 640,
        fit: 'cover',
      });
      await writeFile(join(directory, `${String(i).padStart(3, '0')}.png`), await frame.png().toBuffer());
    }
    const out = join(directory, 'clip.mp4');
    const input = ['-framerate', String(RATE), '-i', join(directory, '%03d.png')];
    const coding = ['-c:v', 'mpeg4', '-q:v', '2', '-pix_fmt', 'yuv420p'];
    const { status, stderr } = spawnSync('ffmpeg', ['-loglevel', 'error', ...input, ...coding, ...metadata, out]);
    if (status !== 0) throw new Error(String(stderr));
    return await readFile(out);
  } finally {
    await rm(directory, { recursive: true });
  }
}

interface Sides {
  readonly document: Buffer;
  readonly back?: Buffer;
}

/** Common steps of the tests of facial reports, in live unless a call says otherwise. */
export function facialStory(service: TestService, live: Call = { token: service.liveToken }) {
  const story = storyOf(service, 'v3.6');

  async function withDocument({ document, back }: Sides, call: Call) {
    const applicant_id = await story.applicant({}, call);
    const ids: string[] = [];
    for (const [side, bytes] of Object.entries({ front: document, ...(back && { back }) })) {
      const file = { name: 'card.png', bytes, type: 'image/png' };
      const given = { applicant_id, type: 'driving_licence', side };
      ids.push(idOf(await story.upload('documents', given, file, call)));
    }
    return { applicant_id, document_id: ids[0]!, back_id: ids[1] };
  }

  /** A photo, that nobody looks at before the report does. */
  async function photoOf(applicant_id: string, bytes: Buffer, call: Call = live) {
    const type = bytes[0] === 0x89 ? 'image/png' : 'image/jpeg';
    const fields = { applicant_id, advanced_validation: 'false' };
    return idOf(
      await story.upload('live_photos', fields, { name: type.replace('image/', 'face.'), bytes, type }, call),
    );
  }

  /** The report of that name on an applicant, after all that is due was done. */
  async function report(name: string, applicant_id: string, call: Call = live) {
    return (await story.completed({ applicant_id, report_names: [name] }, call)).reports[0];
  }

  return {
    ...story,
    photoOf,
    report,
    withDocument,
    /** A new applicant's report on a document and a photo. */
    async photoReport(
      { photo, ...sides }: Sides & { photo: Buffer },
      { name = 'facial_similarity_photo', call = live }: { name?: string; call?: Call } = {},
    ) {
      const made = await withDocument(sides, call);
      const photo_id = await photoOf(made.applicant_id, photo, call);
      return { ...made, photo_id, report: await report(name, made.applicant_id, call) };
    },
  };
}

function idOf({ status, bytes, body }: Answer): string {
  if (status !== 201) throw new Error(`${status} ${bytes}`);
  return body.id;
}

/** `[result, properties]` of a leaf of a report: `face_comparison.face_match`. */
// biome-ignore lint/suspicious/noExplicitAny: bodies as they come
export function leafOf(report: any, path: string): [string | null, Record<string, unknown>] {
  const [breakdown, leaf] = path.split('.') as [string, string];
  const { result, properties } = report.breakdown[breakdown].breakdown[leaf];
  return [result, properties];
}
