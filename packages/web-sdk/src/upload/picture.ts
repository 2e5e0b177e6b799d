import type { FileTrouble } from '../flow/state.ts';
import type { Placed } from '../vision/frame.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Contract 4.6: what the service takes. */
const SMALLEST = 32 * KB;
const LARGEST = 10 * MB;

/** Pictures above this are made smaller before they are sent: 3 MB take half a minute at 1 Mbit/s. */
const SHRUNK_ABOVE = 3 * MB;

/** Pictures of more pixels than this the service does not take, however few their bytes are. */
const MOST_PIXELS = 64_000_000;

/** Long side in pixels after shrinking: a document that fills two thirds of it still has 500 dpi on a card. */
const LONG_SIDE = 2560;

const QUALITY = 0.92;

/** A file can't be sent, and why. */
export class FileUnusable extends Error {
  readonly what: FileTrouble;

  constructor(what: FileTrouble) {
    super(`The file is ${what}`);
    this.what = what;
  }
}

/** A picture or PDF that the service will take. */
export interface Picture {
  readonly blob: Blob;
  readonly name: string;
  /** Taken on this page, or chosen as a file. */
  readonly method: 'live' | 'html5';
  readonly cameraName?: string;
  /** Places of the video and of the frame over it as the picture was taken. */
  readonly placed?: Placed;
  /** True if the camera took the picture by itself. */
  readonly isAutomatic?: boolean;
  readonly resized?: { readonly from: string; readonly to: string };
  /** The challenge of a film, and when its second part was shown, in milliseconds. */
  readonly challenge?: { readonly id: string; readonly parts: readonly unknown[]; readonly switchAt: number };
  /** The film of a document, which starts when its picture was taken. */
  readonly film?: Blob;
  /** Taken a moment before it, smaller. */
  readonly snapshot?: Blob;
}

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/**
 * Makes a file fit to be sent: a large file becomes smaller, and a format that only this device can read (HEIC of phones) becomes
 * a JPEG. Throws `FileUnusable`.
 * @param pdf whether a PDF will do
 */
export async function prepareFile(file: File, { pdf }: { pdf: boolean }): Promise<Picture> {
  const type = await typeOf(file);
  if (type === 'application/pdf') {
    if (!pdf) throw new FileUnusable('wrong_type');
    return { blob: await asItIs(file, type), name: file.name, method: 'html5' };
  }
  const bitmap = await decoded(file, type);
  try {
    if (type && file.size <= SHRUNK_ABOVE && bitmap.width * bitmap.height <= MOST_PIXELS)
      return { blob: await asItIs(file, type), name: fileName(file, type), method: 'html5' };
    const scale = Math.min(1, LONG_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = drawn(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
    const resized = { from: `${bitmap.width}x${bitmap.height}`, to: `${canvas.width}x${canvas.height}` };
    const blob = await encoded(canvas);
    return { blob, name: fileName(file, blob.type), method: 'html5', resized };
  } finally {
    bitmap.close();
  }
}

/** The bytes of a file, in memory: files in a cloud, and files that are moved, may be out of reach during the upload. */
async function asItIs(file: File, type: string): Promise<Blob> {
  if (file.size > LARGEST) throw new FileUnusable('too_large');
  if (file.size < SMALLEST) throw new FileUnusable('too_small');
  return new Blob([await bytesOf(file)], { type });
}

const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  file.arrayBuffer().catch(() => {
    throw new FileUnusable('unreadable');
  });

/**
 * Detects the type of a file by its first bytes; undefined for a file that the service doesn't take. Names and types that systems
 * give are often wrong.
 */
async function typeOf(file: Blob): Promise<keyof typeof extensions | undefined> {
  const head = new Uint8Array(await bytesOf(file.slice(0, 8)));
  const begins = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  if (begins(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47)) return 'image/png';
  return begins(0x25, 0x50, 0x44, 0x46) ? 'application/pdf' : undefined;
}

async function decoded(file: Blob, type: string | undefined): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch {
    throw new FileUnusable(type || file.size === 0 || extensions[file.type] ? 'unreadable' : 'wrong_type');
  }
}

/** The picture that a video shows, in all its pixels. */
export const takePicture = (video: HTMLVideoElement): Promise<Blob> =>
  encoded(drawn(video, video.videoWidth, video.videoHeight));

/** Width in pixels of a snapshot: enough to compare it with the photo, small enough to be sent unseen. */
const SNAPSHOT_WIDTH = 640;

/** Takes a small picture of the video's current frame. */
export function takeSnapshot(video: HTMLVideoElement): Promise<Blob> {
  const scale = Math.min(1, SNAPSHOT_WIDTH / video.videoWidth);
  return encoded(drawn(video, Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)));
}

function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** A JPEG, or a PNG where a JPEG would be smaller than the service takes. */
async function encoded(canvas: HTMLCanvasElement): Promise<Blob> {
  const as = (type: string) =>
    new Promise<Blob>((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new FileUnusable('unreadable'))), type, QUALITY),
    );
  const jpeg = await as('image/jpeg');
  const blob = jpeg.size >= SMALLEST ? jpeg : await as('image/png');
  if (blob.size > LARGEST) throw new FileUnusable('too_large');
  return blob;
}

/** The name of a file, with the ending of its real type. */
function fileName({ name }: File, type: string): string {
  const good = type === 'image/jpeg' ? /\.jpe?g$/i : new RegExp(`\\.${extensions[type]}$`, 'i');
  return good.test(name) ? name : `${name.replace(/\.\w+$/, '')}.${extensions[type]}`;
}

/** A file name with the ending of the file's type. */
export const nameFor = (blob: Blob, base: string): string =>
  `${base}.${extensions[blob.type] ?? /^video\/(\w+)/.exec(blob.type)?.[1] ?? 'bin'}`;
