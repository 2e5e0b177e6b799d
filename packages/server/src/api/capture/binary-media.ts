import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { invalid } from '../../base/errors.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { errorsOf, listOf, object, required, text } from '../../input-rules/rule.ts';
import { addBinaryMedia, makeDocument } from '../../media/binary-media.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { Id } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';

/** More parts than a document may have, so that the rule of documents refuses an excess. */
const MOST_NAMED = 10;

const reference = object(() => ({ binary_media: required(object(() => ({ uuid: required(text(36)) }))) }));
const references = required(listOf(reference, MOST_NAMED));

const Reference = Type.Object({ binary_media: Type.Object({ uuid: Id }) });

/** Documents in two steps (contract 14.4): its pictures and video, then the document that they make. */
export function binaryMediaRoutes(instance: FastifyInstance): void {
  const app = typed(instance);

  app.post(
    '/v4/binary_media',
    {
      ...sdkOnly,
      ...takesFile('binary_media'),
      schema: {
        consumes: ['multipart/form-data'],
        body: Type.Object({ media: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })) }),
        response: { 201: Type.Object({ media_id: Id, error: Type.Null() }) },
      },
    },
    async (request, reply) => {
      const { session, headers, upload } = request;
      const proof = headers['x-video-auth'] as string | undefined;
      const media = { applicantId: sdkApplicant(request), upload, facts: captureFacts(request) };
      const { id } = await addBinaryMedia(session.ctx, media, proof);
      return reply.code(201).send({ media_id: id, error: null });
    },
  );

  app.post(
    '/v4/documents',
    {
      ...sdkOnly,
      schema: {
        body: Type.Object({ document_media: Type.Optional(Type.Unsafe<unknown>({})) }),
        response: {
          201: Type.Object({
            uuid: Id,
            applicant_uuid: Id,
            document_media: Type.Array(Reference),
            document_type: Type.String(),
          }),
        },
      },
    },
    async (request, reply) => {
      const { document_media } = request.body;
      const wrong = errorsOf({ document_media }, { document_media: references });
      if (wrong) throw invalid(wrong);
      const ids = (document_media as { binary_media: { uuid: string } }[]).map((media) => media.binary_media.uuid);
      const applicantId = sdkApplicant(request);
      const { id } = await makeDocument(request.session.ctx, applicantId, ids);
      return reply.code(201).send({
        uuid: id,
        applicant_uuid: applicantId,
        document_media: ids.map((uuid) => ({ binary_media: { uuid } })),
        document_type: 'IDENTITY_DOCUMENT',
      });
    },
  );
}
