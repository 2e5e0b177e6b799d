import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { type FieldErrors, invalid } from '../../base/errors.ts';
import type { Ctx } from '../../context/ctx.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { errorsOf, listOf, object, optional, required, text } from '../../input-rules/rule.ts';
import { askChallenge, openChallenge, useChallenge } from '../../media/challenge.ts';
import type { Challenge, MediaData } from '../../media/media.ts';
import { addMedia } from '../../media/upload.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { parsedField } from '../common/json-field.ts';
import type { MediaResource } from '../common/media.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';

const tags = ['capture'];

const ChallengeParts = Type.Array(
  Type.Object({ type: Type.String(), query: Type.Unsafe<Challenge['query']>({ description: 'Digits, or a turn' }) }),
);

/** Languages of one video; a bound of our own. */
const MAX_LANGUAGES = 10;

const language = object(() => ({ source: required(text(32)), language_code: required(text(35)) }));
const languages = optional(listOf(language, MAX_LANGUAGES));

/** Routes of challenges, and of the upload of a live video. */
export function liveVideoUploadRoutes(instance: FastifyInstance, resource: MediaResource): void {
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
        description: 'Accepts mp4, mov or webm.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          challenge: Type.String({ description: 'Unchanged JSON text of the challenge that the service sent' }),
          challenge_id: Type.String(),
          challenge_switch_at: Type.Optional(
            Type.Number({
              minimum: 0,
              // JSON Schema's `number` includes `Infinity` of a form.
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'Time at which the second part was shown, in seconds; values from 60 on are milliseconds',
            }),
          ),
          languages: Type.Optional(Type.String({ description: 'JSON text: `[{source, language_code}]`' })),
        }),
        response: { 201: resource.schema },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const applicantId = sdkApplicant(request);
      const { ctx } = session;
      const facts = { ...(await factsOf(ctx, applicantId, body)), ...captureFacts(request) };
      const video = await addMedia(ctx, {
        kind: 'live_video',
        applicantId,
        upload,
        quality: false,
        facts,
        also: (tx) => useChallenge(ctx, tx, body.challenge_id),
      });
      return reply.code(201).send(resource.toWire(video, versionOf(request)) as never);
    },
  );
}

interface SentVideo {
  challenge: string;
  challenge_id: string;
  challenge_switch_at?: number;
  languages?: string;
}

/** The facts of a video. The challenge is taken by its id; the page's copy must equal it. */
async function factsOf(
  ctx: Ctx,
  applicantId: string,
  sent: SentVideo,
): Promise<Pick<MediaData, 'challenge' | 'challenge_switch_at' | 'languages'>> {
  const { asked = [], wrong: wrongId } = await openChallenge(ctx, applicantId, sent.challenge_id);
  const parsedLanguages = sent.languages === undefined ? null : parsedField(sent.languages);
  const wrong: FieldErrors = { ...wrongId, ...errorsOf({ languages: parsedLanguages }, { languages }) };
  if (!wrongId && !isDeepStrictEqual(parsedField(sent.challenge), asked)) {
    wrong.challenge = ['does not match the challenge of challenge_id'];
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  return {
    challenge: asked,
    ...(sent.challenge_switch_at === undefined ? {} : { challenge_switch_at: milliseconds(sent.challenge_switch_at) }),
    languages:
      (parsedLanguages as NonNullable<MediaData['languages']> | null)?.map(({ source, language_code }) => ({
        source,
        language_code,
      })) ?? null,
  };
}

/**
 * Published descriptions have seconds, but some SDKs send milliseconds (contract 14.3). A video is at most 20 s long, and
 * no applicant completes the first part within 60 ms.
 */
function milliseconds(time: number): number {
  return Math.round(time < 60 ? time * 1000 : time);
}
