import { cameraPossible } from './camera.ts';

/** Bits per second: 20 s make 6 MB. */
const BITS = 2_500_000;

/** What a browser records, the first of these; nothing where it can't say. */
const recordable = (): string | undefined =>
  ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  );

/** Whether this browser can film at all. */
export const canFilm = (): boolean => cameraPossible() && typeof MediaRecorder === 'function';

/** A recording that runs. */
export interface Tape {
  /** What was recorded, once it is stopped. */
  readonly filmed: Promise<Blob>;
  stop(): void;
}

/** Records what a camera sees, until it is stopped. */
export function startTape(stream: MediaStream): Tape {
  const type = recordable();
  const recorder = new MediaRecorder(stream, { videoBitsPerSecond: BITS, ...(type ? { mimeType: type } : {}) });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const filmed = new Promise<Blob>((resolve) => {
    // Its type without codecs: the service goes by the container.
    recorder.onstop = () =>
      resolve(new Blob(pieces, { type: (recorder.mimeType || 'video/webm').split(';')[0] as string }));
  });
  recorder.start();
  return {
    filmed,
    stop() {
      if (recorder.state === 'recording') recorder.stop();
    },
  };
}
