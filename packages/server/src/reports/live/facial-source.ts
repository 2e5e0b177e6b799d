import type { Finding, PhotoAssessment } from '@bonafide/verification';
import { HOUR_MS } from '../../base/clock.ts';
import type { SourceEvidence, SourceFault, SourceNames } from './facial-capture.ts';
import type { LikeUpload, UploadedFile } from './tools.ts';

/** Names of programs that pass off pictures as a camera's. */
const VIRTUAL_CAMERAS =
  /\bOBS\b|\bmanycam|snap ?camera|v4l2 ?loopback|droid ?cam|e2esoft|\bvcam\b|xsplit|splitcam|camtwist|sparkocam|chromacam|altercam|webcamoid|iriun|epoccam|cyberlink youcam|unity video capture|deepfacelive|avatarify|(?:virtual|fake) ?(?:web)?cam/i;

/** Names of emulated and simulated phones. */
const EMULATORS =
  /android sdk built for|sdk_g?phone|google_sdk|\bgoldfish\b|\branchu\b|vbox86|genymotion|bluestacks|nox ?player|ldplayer|\bmemu\b|\bemulator\b|\bsimulator\b/i;

/** Findings on a file that say that its picture isn't what a camera saw. */
const TAMPERING: Readonly<Record<string, string>> = {
  editing_traces: 'image_editor',
  generated_marks: 'generated_image',
  foreign_data: 'foreign_data',
};

/** Evidence on a photo's source from its file, and from the page that took it. */
export function photoSource(
  { origin, metadata }: Pick<PhotoAssessment, 'origin' | 'metadata'>,
  { uploadedAt, cameraName, repeatsSnapshot }: Pick<UploadedFile, 'uploadedAt' | 'cameraName' | 'repeatsSnapshot'>,
  others: readonly LikeUpload[],
): SourceEvidence {
  const failed = origin.filter(({ result }) => result === 'fail');
  const taken = metadata.takenAt === undefined ? undefined : timeOfCapture(metadata.takenAt, uploadedAt);
  return {
    assessed: {
      digital_tampering: failed.flatMap(({ name, reason }) => {
        const word = TAMPERING[name];
        return word ? [{ word, reason }] : [];
      }),
      ...nameFaults(metadata, cameraName),
      ...(taken?.assessed && { time_of_capture: taken.faults }),
    },
    doubts: [
      ...(taken?.doubts ?? []),
      ...(repeatsSnapshot ? [frozen] : []),
      ...screenshotOf(failed),
      ...reuse('reused_image', others),
    ],
  };
}

/** No camera gives the same picture twice to the last bit, while a page that is handed a file does. */
const frozen: SourceFault = {
  word: 'frozen_camera',
  reason: 'The photo is identical to the snapshot before it, byte for byte. A camera never takes the same image twice',
};

/** `fake_webcam` and `emulator`, where a file names what made it at all, or a page the camera. */
export function nameFaults({ make, model, software }: SourceNames, cameraName?: string): Record<string, SourceFault[]> {
  const names = [make, model, ...software, cameraName].filter((name): name is string => Boolean(name));
  if (names.length === 0) return {};
  const faultsFor = (pattern: RegExp, word: string, what: string) =>
    names.flatMap((name) => {
      const found = pattern.exec(name)?.[0];
      const teller = name === cameraName ? 'browser' : 'file';
      return found ? [{ word, reason: `The ${teller} reports ${what}: ${found}` }] : [];
    });
  return {
    fake_webcam: faultsFor(VIRTUAL_CAMERAS, 'virtual_camera', 'a virtual camera'),
    emulator: faultsFor(EMULATORS, 'emulator', 'an emulated device'),
  };
}

/** Hours before the upload within which a photo must have been taken (contract 9.3). */
const MOST_HOURS = 24;

/** Hours by which local times lie ahead of UTC and behind it, at most: UTC+14 on Kiribati, UTC-12 on Baker Island. */
const AHEAD = 14;
const BEHIND = 12;

interface TimeOfCapture {
  readonly assessed: boolean;
  readonly faults: readonly SourceFault[];
  readonly doubts: readonly SourceFault[];
}

/**
 * Judges whether a photo is older than a day. Cameras write local time without a zone, so the same time of day may be half a day
 * earlier or later: beyond that it is a fault, within it a doubt. A time in the future of every zone comes from a wrong clock,
 * and shows nothing.
 */
export function timeOfCapture(takenAt: string, uploadedAt: number): TimeOfCapture {
  const hours = (uploadedAt - Date.parse(`${takenAt}Z`)) / HOUR_MS;
  const reason = `The camera's clock says that the photo was taken ${Math.round(hours)} hours before the upload (maximum ${MOST_HOURS} hours)`;
  if (Number.isNaN(hours) || hours < -AHEAD) return { assessed: false, faults: [], doubts: [] };
  if (hours <= MOST_HOURS) return { assessed: true, faults: [], doubts: [] };
  if (hours > MOST_HOURS + BEHIND) return { assessed: true, faults: [{ word: 'time_of_capture', reason }], doubts: [] };
  return {
    assessed: false,
    faults: [],
    doubts: [{ word: 'time_of_capture', reason: `${reason}. The camera's time zone may explain this` }],
  };
}

function screenshotOf(failed: readonly Finding[]): SourceFault[] {
  return failed.filter(({ name }) => name === 'screenshot').map(({ reason }) => ({ word: 'screenshot', reason }));
}

/** Others may have uploaded the same: one person under two names, or a picture that goes round. */
export function reuse(word: string, others: readonly LikeUpload[]): SourceFault[] {
  const people = new Set(others.map(({ applicant_id }) => applicant_id)).size;
  if (people === 0) return [];
  return [
    {
      word,
      reason: `It looks the same as an upload by ${people === 1 ? 'another applicant' : `${people} other applicants`}`,
    },
  ];
}
