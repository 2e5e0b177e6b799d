import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { addPageMedia, type PageMedia } from '../../checks/forms/add-media.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { documentTypes } from '../../reports/document-types.ts';
import { CountryCode, Id } from '../common/schemas.ts';
import { actAsClient } from './gate.ts';
import { PlacedParams, PlaceParams } from './schemas.ts';

const File = Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' }));

const NewDocument = Type.Object({
  file: File,
  type: stringEnum(documentTypes),
  side: Type.Optional(nullableEnum(['front', 'back'])),
  issuing_country: Type.Optional(Type.Unsafe<string | null>(CountryCode)),
});

/** Uploads for an applicant by a member who has the files. */
export function uploadRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  const takes = (kind: PageMedia['kind']) => {
    const { preValidation, onSend } = takesFile(kind, ({ params }) => (params as { id: string }).id);
    return { preValidation: [actAsClient(services), preValidation], onSend };
  };

  async function add({ session, upload, params }: FastifyRequest, kind: PageMedia['kind'], facts: object) {
    const { ctx } = session;
    const { id: applicantId } = params as { id: string };
    // Like the server of a client, the browser of a member shows nothing of the applicant's device.
    const sent = { ...facts, sender: { token: 'api_token' } } as const;
    const { id } = await addPageMedia(ctx, applicantId, { kind, upload, facts: sent });
    await recordAudit(ctx, { action: 'media_uploaded', object_id: id, details: { kind } });
    return { id };
  }

  app.get(
    '/accounts/:account/:environment/document_types',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Types of documents, as an upload takes them.',
        params: PlaceParams,
        response: { 200: Type.Object({ document_types: Type.Array(Type.String()) }) },
      },
    },
    async () => ({ document_types: [...documentTypes] }),
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/documents',
    {
      ...takes('document'),
      config: { member: 'verification.start', hidesDecision: true },
      schema: {
        description: 'Uploads a document of the applicant: jpg, png or pdf, 32 KB to 10 MB.',
        consumes: ['multipart/form-data'],
        params: PlacedParams,
        body: NewDocument,
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const { type, side = null, issuing_country = null } = request.body;
      return reply.code(201).send(await add(request, 'document', { type, side, issuing_country }));
    },
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/live_photos',
    {
      ...takes('live_photo'),
      config: { member: 'verification.start', hidesDecision: true },
      schema: {
        description: 'Uploads a photo of the applicant with exactly one face: jpg or png, 32 KB to 10 MB.',
        consumes: ['multipart/form-data'],
        params: PlacedParams,
        body: Type.Object({ file: File }),
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => reply.code(201).send(await add(request, 'live_photo', {})),
  );
}
