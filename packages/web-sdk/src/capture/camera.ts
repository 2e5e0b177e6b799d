import type { CameraTrouble } from '../flow/state.ts';

/** The camera can't be had, and why. */
export class CameraUnavailable extends Error {
  readonly what: CameraTrouble;

  constructor(what: CameraTrouble) {
    super(`The camera is ${what}`);
    this.what = what;
  }
}

export interface OpenCamera {
  readonly stream: MediaStream;
  /** As the system calls it; goes into `sdk_metadata`. */
  readonly name: string;
  close(): void;
}

/** As many pixels as a document needs to be read: 300 dpi on a card of 85.6 mm are 1011, and it fills a part of the frame. */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 } };

/** Whether this page may have a camera at all: a secure context, outside of webviews that keep it back. */
export const cameraPossible = (): boolean => typeof navigator.mediaDevices?.getUserMedia === 'function';

/** Whether there seems to be a camera, and whether the browser needs to ask no more. */
export async function lookForCamera(): Promise<{ present: boolean; granted: boolean }> {
  if (!cameraPossible()) return { present: false, granted: false };
  try {
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    // Names are told to those alone who may use them.
    return { present: cameras.length > 0, granted: cameras.some(({ label }) => label !== '') };
  } catch {
    return { present: true, granted: false };
  }
}

/**
 * Opens the camera that looks at the document or at the person. Throws `CameraUnavailable`.
 *
 * @param sound asks for the microphone too
 * @param lost is called when it stops by itself: unplugged, taken by another program, or forbidden meanwhile
 */
export async function openCamera(facing: 'environment' | 'user', lost: () => void, sound = false): Promise<OpenCamera> {
  if (!cameraPossible()) throw new CameraUnavailable('insecure');
  const stream = await streamOf(facing, sound);
  const [track] = stream.getVideoTracks();
  track?.addEventListener('ended', lost);
  return {
    stream,
    name: track?.label ?? '',
    close() {
      track?.removeEventListener('ended', lost);
      for (const one of stream.getTracks()) one.stop();
    },
  };
}

async function streamOf(facing: 'environment' | 'user', audio: boolean): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio,
      video: { facingMode: { ideal: facing }, ...WANTED },
    });
  } catch (error) {
    throw new CameraUnavailable(troubleOf(error));
  }
}

/** The names are those of the Media Capture specification, section 10.2. */
function troubleOf(error: unknown): CameraTrouble {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'PermissionDeniedError') return 'denied';
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'SecurityError' || name === 'TypeError' ? 'insecure' : 'busy';
}
