import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { getMedia, listMediaOf } from '../../media/get.ts';
import type { Media } from '../../media/media.ts';
import { addMedia } from '../../media/upload.ts';
import { documentTypes } from '../../reports/document-types.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { applicantOf, sendMedia } from '../common/media.ts';
import { CountryCode, DateTime, Href, Id } from '../common/schemas.ts';
import { OfApplicant, OneOfApplicant, PageQuery, sendSlice } from './lists.ts';
import type { EarlierVersion } from './versions.ts';

/** The types of v3, and one of v2. Both versions refuse the misspelling `driving_license`. */
const acceptedTypes = [...documentTypes, 'national_insurance'] as const;

const AT = '/applicants/:applicant_id/documents';

const common = {
  id: Id,
  created_at: DateTime,
  file_name: Type.String(),
  file_type: Type.String({ description: 'Extension of the stored file' }),
  file_size: Type.Integer({ description: 'Bytes' }),
  type: Type.String(),
  side: NullableString,
};

const bodies = {
  1: Type.Object({ ...common, href: Href }, { title: 'Document' }),
  2: Type.Object(
    { ...common, issuing_country: NullableString, href: Href, download_href: Href, applicant_id: Id },
    { title: 'Document' },
  ),
} as const;

/** A document on the wire; the serialiser omits what v1 doesn't have. */
function presentDocument(document: Media, { name: path }: EarlierVersion) {
  const href = `/${path}/applicants/${document.applicant_id}/documents/${document.id}`;
  return {
    id: document.id,
    created_at: isoSeconds(document.created_at),
    file_name: document.file_name,
    file_type: document.extension,
    file_size: document.file_size,
    type: document.type ?? 'unknown',
    side: document.side ?? null,
    issuing_country: document.issuing_country ?? null,
    href,
    download_href: `${href}/download`,
    applicant_id: document.applicant_id,
  };
}

/** Documents of an applicant: upload, list, read, download. */
export function documentRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const Document = bodies[version.generation];
  const tags = ['documents'];

  uploadRoute(instance, version, AT, (request) => (request.params as { applicant_id: string }).applicant_id);
  // Capture SDKs of v2 don't know the applicant: their token names it.
  if (version.generation === 2) {
    uploadRoute(instance, version, '/documents', (request) => (request.body as { applicant_id?: string }).applicant_id);
  }

  app.get(
    AT,
    {
      schema: {
        tags,
        summary: 'List the documents of an applicant, newest first',
        params: OfApplicant,
        ...(version.generation === 1 ? { querystring: PageQuery } : {}),
        response: { 200: Type.Object({ documents: Type.Array(Document) }) },
      },
    },
    async (request, reply) => {
      const all = await listMediaOf(request.session.ctx, 'document', request.params.applicant_id);
      const shown = version.generation === 1 ? sendSlice(request, reply, all) : all;
      return { documents: shown.map((document) => presentDocument(document, version)) } as never;
    },
  );

  const documentOf = (request: FastifyRequest) => {
    const { applicant_id, id } = request.params as { applicant_id: string; id: string };
    return getMedia(request.session.ctx, 'document', id, applicant_id);
  };

  app.get(
    `${AT}/:id`,
    { schema: { tags, summary: 'Retrieve a document', params: OneOfApplicant, response: { 200: Document } } },
    async (request) => presentDocument(await documentOf(request), version) as never,
  );

  app.get(
    `${AT}/:id/download`,
    { schema: { tags, summary: 'Download the file as it was uploaded', params: OneOfApplicant } },
    async (request, reply) => sendMedia(request.session.ctx, reply, await documentOf(request)),
  );
}

function uploadRoute(
  instance: FastifyInstance,
  version: EarlierVersion,
  url: string,
  applicantNamed: (request: FastifyRequest) => string | undefined,
): void {
  typed(instance).post(
    url,
    {
      config: { sdk: true },
      ...takesFile('earlier_document', applicantNamed),
      schema: {
        tags: ['documents'],
        summary: url === AT ? 'Upload a document' : 'Upload a document with an SDK token',
        description: 'jpg, png, pdf (32 KB to 10 MB, at most 64 megapixels).',
        consumes: ['multipart/form-data'],
        ...(url === AT ? { params: OfApplicant } : {}),
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          applicant_id: Type.Optional(Type.String()),
          type: stringEnum(acceptedTypes),
          side: Type.Optional(nullableEnum(['front', 'back'])),
          issuing_country: Type.Optional(Type.Unsafe<string | null>(CountryCode)),
          validate_image_quality: Type.Optional(Type.Boolean({ default: false })),
        }),
        response: { 201: bodies[version.generation] },
      },
    },
    async (request, reply) => {
      const { session, upload } = request;
      const body = request.body as {
        type: string;
        side?: 'front' | 'back' | null;
        issuing_country?: string | null;
        validate_image_quality?: boolean;
      };
      const document = await addMedia(session.ctx, {
        kind: 'document',
        applicantId: await applicantOf(session, applicantNamed(request)),
        upload,
        quality: body.validate_image_quality ?? false,
        facts: {
          ...captureFacts(request),
          type: body.type,
          side: body.side ?? null,
          issuing_country: body.issuing_country ?? null,
        },
      });
      return reply.code(201).send(presentDocument(document, version) as never);
    },
  );
}
