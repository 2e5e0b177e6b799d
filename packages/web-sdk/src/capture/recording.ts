import { CameraUnavailable, cameraPossible } from './camera.ts';

/** Bits per second: 20 s make 6 MB. */
const BITS = 2_500_000;

/** Bytes of a film that has a picture; a container without any has about a hundred. */
const SMALLEST = 1000;

/** The first media type of the list that the browser records; undefined if the browser can't say. */
const recordable = (): string | undefined =>
  ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'].find((type) =>
    MediaRecorder.isTypeSupported(type),
  );

/** Returns whether this browser can film at all. */
export const canFilm = (): boolean => cameraPossible() && typeof MediaRecorder === 'function';

/** A recording that runs. */
export interface Recording {
  /** The recording, once it is stopped. */
  readonly filmed: Promise<Blob>;
  stop(): void;
}

/** Records what a camera sees, until it is stopped. What comes to nothing is a `CameraUnavailable`. */
export function startRecording(stream: MediaStream): Recording {
  const pieces: Blob[] = [];
  let recorder: MediaRecorder;
  try {
    const type = recordable();
    recorder = new MediaRecorder(stream, { videoBitsPerSecond: BITS, ...(type ? { mimeType: type } : {}) });
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.start();
  } catch {
    return { filmed: Promise.reject(new CameraUnavailable('recorder')), stop() {} };
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
      if (recorder.state === 'recording') recorder.stop();
    },
  };
}
