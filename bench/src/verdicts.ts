import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  analysePortraits,
  assessDocument,
  BARCODE_SIDE,
  DOCUMENT_SIDE,
  decodeRgb,
  readBarcodes,
  readDocument,
  readSides,
  seeDocument,
} from '@bonafide/verification';
import sharp from 'sharp';
import { childrenOf } from './analysers.ts';
import type { Bench } from './bench.ts';
import { clip, DATA, FILES, liveClient } from './live.ts';
import { median } from './load.ts';
import { processorTimeWithEnded } from './processor-time.ts';
import type { RunningService } from './service.ts';
import type { Line } from './table.ts';

/** Seconds from an upload to its verdict that are allowed at most. */
const MOST = { passport: 2.5, sides: 4, video: 4 } as const;

/** Pixels of the longest side of a picture that a telephone takes. */
const PHOTO_SIDE = 3000;

const today = new Date().toISOString().slice(0, 10);

/** Seconds by the clock and of processors. */
interface Times {
  readonly wall: number;
  readonly processor: number;
}

/** Uploads of documents and videos until their verdict, one after the other, and the stages of their analysis. */
export async function measureVerdicts({ service, options }: Bench): Promise<Line[]> {
  const people = liveClient(service);
  const specimen = readFileSync(join(DATA, FILES.passport));
  const photo = await sharp(specimen).resize(PHOTO_SIDE).jpeg({ quality: 90 }).toBuffer();
  const measure = (run: () => Promise<unknown>) =>
    repeated(options.rounds, () => timed(run, () => processorTimeOfAll(service)));
  const lines = [
    line('passport', await measure(() => people.passport(specimen)), MOST.passport),
    line(`passport, ${PHOTO_SIDE} pixels wide`, await measure(() => people.passport(photo)), MOST.passport),
    line('identity card, two sides', await measure(people.document), MOST.sides),
  ];
  if (spawnSync('ffmpeg', ['-version']).status === 0) {
    const video = clip();
    lines.push(line('identity card and live video', await measure(() => people.video(video)), MOST.video));
  }
  return [
    ...lines,
    ...(await stages('passport', specimen, options.rounds)),
    ...(await stages(`passport, ${PHOTO_SIDE} pixels wide`, photo, options.rounds)),
  ];
}

/** Stages of the analysis of one side, in this process. The pixel measures are the rest of the whole. */
async function stages(what: string, bytes: Buffer, rounds: number): Promise<Line[]> {
  const own = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  const run = (work: () => Promise<unknown>) => repeated(rounds, () => timed(work, own));
  const all = await run(() => readSides({ id: 'side', bytes, mediaType: 'image/jpeg' }, { today }));
  const parts = {
    'quality and origin': await run(async () => assessDocument(await seeDocument(bytes))),
    barcodes: await run(async () => readBarcodes((await decodeRgb(bytes, { side: BARCODE_SIDE })).rgb)),
    'MRZ and print': await run(async () =>
      readDocument((await decodeRgb(bytes, { side: DOCUMENT_SIDE })).rgb, { today }),
    ),
    portraits: await run(() => analysePortraits(bytes)),
  };
  const rest = (of: keyof Times) =>
    middle(all, of) - Object.values(parts).reduce((sum, times) => sum + middle(times, of), 0);
  return [
    ...Object.entries(parts).map(([part, times]) => line(`${what}: ${part}`, times)),
    { what: `${what}: pixel measures`, figure: shown(rest('wall'), rest('processor')) },
  ];
}

/** One after the other. The first, which loads models, is not counted. */
async function repeated(count: number, run: () => Promise<Times>): Promise<Times[]> {
  await run();
  const times: Times[] = [];
  for (let i = 0; i < count; i++) times.push(await run());
  return times;
}

/** @param used microseconds of processors that were used so far */
async function timed(run: () => Promise<unknown>, used: () => number): Promise<Times> {
  const [start, before] = [performance.now(), used()];
  await run();
  return { wall: (performance.now() - start) / 1e3, processor: (used() - before) / 1e6 };
}

/** Microseconds of the service and of all processes that it has started. Not a number outside of Linux. */
function processorTimeOfAll({ child }: RunningService): number {
  const pids = [child.pid as number, ...childrenOf(child.pid).map(Number)];
  return pids.reduce((sum, pid) => sum + (processorTimeWithEnded(pid) ?? Number.NaN), 0);
}

const middle = (times: readonly Times[], of: keyof Times) => median(times.map((each) => each[of]));

const shown = (wall: number, processor: number) => `${wall.toFixed(2)} s; processor ${processor.toFixed(2)} s`;

function line(what: string, times: readonly Times[], most?: number): Line {
  const wall = middle(times, 'wall');
  const figure = shown(wall, middle(times, 'processor'));
  if (most === undefined) return { what, figure };
  return { what: `${what}, from upload to verdict`, figure, target: `≤ ${most} s`, met: wall <= most };
}
