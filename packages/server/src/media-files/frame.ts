import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../base/clock.ts';
import { Problem, problem } from '../base/errors.ts';
import { TooManyWaiting, type Turn, Turns } from '../base/turns.ts';

/** Seconds of a processor that the program may use; measured frames of 720p clips took 0.05 to 0.3 s. */
const PROCESSOR_SECONDS = 10;

/** Milliseconds after which a video is given up that used less of a processor: the machine has none to give. */
const PATIENCE = 60_000;

/** Bytes; a frame of 64 megapixels at this quality stays below, and so do half a minute's small ones. */
const LARGEST_OUTPUT = 32 * 1024 * 1024;

export interface FrameTools {
  /** The program: a path, or a name to look up on the PATH. */
  readonly ffmpeg: string;
  /** Folder for the video while it is read; readable by the service's own user alone. */
  readonly directory: string;
  readonly clock: Clock;
  readonly turns: Turns;
  /** Lane and patience of the turn. */
  readonly turn: Pick<Turn, 'lane' | 'patient'>;
}

/** Videos from which frames are taken at once: one more than one account may take. */
const PLACES = 3;

/** Videos that wait for their turn; each takes up to 10 s of a processor. */
const MOST_WAITING = { applicant: 4, account: 16, all: 64 } as const;

/** Seconds after which a client may ask again for a frame for which too many others wait. */
const RETRY_AFTER = 5;

/**
 * A frame took too long: `too_slow` where the program used up its processor time, as it would again; `no_time` where the
 * machine had none for it, or ended it. Neither says anything against the video.
 */
export class FrameTimeout extends Problem {
  readonly reason: 'too_slow' | 'no_time';

  constructor(reason: 'too_slow' | 'no_time', subject: VideoName) {
    const slow = `No frame could be taken from the provided ${subject} within ${PROCESSOR_SECONDS} s of a processor`;
    const busy = `The machine had no time to take a frame from the provided ${subject}`;
    super('frame_extraction_unavailable', {
      message: reason === 'too_slow' ? slow : busy,
      ...(reason === 'no_time' && { retryAfter: RETRY_AFTER }),
    });
    this.reason = reason;
  }
}

/** Turns of the program, shared between accounts and their applicants. */
export function openFrameTurns(): Turns {
  const bounds = { light: MOST_WAITING, heavy: MOST_WAITING };
  return new Turns({ places: PLACES, placesOfAccount: PLACES - 1, bounds });
}

/**
 * The first frame of a video as JPEG (JFIF). `subject` is what the error calls it.
 *
 * The decoders of ffmpeg are the largest surface that a hostile file meets, so they run as a process of their own that
 * can read its one file and nothing else of the system or the network, with limits to its time, pixels and output.
 * Throws `frame_extraction_unavailable` when the program can't be started, too many videos wait, or it takes too long
 * (`FrameTimeout`); and `frame_extraction_failed` when it gives no frame. Errors of the video's stream pass.
 */
export async function extractFrame(
  openVideo: () => Promise<Readable>,
  tools: FrameTools,
  subject: VideoName = 'video',
): Promise<Buffer> {
  const frame = await decodeVideo(openVideo, tools, ONE_FRAME);
  if (typeof frame === 'string') throw new FrameTimeout(frame, subject);
  if (!frame || !isJfif(frame)) throw failed(subject);
  return frame;
}

/** One picture of a video. */
export interface VideoFrame {
  /** Seconds from its start. */
  readonly at: number;
  /** JPEG. */
  readonly bytes: Buffer;
}

/**
 * Pictures of a video, at most `count` (all of them: `Infinity`), evenly spread over its first half minute, their longer side at most 960 pixels.
 * Runs and throws as `extractFrame` does.
 */
export async function extractFrames(
  openVideo: () => Promise<Readable>,
  tools: FrameTools,
  { count, subject }: { count: number; subject: VideoName },
): Promise<VideoFrame[]> {
  const output = await decodeVideo(openVideo, tools, MANY_FRAMES);
  if (typeof output === 'string') throw new FrameTimeout(output, subject);
  const all = splitFrames(output ?? Buffer.alloc(0));
  if (all.length === 0) throw failed(subject);
  const most = Math.min(count, all.length);
  const chosen = new Set(Array.from({ length: most }, (_, i) => Math.round((i * (all.length - 1)) / (most - 1 || 1))));
  return [...chosen].map((index) => ({ at: index / FRAMES_A_SECOND, bytes: all[index]! }));
}

/** Pictures of a stream of JFIF pictures: an end of image and a start can't meet within one. */
function splitFrames(stream: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let start = 0; start < stream.length; ) {
    const next = stream.indexOf('ffd9ffd8', start, 'hex');
    const end = next < 0 ? stream.length : next + 2;
    const frame = stream.subarray(start, end);
    if (isJfif(frame)) frames.push(frame);
    start = end;
  }
  return frames;
}

