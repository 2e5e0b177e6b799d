import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type FieldErrors, invalid } from '../../base/errors.ts';
import type { Ctx } from '../../core/ctx.ts';
import { askChallenge, openChallenge, useChallenge } from '../../core/media/challenge.ts';
import type { Challenge, MediaData } from '../../core/media/media.ts';
import { addMedia } from '../../core/media/upload.ts';
import { errorsOf, listOf, object, optional, required, text } from '../../core/rules/rule.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { cameraFacts } from '../common/camera.ts';
import { parsedField } from '../common/json-field.ts';
import type { MediaFace } from '../common/media.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';

const tags = ['capture'];

const ChallengeParts = Type.Array(
  Type.Object({ type: Type.String(), query: Type.Unsafe<Challenge['query']>({ description: 'Digits, or a turn' }) }),
);

/** No applicant speaks more languages in one video. */
const MAX_LANGUAGES = 10;

const language = object(() => ({ source: required(text(32)), language_code: required(text(35)) }));
const languages = optional(listOf(language, MAX_LANGUAGES));

/** What an applicant must do in a video, and the upload of that video. */
export function liveVideoUploadRoutes(instance: FastifyInstance, face: MediaFace): void {
  const app = typed(instance);

  app.post(
    '/live_video_challenge',
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Ask for a challenge: what the applicant must do in a live video',
        response: { 200: Type.Object({ data: Type.Object({ id: Id, challenge: ChallengeParts }) }) },
      },
    },
    async (request) => ({ data: await askChallenge(request.session.ctx, sdkApplicant(request)) }),
  );

  app.post(
    '/live_videos',
    {
      ...sdkOnly,
      ...takesFile('live_video'),
      schema: {
        tags,
        summary: 'Upload a live video',
        description: 'mp4, mov or webm.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          challenge: Type.String({ description: 'JSON text: the challenge as it was given out' }),
          challenge_id: Type.String(),
          challenge_switch_at: Type.Optional(
            Type.Number({
              minimum: 0,
              // `Infinity` is a number, too.
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'When its second part was shown: seconds, or milliseconds from 60 on',
            }),
          ),
          languages: Type.Optional(Type.String({ description: 'JSON text: `[{source, language_code}]`' })),
        }),
        response: { 201: face.schema },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const applicantId = sdkApplicant(request);
      const { ctx } = session;
      const facts = { ...(await factsOf(ctx, applicantId, body)), ...cameraFacts(request) };
      const video = await addMedia(ctx, {
        ...{ kind: 'live_video', applicantId, upload, quality: false, facts },
        also: (tx) => useChallenge(ctx, tx, body.challenge_id),
      });
      return reply.code(201).send(face.present(video, versionOf(request)) as never);
    },
  );
}

interface Told {
  challenge: string;
  challenge_id: string;
  challenge_switch_at?: number;
  languages?: string;
}

/** What was asked is what the id says, not what the page says. */
async function factsOf(
  ctx: Ctx,
  applicantId: string,
  told: Told,
): Promise<Pick<MediaData, 'challenge' | 'challenge_switch_at' | 'languages'>> {
  const { asked = [], wrong: wrongId } = await openChallenge(ctx, applicantId, told.challenge_id);
  const spoken = told.languages === undefined ? null : parsedField(told.languages);
  const wrong: FieldErrors = { ...wrongId, ...errorsOf({ languages: spoken }, { languages }) };
  if (!wrongId && !isDeepStrictEqual(parsedField(told.challenge), asked)) {
    wrong.challenge = ['is not the one of challenge_id'];
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    challenge: asked,
    ...(told.challenge_switch_at === undefined ? {} : { challenge_switch_at: milliseconds(told.challenge_switch_at) }),
    languages:
      (spoken as NonNullable<MediaData['languages']> | null)?.map(({ source, language_code }) => ({
        source,
        language_code,
      })) ?? null,
  };
}

/**
 * Public descriptions say seconds, but some SDKs send milliseconds (contract 14.3). A video
 * is 20 s long, and nobody answers the first part within 60 ms.
 */
function milliseconds(time: number): number {
  return Math.round(time < 60 ? time * 1000 : time);
}
