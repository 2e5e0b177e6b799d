import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../base/clock.ts';
import { Turns } from '../base/turns.ts';
import { extractFrame, extractFrames } from './frame.ts';

let root: string;
let directory: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'bonafide-frame-'));
  directory = mkdtempSync(join(root, 'videos-'));
});

afterAll(() => rmSync(root, { recursive: true }));

const JFIF = Buffer.from('ffd8ffe000104a46494600', 'hex');

/** A program in the place of ffmpeg. Its standard input is the video. */
function fake(name: string, script: string): string {
  const path = join(root, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

function extract(ffmpeg: string, { clock = systemClock, video = Readable.from([Buffer.from('video')]) } = {}) {
  return extractFrame(async () => video, { ffmpeg, directory, clock, turns: new Turns({ places: 1 }), turn: {} });
}

/** The limit passes at once. */
const hasty: Clock = { ...systemClock, schedule: (_, task) => systemClock.schedule(0, task) };

function extractMany(
  ffmpeg: string,
  count: number,
  { video = Readable.from([Buffer.from('video')]), clock = systemClock } = {},
) {
  const tools = { ffmpeg, directory, clock, turns: new Turns({ places: 1 }), turn: {} };
  return extractFrames(async () => video, tools, { count, subject: 'video' });
}

const nothingLeft = () => expect(readdirSync(directory)).toEqual([]);
const oneWaits = { applicant: 1, account: 1, all: 1 };
const late = {
  type: 'frame_extraction_unavailable',
  reason: 'no_time',
  message: 'The machine had no time to take a frame from the provided video',
  retryAfter: 5,
};
const slow = {
  type: 'frame_extraction_unavailable',
  reason: 'too_slow',
  message: 'No frame could be taken from the provided video within 10 s of a processor',
  retryAfter: undefined,
};
const failed = { type: 'frame_extraction_failed', message: 'Failed to extract a frame from the provided video' };

describe('frame of a video', () => {
  it('is what the program gives, which reads the video from its start', async () => {
    const frame = await extract(fake('echo', String.raw`printf '\377\330\377\340\000\020JFIF\000'; cat`));
    expect(frame).toEqual(Buffer.concat([JFIF, Buffer.from('video')]));
    nothingLeft();
  });

  it('is asked for without the network, questions or other files, and without our environment', async () => {
    process.env.BONAFIDE_TEST_SECRET = 'secret';
    const seen = join(root, 'seen');
    await expect(
      extract(fake('report', `echo "$@" > ${seen}; env >> ${seen}; ls ${directory} >> ${seen}`)),
    ).rejects.toMatchObject(failed);
    delete process.env.BONAFIDE_TEST_SECRET;
    const [args, ...environment] = readFileSync(seen, 'utf8').split('\n');
    expect(args).toMatch(
      /^-nostdin .*-timelimit 10 -protocol_whitelist file,pipe -format_whitelist mov,matroska .*-i \/dev\/stdin /,
    );
    expect(environment.join('\n')).not.toContain('secret');
    expect(environment.join('\n')).not.toContain('frame-'); // The video has no name any more.
  });

  it.each([
    ['fails', 'exit 1'],
    ['ends well with no bytes', 'exit 0'],
    ['gives something else', 'echo "#EXTM3U"'],
    ['gives a frame and fails', String.raw`printf '\377\330\377\340\000\020JFIF\000'; exit 1`],
    ['never stops talking', 'exec cat /dev/zero'],
  ])('cannot be had when the program %s', async (name, script) => {
    await expect(extract(fake(name.replaceAll(' ', '-'), script))).rejects.toMatchObject(failed);
    nothingLeft();
  });

  it('may be had later when the machine has no time for the program, or ends it', async () => {
    await expect(extract(fake('sleep', 'exec sleep 3600'), { clock: hasty })).rejects.toMatchObject(late);
    await expect(extract(fake('killed', 'kill -KILL $$'))).rejects.toMatchObject(late);
    nothingLeft();
  });

  it('cannot be had when the program uses up its processor time, or crashes', async () => {
    // As ffmpeg ends at its `-timelimit`.
    await expect(extract(fake('slow', 'exit 255'))).rejects.toMatchObject(slow);
    await expect(extract(fake('crashes', 'kill -SEGV $$'))).rejects.toMatchObject(failed);
    nothingLeft();
  });

  it('names a motion capture as what it is', async () => {
    const tools = {
      ffmpeg: fake('no', 'exit 1'),
      directory,
      clock: systemClock,
      turns: new Turns({ places: 1 }),
      turn: {},
    };
    await expect(extractFrame(async () => Readable.from([]), tools, 'motion capture')).rejects.toMatchObject({
      message: 'Failed to extract a frame from the provided motion capture',
    });
  });

  it('is unavailable without the program, or with one that cannot be run', async () => {
    await expect(extract(join(root, 'missing'))).rejects.toMatchObject({ type: 'frame_extraction_unavailable' });
    writeFileSync(join(root, 'plain'), 'text', { mode: 0o644 });
    await expect(extract(join(root, 'plain'))).rejects.toMatchObject({ type: 'frame_extraction_unavailable' });
    nothingLeft();
  });

  it('lets errors of the storage pass, and keeps nothing', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('vid');
        throw new Error('damaged');
      })(),
    );
    await expect(extract(fake('unused', 'exit 0'), { video: broken })).rejects.toThrow('damaged');
    nothingLeft();
  });
});

