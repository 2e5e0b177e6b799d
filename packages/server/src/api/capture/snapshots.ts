import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { invalid } from '../../base/errors.ts';
import type { MediaData } from '../../core/media/media.ts';
import { repeatsSnapshot } from '../../core/media/snapshots.ts';
import { addTransientMedia } from '../../core/media/transient-media.ts';
import { errorsOf, listOf, optional, required, text } from '../../core/rules/rule.ts';
import { takesFile } from '../../http/upload.ts';
import { typed } from '../common/route.ts';
import { Id } from '../common/schemas.ts';
import { cameraFacts } from './camera.ts';
import { parsedField } from './json-field.ts';
import { sdkApplicant, sdkOnly } from './sdk-only.ts';

/** Upload of what the camera saw shortly before a live photo, which then names it in `snapshot_uuids`. */
export function snapshotUploadRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/snapshots',
    {
      ...sdkOnly,
      ...takesFile('snapshot'),
      schema: {
        tags: ['capture'],
        summary: 'Upload a snapshot that a live photo will name',
        description: 'jpg or png, at most 10 MB. Deleted after 15 minutes.',
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })) }),
        response: { 201: Type.Object({ uuid: Id }) },
      },
    },
    async (request, reply) => {
      const { session, upload } = request;
      const { id } = await addTransientMedia(session.ctx, 'snapshot', { applicantId: sdkApplicant(request), upload });
      return reply.code(201).send({ uuid: id });
    },
  );
}

/** One is taken for each photo; who takes it anew may name all. */
const MAX_SNAPSHOTS = 10;

const uuids = optional(listOf(required(text(36)), MAX_SNAPSHOTS));

/** What the snapshots that an upload of a live photo names, and its camera, say of it. Throws `validation_error`. */
export async function livePhotoFacts(
  request: FastifyRequest,
  applicantId: string,
  named: string | undefined,
): Promise<Pick<MediaData, 'repeats_snapshot' | 'camera_name'>> {
  const { session, upload } = request;
  const snapshot_uuids = named === undefined || named === '' ? [] : parsedField(named);
  const wrong = errorsOf({ snapshot_uuids }, { snapshot_uuids: uuids });
  if (wrong) throw invalid(wrong);
  const snapshots = (snapshot_uuids ?? []) as string[];
  const camera = cameraFacts(request);
  if (!upload || snapshots.length === 0) return camera;
  const { sha256 } = upload.file;
  return { ...camera, repeats_snapshot: await repeatsSnapshot(session.ctx, { applicantId, sha256, snapshots }) };
}
