import { CameraUnavailable, cameraPossible } from './camera.ts';

/** Bits per second: 20 s make 6 MB. */
const BITS = 2_500_000;

/** Bytes of a film that has a picture; a container without any has about a hundred. */
const SMALLEST = 1000;

/**
 * Milliseconds until a recorder that had no picture yet is asked again, and how often it is asked: the encoder of a busy device may take
 * seconds for its first picture.
 */
const ASK_AGAIN_MS = 250;
const MOST_ASKS = 40;

/**
 * The first media type of the list that the browser records; undefined if the browser can't say. VP8 comes first: it needs a fraction of the
 * processor time of VP9, and on a busy device its first picture comes a second earlier.
 */
const recordable = (): string | undefined =>
  ['video/webm;codecs=vp8,opus', 'video/webm;codecs=vp9,opus', 'video/webm', 'video/mp4'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  );

/**
 * Returns whether this browser can film at all.
 *
 * @param drawn whether the camera is drawn, so that no other is needed
 */
export const canFilm = (drawn: boolean): boolean => (drawn || cameraPossible()) && typeof MediaRecorder === 'function';

/** A recording that runs. */
export interface Recording {
  /** The recording, once it is stopped. */
  readonly filmed: Promise<Blob>;
  /** Stops it as soon as it has a picture. */
  stop(): void;
  /** Stops it at once; what it has recorded is of no use. */
  drop(): void;
}

/** Records what a camera sees, until it is stopped. What comes to nothing is a `CameraUnavailable`. */
export function startRecording(stream: MediaStream): Recording {
  const pieces: Blob[] = [];
  let bytes = 0;
  let stopping = false;
  let recorder: MediaRecorder;
  let asks = 0;
  const ask = () => {
    if (recorder.state !== 'recording') return;
    if (bytes >= SMALLEST || ++asks > MOST_ASKS) return end();
    recorder.requestData();
    setTimeout(ask, ASK_AGAIN_MS);
  };
  const end = () => {
    if (recorder.state === 'recording') recorder.stop();
  };
  try {
    const type = recordable();
    recorder = new MediaRecorder(stream, { videoBitsPerSecond: BITS, ...(type ? { mimeType: type } : {}) });
    recorder.ondataavailable = ({ data }) => {
      pieces.push(data);
      bytes += data.size;
      if (stopping && bytes >= SMALLEST) end();
    };
    recorder.start();
  } catch {
    return { filmed: Promise.reject(new CameraUnavailable('recorder')), stop() {}, drop() {} };
  }
  const filmed = new Promise<Blob>((resolve, reject) => {
    recorder.onstop = () => {
      // Its type without codecs: the service goes by the container.
      const film = new Blob(pieces, { type: (recorder.mimeType || 'video/webm').split(';')[0] as string });
      if (film.size >= SMALLEST) resolve(film);
      else reject(new CameraUnavailable('busy'));
    };
  });
  return {
    filmed,
    stop() {
      if (stopping) return;
      stopping = true;
      ask();
    },
    drop: end,
  };
}