describe('frames of a video', () => {
  /** A program that outputs so many frames. Each frame contains its number. */
  const frames = (name: string, count: number, end = '') => {
    const each = String.raw`printf '\377\330\377\340\000\020JFIF\000%03d\377\331' $i`;
    return fake(name, `for i in $(seq 1 ${count}); do ${each}; done; ${end}`);
  };
  const numbers = (found: { at: number; bytes: Buffer }[]) =>
    found.map(({ at, bytes }) => [at, Number(bytes.subarray(11, 14).toString())]);

  it('are spread evenly from the first to the last, four a second', async () => {
    expect(numbers(await extractMany(frames('nine', 9), 3))).toEqual([
      [0, 1],
      [1, 5],
      [2, 9],
    ]);
    nothingLeft();
  });

  it('are all that there are when more are wanted, and one when one is', async () => {
    expect(numbers(await extractMany(frames('two', 2), 16))).toEqual([
      [0, 1],
      [0.25, 2],
    ]);
    expect(numbers(await extractMany(frames('three', 3), 1))).toEqual([[0, 1]]);
  });

  it.each([
    ['fails in between', () => frames('breaks', 3, 'exit 1')],
    ['gives none', () => frames('none', 0)],
    ['gives something else', () => fake('else', 'echo "#EXTM3U"')],
    ['never stops', () => fake('endless', 'exec cat /dev/zero')],
  ])('cannot be had when the program %s', async (_, ffmpeg) => {
    await expect(extractMany(ffmpeg(), 16)).rejects.toMatchObject(failed);
    nothingLeft();
  });

  it('may be had later when too many of the account wait', async () => {
    const turns = new Turns({ places: 1, bounds: { light: oneWaits, heavy: oneWaits } });
    const lane = { account: 'a', applicant: '1' };
    const leave = await turns.enter({ lane });
    const waiting = turns.run(async () => {}, { lane });
    const tools = { ffmpeg: fake('idle', 'exit 1'), directory, clock: systemClock, turns };
    const video = async () => Readable.from([Buffer.from('video')]);
    await expect(extractFrame(video, { ...tools, turn: { lane } })).rejects.toMatchObject({
      type: 'frame_extraction_unavailable',
      retryAfter: 5,
    });
    const patient = extractFrame(video, { ...tools, turn: { lane, patient: true } });
    leave();
    await waiting;
    await expect(patient).rejects.toMatchObject(failed);
  });

  it('may be had later when the machine has no time for the program', async () => {
    const asleep = extractMany(fake('asleep', 'exec sleep 3600'), 16, { clock: hasty });
    await expect(asleep).rejects.toMatchObject(late);
    nothingLeft();
  });
});

const installed = spawnSync('ffmpeg', ['-version']).status === 0;

describe.skipIf(!installed)('frame of a video, by the ffmpeg of this machine (skipped without ffmpeg)', () => {
  it.each(['mp4', 'mov', 'webm'])('is a JPEG of the size of the %s', async (format) => {
    const path = join(root, `clip.${format}`);
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=320x240:rate=10', '-pix_fmt', 'yuv420p'];
    const codec = format === 'webm' ? 'libvpx' : 'mpeg4';
    expect(spawnSync('ffmpeg', ['-loglevel', 'error', ...source, '-c:v', codec, path]).status).toBe(0);
    const frame = await extract('ffmpeg', { video: Readable.from([readFileSync(path)]) });
    expect(await sharp(frame).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
    const half = readFileSync(path).subarray(0, 300);
    await expect(extract('ffmpeg', { video: Readable.from([half]) })).rejects.toMatchObject(failed);
  });

  it('is one of several, small ones, until the video breaks off', async () => {
    const path = join(root, 'long.webm');
    const source = ['-f', 'lavfi', '-i', 'testsrc=duration=4:size=1024x576:rate=5', '-pix_fmt', 'yuv420p'];
    const codec = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'];
    expect(spawnSync('ffmpeg', ['-loglevel', 'error', ...source, ...codec, path]).status).toBe(0);
    const whole = readFileSync(path);
    const frames = await extractMany('ffmpeg', 16, { video: Readable.from([whole]) });
    expect(frames.map(({ at }) => at)).toEqual(Array.from({ length: 16 }, (_, i) => i / 4));
    expect(await sharp(frames[15]!.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 540 });
    const half = await extractMany('ffmpeg', 16, { video: Readable.from([whole.subarray(0, whole.length / 2)]) });
    expect(half.length).toBeGreaterThan(0);
    expect(half.length).toBeLessThan(16);
    await expect(extractMany('ffmpeg', 16, { video: Readable.from([whole.subarray(0, 300)]) })).rejects.toMatchObject(
      failed,
    );
    nothingLeft();
  });

  it('is not taken from a playlist that names other files', async () => {
    const list = Readable.from([
      Buffer.from(`#EXTM3U\n#EXTINF:1,\nfile://${join(root, 'clip.mp4')}\n#EXT-X-ENDLIST\n`),
    ]);
    await expect(extract('ffmpeg', { video: list })).rejects.toMatchObject(failed);
  });
});
