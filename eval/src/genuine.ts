import { type Forensic, type RgbRaster, readSides } from '@bonafide/verification';
import { spent } from './call-times.ts';
import {
  annotated,
  editorWindow,
  greyCopy,
  halftone,
  overprinted,
  phoneScreenshot,
  screenPhoto,
} from './forgeries/copies.ts';
import { published } from './forgeries/published.ts';
import { type Random, randomOf } from './forgeries/random.ts';
import { opened } from './forgeries/raster.ts';
import { asJpeg } from './forgeries/save.ts';
import { withoutMarks } from './genuine/marks.ts';
import type { Measurement, Subject } from './measurement.ts';

const TODAY = '2026-03-01';

/** Findings on whether a picture shows an original document. */
const FINDINGS = [
  'specimen_words',
  'software_window',
  'drawn_marks',
  'printed_copy',
  'screen_copy',
  'grey_copy',
  'layout',
] as const;

/** Pictures made from each document, and the findings that should fail. One of them has to. */
const MADE: readonly [what: string, make: (canvas: RgbRaster, random: Random) => Promise<RgbRaster>, by: string[]][] = [
  ['a word across it', overprinted, ['specimen_words']],
  ["in a program's window", editorWindow, ['software_window']],
  ["in a phone's gallery", phoneScreenshot, ['software_window', 'screenshot']],
  ['boxes drawn on it', annotated, ['drawn_marks']],
  ['printed with dots', halftone, ['printed_copy', 'screen_copy']],
  ['photographed from a screen', screenPhoto, ['printed_copy', 'screen_copy', 'photo_of_screen']],
  ['copied in grey', greyCopy, ['grey_copy', 'colour']],
];

type Finding = Pick<Forensic, 'name' | 'result'> & { readonly able?: boolean };

/**
 * Measures whether pictures show original documents: findings on open documents as they are, where each has to pass, and on
 * pictures made from the tuning split.
 */
export const genuine: Subject = {
  name: 'genuine',
  async measure(data) {
    const time = spent();
    const find = (bytes: Buffer, mediaType: string) => time.of(() => findingsOf(bytes, mediaType));
    const { sources } = published(data);
    const sound: { file: string; findings: Finding[] }[] = [];
    for (const { id, uploads } of sources) {
      const [{ bytes, mediaType }] = uploads as [(typeof uploads)[number]];
      sound.push({ file: id, findings: await find(Buffer.from(bytes), mediaType) });
    }
    const rows: Measurement[] = FINDINGS.flatMap((name) => soundRows(name, sound));
    for (const [what, make, by] of MADE) rows.push(await madeRow(what, make, by, sources, find));
    return [...rows, ...time.lines('a picture')];
  },
};

async function findingsOf(bytes: Buffer, mediaType: string): Promise<Finding[]> {
  const sides = await readSides({ id: 'one', bytes, mediaType }, { today: TODAY });
  return sides.flatMap((side) =>
    side.unreadable === undefined ? [...side.forensics.findings, ...side.origin, ...side.quality] : [],
  );
}

function soundRows(name: string, sound: readonly { file: string; findings: readonly Finding[] }[]): Measurement[] {
  const failed = ({ findings }: { findings: readonly Finding[] }) =>
    findings.some((finding) => finding.name === name && finding.result === 'fail');
  const able = sound.filter(({ findings }) => findings.some((finding) => finding.name === name && finding.able));
  const row = { what: `open documents: ${name} can be judged`, right: able.length, of: sound.length };
  if (name !== 'specimen_words') {
    const right = sound.filter((one) => !failed(one)).length;
    return [row, { what: `open documents: ${name} passes`, right, of: sound.length }];
  }
  const unmarked = sound.filter(({ file }) => withoutMarks.has(file));
  const marked = sound.filter(({ file }) => !withoutMarks.has(file));
  return [
    row,
    {
      what: 'open documents without such words: specimen_words passes',
      right: unmarked.filter((one) => !failed(one)).length,
      of: unmarked.length,
    },
    {
      what: 'open documents with such words: specimen_words fails',
      right: marked.filter(failed).length,
      of: marked.length,
    },
  ];
}

async function madeRow(
  what: string,
  make: (canvas: RgbRaster, random: Random) => Promise<RgbRaster>,
  by: readonly string[],
  sources: ReturnType<typeof published>['sources'],
  find: (bytes: Buffer, mediaType: string) => Promise<Finding[]>,
): Promise<Measurement> {
  let [right, of] = [0, 0];
  for (const { id, split, uploads } of sources) {
    if (split !== 'tune') continue;
    const random = randomOf(`${what} ${id}`);
    const canvas = await make(await opened(uploads[0]!.bytes), random);
    const { bytes, mediaType } = await asJpeg(canvas, 90);
    of++;
    const findings = await find(Buffer.from(bytes), mediaType);
    if (findings.some(({ name, result }) => by.includes(name) && result === 'fail')) right++;
  }
  return { what: `made, ${what}: ${by.join(' or ')} fails`, right, of };
}
