import type { CameraTrouble } from '../flow/state.ts';

/** The error when the camera can't be opened. */
export class CameraUnavailable extends Error {
  readonly what: CameraTrouble;

  constructor(what: CameraTrouble) {
    super(`The camera is ${what}`);
    this.what = what;
  }
}

export interface OpenCamera {
  readonly stream: MediaStream;
  /** Name that the system gives the camera; it goes into `sdk_metadata`. */
  readonly name: string;
  /** `muted`: it gives no picture for now, as during a call. `ended`: it never will again. */
  state(): 'live' | 'muted' | 'ended';
  close(): void;
}

export interface CameraListeners {
  /** The camera has stopped permanently: unplugged, taken by another program, or forbidden meanwhile. */
  ended(): void;
  /** Something may have changed without an event of its own. */
  changed(): void;
  /** The camera gives no picture for now: the system has given it to a call or to another app. */
  muted(): void;
  /** The camera gives pictures again. */
  unmuted(): void;
}

/**
 * Requests the pixels that a document needs to be read: 300 dpi on a card of 85.6 mm are 1011, and the card fills a part of the
 * frame. The browser must not scale: a cropped or scaled picture has no further detail.
 */
const WANTED = { width: { ideal: 1920 }, height: { ideal: 1080 }, resizeMode: { ideal: 'none' } };

/**
 * Names of infrared and depth cameras, and of programs that act as cameras: the service doubts pictures of them.
 */
const UNFIT =
  /\b(?:IR|infrared|depth|OBS)\b|windows hello|manycam|snap ?camera|v4l2 ?loopback|e2esoft|\bvcam\b|xsplit|splitcam|camtwist|virtual/i;

interface FeaturePolicy {
  allowsFeature(name: string): boolean;
}

/**
 * Returns whether a permissions policy of this document or of a frame around it forbids a feature; false if the policy is
 * unknown.
 */
function withheld(feature: 'camera' | 'microphone'): boolean {
  const { featurePolicy, permissionsPolicy = featurePolicy } = document as {
    featurePolicy?: FeaturePolicy;
    permissionsPolicy?: FeaturePolicy;
  };
  return permissionsPolicy?.allowsFeature(feature) === false;
}

/** Set where a browser without that interface has refused this frame a camera without a prompt. */
let refusedUnasked = false;

/**
 * Web views of apps, where the app decides without a prompt. Android marks its web views; iOS web views leave out the browser's
 * name.
 */
const inWebview = (): boolean => {
  const { userAgent } = navigator;
  return (
    /; wv\)|\bFBA[NV]\b|Instagram/.test(userAgent) ||
    (/iPhone|iPad|iPod/.test(userAgent) && !/Safari\//.test(userAgent))
  );
};

/**
 * Returns whether this page may have a camera at all: a secure context, outside of webviews and frames that withhold the camera.
 */
export const cameraPossible = (): boolean =>
  typeof navigator.mediaDevices?.getUserMedia === 'function' && !withheld('camera') && !refusedUnasked;

/** Returns whether there seems to be a camera, and whether its use is granted already. */
export async function lookForCamera(): Promise<{ present: boolean; granted: boolean }> {
  if (!cameraPossible()) return { present: false, granted: false };
  try {
    const cameras = (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
    if (cameras.length === 0 && window !== window.top) await askUnseen();
    // Browsers give names to pages alone that may use the cameras.
    return { present: cameras.length > 0, granted: cameras.some(({ label }) => label !== '') };
  } catch {
    return { present: true, granted: false };
  }
}

/**
 * A frame that lists no camera has none, or may not use any: `getUserMedia` says which, without a prompt in either case
 * (Media Capture and Streams, section 10.2: policy first, then `NotFoundError`).
 */
async function askUnseen(): Promise<void> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: true });
    for (const track of stream.getTracks()) track.stop();
  } catch (error) {
    refusedUnasked = troubleOf(error) === 'denied';
  }
}

/** Opens a camera, with its microphone on demand. Throws `CameraUnavailable`. */
export type CameraSource = (facing: 'environment' | 'user', sound: boolean) => Promise<MediaStream>;

/** The camera of the device that looks at the document or at the person. */
const deviceCamera: CameraSource = (facing, sound) => {
  if (!cameraPossible()) throw new CameraUnavailable('insecure');
  return streamOf(facing, sound);
};

/**
 * Opens the camera that looks at the document or at the person. Throws `CameraUnavailable`.
 *
 * @param sound asks for the microphone too
 * @param source opens another camera than the device's
 */
export async function openCamera(
  facing: 'environment' | 'user',
  listeners: CameraListeners,
  sound = false,
  source: CameraSource = deviceCamera,
): Promise<OpenCamera> {
  const stream = await source(facing, sound);
  const [track] = stream.getVideoTracks();
  const listening: [EventTarget | undefined, string, () => void][] = [
    [track, 'ended', listeners.ended],
    [track, 'mute', listeners.muted],
    [track, 'unmute', listeners.unmuted],
    // A track that a script stops has no event; its stream has, in some browsers.
    [stream, 'inactive', listeners.changed],
  ];
  for (const [target, event, listener] of listening) target?.addEventListener(event, listener);
  return {
    stream,
    name: track?.label ?? '',
    state: () => (track?.readyState !== 'live' ? 'ended' : track.muted ? 'muted' : 'live'),
    close() {
      for (const [target, event, listener] of listening) target?.removeEventListener(event, listener);
      for (const track of stream.getTracks()) track.stop();
    },
  };
}

/** Opens the camera. Another camera replaces an unfit one, if the device has several. */
async function streamOf(facing: 'environment' | 'user', audio: boolean): Promise<MediaStream> {
  try {
    const usual = { facingMode: { ideal: facing } };
    const stream = await ask(usual, audio);
    if (!unfit(stream.getVideoTracks()[0])) return stream;
    const other = (await navigator.mediaDevices.enumerateDevices()).find(
      (device) => device.kind === 'videoinput' && device.label !== '' && !unfit(device),
    );
    if (!other) return stream;
    for (const track of stream.getTracks()) track.stop();
    return await ask({ deviceId: { exact: other.deviceId } }, audio).catch(() => ask(usual, audio));
  } catch (error) {
    const what = troubleOf(error);
    const unasked = inWebview() || (audio && withheld('microphone'));
    throw new CameraUnavailable(what === 'denied' && unasked ? 'insecure' : what);
  }
}

const unfit = (camera: { readonly label: string } | undefined): boolean => UNFIT.test(camera?.label ?? '');

const ask = (which: MediaTrackConstraints, audio: boolean): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio, video: { ...WANTED, ...which } });

/** Maps an error to a trouble by its name (Media Capture specification, section 10.2). */
function troubleOf(error: unknown): CameraTrouble {
  const { name } = error as Error;
  if (name === 'NotAllowedError' || name === 'PermissionDeniedError') return 'denied';
  if (name === 'NotFoundError' || name === 'DevicesNotFoundError' || name === 'OverconstrainedError') return 'missing';
  return name === 'SecurityError' || name === 'TypeError' ? 'insecure' : 'busy';
}
