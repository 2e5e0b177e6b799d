import { buffer } from 'node:stream/consumers';
import { KNOWN_SPECIMENS } from '@bonafide/verification';
import { HOUR_MS, isoDate } from '../../base/clock.ts';
import { notFound } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { mediaBytes } from '../../media/get.ts';
import { type Media, toMedia, type Uploads, uploadsOf } from '../../media/media.ts';
import { refusedForToken } from '../../media/refused.ts';
import { videoFrames } from '../../media/video-frames.ts';
import type { Screening } from '../../reports/live/screening.ts';
import type { LiveTools, SentUpload, UploadedFile } from '../../reports/live/tools.ts';
import type { Report } from '../../reports/records/report.ts';
import { documentReadingsOf, screenPerson } from '../../screening/watchlists/screenings.ts';
import { lookUp } from '../../sources/look-up.ts';
import { updateReportStep } from '../../store/queries/checks.ts';
import { listAllMedia } from '../../store/queries/media.ts';
import type { Check } from '../check.ts';
import { trustedIssuers } from '../credentials/issuers.ts';
import { credentialStatus } from '../credentials/status-lists.ts';
import { addressReputation } from './address-uses.ts';
import { isCompromised } from './compromised.ts';
import { knownFaces, knownLooks } from './known-faces.ts';
import type { NewLikeness } from './likenesses.ts';
import { otherUses } from './repeat-attempts.ts';
import { sealTrustOf } from './seal-keys.ts';
import { trustedOf } from './state-certificates.ts';

interface ToolsFor {
  readonly check: Pick<Check, 'id' | 'applicant' | 'watchlist_monitor_id' | 'created_at' | 'form_submitted_at'>;
  readonly likenesses: NewLikeness[];
  readonly screenings: Screening[];
}

/** Hours by which the last time zone is behind UTC (UTC−12, Baker Island), in milliseconds. */
const WESTERNMOST = 12 * HOUR_MS;

/**
 * The tools of the live processor of one report. They reach its account, environment and applicant alone. Likenesses that the
 * processor keeps are added to `likenesses`, and what it has searched in watchlists to `screenings`; the code that writes the
 * result stores them.
 */
export function liveTools(
  ctx: Ctx,
  { id, applicant_id }: Pick<Report, 'id' | 'applicant_id'>,
  { check, likenesses, screenings }: ToolsFor,
): LiveTools {
  const { settings } = ctx.services;
  return {
    ...captureTools(ctx, applicant_id),
    today: isoDate(ctx.now()),
    westernToday: isoDate(ctx.now() - WESTERNMOST),
    sanctionedCountries: settings.sanctionedCountries,
    specimens: [...KNOWN_SPECIMENS, ...settings.specimens],
    async step(step) {
      await ctx.transaction((tx) => tx.run(updateReportStep, { id, step }));
    },
    otherUses: (properties) => otherUses(ctx, { id, applicant_id, properties }, check.applicant),
    isCompromised: (properties) => isCompromised(ctx, properties),
    stateCertificates: (countries) => trustedOf(ctx, countries),
    credentialIssuers: () => trustedIssuers(ctx.services),
    credentialStatus: (asked, issuers) => credentialStatus(ctx.services, asked, issuers),
    sealTrust: (seals) => sealTrustOf(ctx, seals),
    async keepFace(media, embedding) {
      likenesses.push({ ...media, applicant_id, embedding });
    },
    knownFaces: (embedding, least) => knownFaces(ctx, applicant_id, embedding, least),
    async keepLook(media, hash) {
      likenesses.push({ ...media, applicant_id, hash });
    },
    sentUploads: async () => {
      const { senders } = await uploadsOf(ctx, ctx.read, applicant_id);
      return senders.map(toSentUpload);
    },
    refusedUploads: () => refusedForToken(ctx, applicant_id, check.form_submitted_at ?? check.created_at),
    addressReputation: (address) => addressReputation(ctx, address, check.id),
    placeOf: (address) => ctx.services.locations.placeOf(address),
    documentReadings: () => documentReadingsOf(ctx, applicant_id),
    async screen(query) {
      const screening = await ctx.services.checkMonitor.withoutDisabled(
        ctx,
        check,
        await screenPerson(ctx, applicant_id, query),
      );
      screenings.push(screening);
      return screening;
    },
    documentRegister(country) {
      const registers = ctx.services.providers.for('document_register', country);
      return registers.length === 0 ? null : { takesPortrait: registers.some(({ portrait }) => portrait) };
    },
    lookUp: (subject, kind, country) => lookUp(ctx, { report: { id, applicant_id }, check, subject, kind, country }),
  };
}

/** The tools that look at captures of one applicant, of a report or a step of a run. */
export function captureTools(
  ctx: Ctx,
  applicant_id: string,
): Pick<LiveTools, 'analyser' | 'decision' | 'file' | 'frames' | 'sameLook'> {
  const upload = async (mediaId: string): Promise<Media> => {
    const rows = await ctx.read.all(listAllMedia, { applicant_id });
    const row = rows.find((row) => row.id === mediaId);
    if (!row) throw notFound('Media', mediaId);
    return toMedia(ctx, row);
  };
  return {
    analyser: ctx.services.analyser,
    decision: ctx.account.settings,
    async file(mediaId) {
      const media = await upload(mediaId);
      return { ...factsOf(media), bytes: await buffer(await mediaBytes(ctx, media)) };
    },
    frames: async (mediaId, count) => videoFrames(ctx, await upload(mediaId), count),
    sameLook: (hash) => knownLooks(ctx, applicant_id, hash),
  };
}

function toSentUpload({ media_id, token, ...sender }: Uploads['senders'][number]): SentUpload {
  const { address, user_agent, sdk_source, sdk_version, capture_method, camera_name } = sender;
  return {
    id: media_id,
    token,
    ...(address !== undefined && { address }),
    ...(user_agent !== undefined && { userAgent: user_agent }),
    ...(sdk_source !== undefined && { sdkSource: sdk_source }),
    ...(sdk_version !== undefined && { sdkVersion: sdk_version }),
    ...(capture_method !== undefined && { captureMethod: capture_method }),
    ...(camera_name !== undefined && { cameraName: camera_name }),
  };
}

function factsOf({
  id,
  media_type,
  file_name,
  created_at,
  challenge,
  challenge_switch_at,
  credential,
  chip_challenge,
  chip_terminal_key,
  camera_name,
  repeats_snapshot,
}: Media): Omit<UploadedFile, 'bytes'> {
  return {
    id,
    mediaType: media_type,
    fileName: file_name,
    uploadedAt: created_at,
    ...(challenge && { challenge }),
    ...(challenge_switch_at !== undefined && { challengeSwitchAt: challenge_switch_at }),
    ...(chip_challenge !== undefined && { chipChallenge: chip_challenge }),
    ...(chip_terminal_key !== undefined && { chipTerminalKey: chip_terminal_key }),
    ...(credential && { credential }),
    ...(camera_name && { cameraName: camera_name }),
    ...(repeats_snapshot && { repeatsSnapshot: repeats_snapshot }),
  };
}
