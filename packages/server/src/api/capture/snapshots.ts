import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { addTransientMedia } from '../../media/transient-media.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

/** Upload of a picture from shortly before a live photo, which then names it in `snapshot_uuids`. */
export function snapshotUploadRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/snapshots',
    {
      ...sdkOnly,
      ...takesFile('snapshot'),
      schema: {
        tags: ['capture'],
        summary: 'Upload a snapshot for a live photo',
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
