import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { addMedia } from '../../media/upload.ts';
import { type MediaResource, mediaFields, presentMedia, readingRoutes } from '../common/media.ts';
import { Id } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const SigningDocument = Type.Object({ ...mediaFields, applicant_id: Id }, { title: 'Signing document' });

const path = 'signing_documents';

/** The type of the file is its extension, as of documents. */
const resource: MediaResource = {
  kind: 'signing_document',
  path,
  schema: SigningDocument,
  toWire: (media, version) => ({
    ...presentMedia(path, media, version),
    file_type: media.extension,
    applicant_id: media.applicant_id,
  }),
};

/** Documents that applicants are to sign: upload, list, read, download. */
export function signingDocumentRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.signatures) return;
  typed(instance).post(
    `/${path}`,
    {
      ...takesFile('signing_document'),
      schema: {
        tags: ['signing documents'],
        summary: 'Upload a document that the applicant is to sign',
        description: 'pdf, 2 KB to 3 MB.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          applicant_id: Type.String({ minLength: 1 }),
        }),
        response: { 201: SigningDocument },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const { applicant_id: applicantId } = body;
      const media = await addMedia(session.ctx, {
        kind: 'signing_document',
        applicantId,
        upload,
        quality: false,
        facts: {},
      });
      return reply.code(201).send(resource.toWire(media, versionOf(request)) as never);
    },
  );
  readingRoutes(instance, resource);
}
