import { systemFacts } from '../device.ts';
import type { MediaCallback } from '../types.ts';
import { version } from '../version.ts';
import { endsWith, type Outcome, readAnswer } from './answers.ts';
import { nameFor, type Picture } from './picture.ts';
import { type Access, type Reply, refusedAsExpired, type Sending, send, Unsent, withToken } from './send.ts';

/** Address of the service and the hooks that may intercept uploads. */
export interface Service {
  /** Base of the calls. */
  readonly api: string;
  readonly access: Access;
  readonly phone: boolean;
  /** True if this is a phone that got its steps from a computer. */
  readonly crossDevice: boolean;
  readonly formatter: 'formData' | 'raw';
  /** The page's own way of taking captures. */
  onSubmitDocument?: MediaCallback | undefined;
  onSubmitSelfie?: MediaCallback | undefined;
  onSubmitVideo?: MediaCallback | undefined;
}

export interface DocumentUpload {
  readonly picture: Picture;
  readonly type: string;
  readonly side: 'front' | 'back';
  readonly country: string | null;
  /** Requests that the service judges the picture: for identity documents, not for proofs of address. */
  readonly validate: boolean;
  /** Pictures of this side that were refused before. */
  readonly refusals: number;
}

/** Uploads that are refused for their quality; later ones are taken with a warning (as published clients do since 6.5). */
const STRICT_UPLOADS = 2;

type Fields = Readonly<Record<string, string | Blob>>;

function metadataOf(service: Service, picture: Picture, take: number): string {
  const { method, cameraName, resized } = picture;
  return JSON.stringify({
    captureMethod: method,
    ...(cameraName ? { camera_name: cameraName } : {}),
    ...(resized ? { imageResizeInfo: { resizedFrom: resized.from, resizedTo: resized.to } } : {}),
    isCrossDeviceFlow: service.crossDevice,
    deviceType: service.phone ? 'mobile' : 'desktop',
    system: systemFacts(),
    take_number: take,
  });
}

const source = { sdk_source: 'bonafide_web_sdk', sdk_version: version };

/** The validations of a document: strict at first, then only reported. */
function validationsOf({ picture, validate, refusals }: DocumentUpload): string {
  const severity = refusals < STRICT_UPLOADS ? 'error' : 'warn';
  const names = picture.blob.type === 'application/pdf' ? ['document'] : ['document', 'cutoff', 'glare', 'blur'];
  return JSON.stringify(validate ? Object.fromEntries(names.map((name) => [`detect_${name}`, severity])) : {});
}

/** Answers for photos whose films follow: when a film is sent again, its photo is not. */
const photosOf = new WeakMap<Blob, Outcome>();

/** Sends one side of a document, and its film. Throws as `send` does. */
export async function uploadDocument(service: Service, upload: DocumentUpload, sending: Sending): Promise<Outcome> {
  const { picture, type, side, country } = upload;
  const { blob: file, film, name } = picture;
  const common = { ...source, sdk_metadata: metadataOf(service, picture, upload.refusals + 1) };
  const fields: Fields = {
    file,
    // The service has no types of a page's own: it finds out what it is.
    type: type === 'generic_document' ? 'unknown' : type,
    side,
    ...(country ? { issuing_country: country } : {}),
    sdk_validations: validationsOf(upload),
    ...common,
  };
  const own = await askPage(service, service.onSubmitDocument, film ? { ...fields, video: film } : fields, name);
  if (own) return readAnswer(own);
  const sendPhoto = async (how: Sending) => readAnswer(await post(service, '/v3/documents', fields, name, how));
  if (!film) return sendPhoto(sending);
  const share = file.size / (file.size + film.size);
  const photo = photosOf.get(film) ?? (await sendPhoto(partOf(sending, 0, share)));
  if (photo.id === null) return photo;
  photosOf.set(film, photo);
  const filmed = { file: film, document_id: photo.id, ...common };
  const path = '/v3/document_video_media';
  const answer = readAnswer(await post(service, path, filmed, nameFor(film, side), partOf(sending, share, 1 - share)));
  return answer.id === null ? answer : photo;
}

