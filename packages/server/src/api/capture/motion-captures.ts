import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { addMedia } from '../../media/upload.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { motionCaptures } from '../common/motion-captures.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';

/** Upload of a motion capture. Its route follows the other uploads, because no published SDK shows the original. */
export function motionCaptureUploadRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/motion_captures',
    {
      ...sdkOnly,
      ...takesFile('motion_capture'),
      schema: {
        tags: ['capture'],
        summary: 'Upload a motion capture',
        description: 'Accepts mp4, mov or webm.',
        consumes: ['multipart/form-data'],
        body: Type.Object({ file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })) }),
        response: { 201: motionCaptures.schema },
      },
    },
    async (request, reply) => {
      const { session, upload } = request;
      const applicantId = sdkApplicant(request);
      const capture = await addMedia(session.ctx, {
        kind: 'motion_capture',
        applicantId,
        upload,
        quality: false,
        facts: captureFacts(request),
      });
      return reply.code(201).send(motionCaptures.toWire(capture, versionOf(request)) as never);
    },
  );
}
