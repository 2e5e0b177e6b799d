import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { getMedia } from '../../media/get.ts';
import { addMedia } from '../../media/upload.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { Document, presentDocument } from '../common/document.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';

/** Upload of a video of an uploaded document; of several videos the newest counts. */
export function documentVideoUploadRoutes(instance: FastifyInstance): void {
  typed(instance).post(
    '/document_video_media',
    {
      ...sdkOnly,
      ...takesFile('document_video'),
      schema: {
        tags: ['capture'],
        summary: 'Upload a video of a document',
        description: 'Accepts mp4, mov or webm. Answers the document.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          document_id: Type.String({ minLength: 1 }),
        }),
        response: { 201: Document },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const applicantId = sdkApplicant(request);
      const document = await getMedia(session.ctx, 'document', body.document_id);
      if (document.applicant_id !== applicantId) throw notFound('Document', body.document_id);
      const facts = { ...captureFacts(request), document_id: document.id };
      await addMedia(session.ctx, { kind: 'document_video', applicantId, upload, quality: false, facts });
      return reply.code(201).send(presentDocument(document, versionOf(request)));
    },
  );
}