async function decodeVideo(
  openVideo: () => Promise<Readable>,
  tools: FrameTools,
  output: readonly string[],
): Promise<Output> {
  const decode = async () => {
    const video = await unnamedCopy(await openVideo(), tools.directory);
    try {
      return await runFfmpeg(video, tools, output);
    } finally {
      await video.close();
    }
  };
  return tools.turns.run(decode, tools.turn).catch((error: Error) => {
    if (error instanceof TooManyWaiting) throw problem('frame_extraction_unavailable', { retryAfter: RETRY_AFTER });
    throw error;
  });
}

/**
 * A file with the bytes of `source`, open for reading from its start. MP4 needs seeking, so a pipe won't do; and the
 * name is gone before the first byte is written, so that not even a crash leaves an unencrypted video behind.
 */
async function unnamedCopy(source: Readable, directory: string): Promise<FileHandle> {
  const path = join(directory, `frame-${randomUUID()}`);
  const writer = await open(path, 'wx', 0o600);
  try {
    const reader = await open(path, 'r').finally(() => unlink(path));
    try {
      await writeFile(writer, source);
      return reader;
    } catch (error) {
      await reader.close();
      throw error;
    }
  } finally {
    source.destroy();
    await writer.close();
  }
}

const INPUT = [
  ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-threads', '1', '-timelimit', String(PROCESSOR_SECONDS)],
  // Neither the network nor playlists that name other files.
  ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,matroska', '-max_pixels', '64000000'],
  ...['-i', '/dev/stdin', '-map', '0:v:0'],
];

// Square pixels and full range make a JFIF header, which the encoder otherwise leaves out.
const jfif = (quality: number) => {
  return ['-pix_fmt', 'yuvj420p', '-c:v', 'mjpeg', '-q:v', String(quality), '-f', 'mjpeg', 'pipe:1'];
};

const ONE_FRAME = ['-frames:v', '1', '-vf', 'setsar=1', ...jfif(2)];

/** Enough to see a head turn, which takes about a second. */
const FRAMES_A_SECOND = 4;
const MOST_SECONDS = 30;
const SMALLER = "scale='min(960,iw)':'min(960,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
const MANY_FRAMES = [
  ...['-frames:v', String(FRAMES_A_SECOND * MOST_SECONDS)],
  // Half a minute of a noisy camera takes 23 MB so, and 33 MB, more than is let through, at the finest.
  ...['-vf', `fps=${FRAMES_A_SECOND},${SMALLER},setsar=1`, ...jfif(3)],
];

/** Output of the program; undefined when it failed or was stopped for writing too much. */
type Output = Buffer | FrameTimeout['reason'] | undefined;

/**
 * Exit code of ffmpeg after a signal that it catches: the signal of its `-timelimit` (`setrlimit(2)`, RLIMIT_CPU), or one from
 * outside.
 */
const CAUGHT_SIGNAL = 255;

/** Signals by which the system, or its operator, ends a program that has done nothing wrong. */
const FROM_OUTSIDE: ReadonlySet<string | null> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']);

function runFfmpeg(video: FileHandle, { ffmpeg, clock }: FrameTools, output: readonly string[]): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = spawn(ffmpeg, [...INPUT, ...output], {
      stdio: [video.fd, 'pipe', 'ignore'],
      env: { PATH: process.env.PATH },
    });
    let tooLarge = false;
    const kill = () => child.kill('SIGKILL');
    const stopWaiting = clock.schedule(PATIENCE, kill);
    const chunks: Buffer[] = [];
    let size = 0;

    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length;
      tooLarge ||= size > LARGEST_OUTPUT;
      if (tooLarge) kill();
      else chunks.push(chunk);
    });
    child.once('error', () => {
      stopWaiting();
      reject(problem('frame_extraction_unavailable'));
    });
    child.once('close', (code, signal) => {
      stopWaiting();
      // A video that was cut short ends with status 0 and no bytes.
      if (code === 0) resolve(Buffer.concat(chunks));
      else if (code === CAUGHT_SIGNAL) resolve('too_slow');
      else resolve(FROM_OUTSIDE.has(signal) && !tooLarge ? 'no_time' : undefined);
    });
  });
}

type VideoName = 'video' | 'motion capture';

function failed(subject: VideoName): Problem {
  return problem('frame_extraction_failed', { message: `Failed to extract a frame from the provided ${subject}` });
}

/** Starts with SOI and the APP0 segment of JFIF. */
function isJfif(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).toString('hex') === 'ffd8ffe0' && bytes.subarray(6, 11).toString('latin1') === 'JFIF\0';
}