/** Reports the progress of one of several requests as a part of the whole. */
const partOf = (sending: Sending, from: number, share: number): Sending => ({
  ...sending,
  onProgress: (sent) => sending.onProgress?.(from + sent * share),
});

/** Sends a selfie, and before it the snapshot; without that, if the service takes none. Throws as `send` does. */
export async function uploadSelfie(
  service: Service,
  picture: Picture,
  refusals: number,
  sending: Sending,
): Promise<Outcome> {
  const { blob: file, snapshot, name } = picture;
  const common = { ...source, sdk_metadata: metadataOf(service, picture, refusals + 1) };
  const shown = { file, ...(snapshot ? { snapshot } : {}), ...common };
  const own = await askPage(service, service.onSubmitSelfie, shown, name);
  if (own) return readAnswer(own);
  const uuid = snapshot && (await uploadSnapshot(service, snapshot, sending));
  const fields = { file, ...(uuid ? { snapshot_uuids: JSON.stringify([uuid]) } : {}), ...common };
  return readAnswer(await post(service, '/v3/live_photos', fields, name, sending));
}

/** Sends the film of a face: with the challenge that it answered, or for its motion. Throws as `send` does. */
export async function uploadFilm(
  service: Service,
  picture: Picture,
  { refusals, language }: { refusals: number; language: string },
  sending: Sending,
): Promise<Outcome> {
  const { blob: file, challenge, name } = picture;
  const challengeFields: Fields = challenge
    ? {
        challenge: JSON.stringify(challenge.parts),
        challenge_id: challenge.id,
        challenge_switch_at: String(challenge.switchAt),
        languages: JSON.stringify([{ source: 'sdk', language_code: language }]),
      }
    : {};
  const fields = { file, ...challengeFields, ...source, sdk_metadata: metadataOf(service, picture, refusals + 1) };
  const own = await askPage(service, service.onSubmitVideo, fields, name);
  const path = challenge ? '/v3/live_videos' : '/v3/motion_captures';
  return readAnswer(own ?? (await post(service, path, fields, name, sending)));
}

async function uploadSnapshot(service: Service, file: Blob, sending: Sending): Promise<string | undefined> {
  // The bar shows the picture itself.
  const unseen = { ...sending, onProgress: () => {} };
  const fields = { file, ...source };
  const { body } = await post(service, '/v3/snapshots', fields, nameFor(file, 'applicant_snapshot'), unseen);
  return typeof body?.uuid === 'string' ? body.uuid : undefined;
}

const post = (service: Service, path: string, fields: Fields, name: string, sending: Sending): Promise<Reply> =>
  send({ url: service.api + path, access: service.access, body: () => formOf(fields, name) }, sending);

/** Gives the page the capture, if it wants that; undefined if the upload is left to the SDK. */
async function askPage(
  { formatter, access }: Service,
  callback: MediaCallback | undefined,
  fields: Fields,
  name: string,
): Promise<Reply | undefined> {
  if (!callback) return undefined;
  const attempt = async () => {
    try {
      return handled(await callback(formatter === 'raw' ? { ...fields } : formOf(fields, name)));
    } catch (reason) {
      return refusedBy(reason);
    }
  };
  return withToken(access, attempt, (reply) => reply !== undefined && refusedAsExpired(reply));
}

/** The answer of the page's own server; undefined if it leaves the upload to the SDK. */
function handled(result: unknown): Reply | undefined {
  const { onfidoSuccessResponse, continueWithOnfidoSubmission } = (result ?? {}) as Record<string, unknown>;
  if (continueWithOnfidoSubmission) return undefined;
  return { status: 200, body: (onfidoSuccessResponse ?? null) as Reply['body'] };
}

/** A rejection is the error body of the service; any other value means that the page's server could not answer. */
function refusedBy(reason: unknown): Reply {
  const body = (reason ?? {}) as { error?: { type?: unknown }; type?: unknown };
  const error = body.error ?? body;
  if (error.type === 'validation_error') return { status: 422, body: { error } };
  if (!endsWith(error.type)) throw new Unsent('server');
  return { status: 401, body: { error } };
}

function formOf(fields: Fields, fileName: string): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(key, value);
    else form.append(key, value, key === 'file' ? fileName : nameFor(value, key));
  }
  return form;
}
