import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { toLocation } from '../../applicants/fields.ts';
import { recordDownload } from '../../audit/record.ts';
import { invalid } from '../../base/errors.ts';
import { NullableString, nullableEnum, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { location } from '../../input-rules/location.ts';
import { errorsOf, optional } from '../../input-rules/rule.ts';
import { documentVideo, nfcFace } from '../../media/derived.ts';
import { getMedia } from '../../media/get.ts';
import { pictureChecks } from '../../media/judge-picture.ts';
import { wantedChecks } from '../../media/sdk-validations.ts';
import { addMedia } from '../../media/upload.ts';
import { documentTypes } from '../../reports/document-types.ts';
import { captureFacts } from '../common/capture-facts.ts';
import { Document, presentDocument } from '../common/document.ts';
import { applicantOf, type MediaResource, readingRoutes, sendMedia } from '../common/media.ts';
import { CountryCode, IdParams, versioned } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

const Valid = Type.Object({ valid: Type.Boolean() });

/** The answer to a capture SDK that sent `sdk_validations`. */
const UploadedDocument = Type.Object(
  {
    ...Document.properties,
    sdk_warnings: Type.Optional(
      Type.Object(Object.fromEntries(pictureChecks.map((check) => [check, Type.Optional(Valid)])), {
        description: 'Result of each check that only warns, if `sdk_validations` was sent',
      }),
    ),
  },
  { title: 'Uploaded document' },
);

const resource: MediaResource = { kind: 'document', path: 'documents', schema: Document, toWire: presentDocument };

/** Documents: upload, list, read, download; the portrait of a chip and the video of a document. */
export function documentRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const tags = ['documents'];

  app.post(
    '/documents',
    {
      config: { sdk: true },
      ...takesFile('document'),
      schema: {
        tags,
        summary: 'Upload a document',
        description: 'jpg, png, pdf (32 KB to 10 MB, at most 64 megapixels) or the chip data of a passport as json.',
        consumes: ['multipart/form-data'],
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          applicant_id: Type.Optional(Type.String()),
          type: stringEnum(documentTypes),
          side: Type.Optional(nullableEnum(['front', 'back'])),
          issuing_country: Type.Optional(Type.Unsafe<string | null>(CountryCode)),
          file_type: Type.Optional(NullableString),
          validate_image_quality: Type.Optional(Type.Boolean({ default: false })),
          sdk_validations: Type.Optional(
            Type.Unsafe<unknown>({
              description:
                'JSON text with an SDK token: `detect_document`, `detect_cutoff`, `detect_glare`, `detect_blur` each `error` or `warn`',
            }),
          ),
          ...versioned(version.applicantLocation, {
            location: Type.Optional(
              Type.Unsafe<unknown>({
                description: '`location[ip_address]`, `location[country_of_residence]`, or JSON text',
              }),
            ),
          }),
        }),
        response: { 201: UploadedDocument },
      },
    },
    async (request, reply) => {
      const { session, body, upload } = request;
      const { ctx } = session;
      const applicantId = await applicantOf(session, body.applicant_id);
      const quality = body.validate_image_quality ?? false;
      const checks = session.sdk && wantedChecks(body.sdk_validations);
      const wrong =
        version.applicantLocation && errorsOf({ location: body.location }, { location: optional(location) });
      if (wrong) throw invalid(wrong);
      if (quality && version.imageQualityFeature && !ctx.account.settings.image_quality) {
        throw invalid({ validate_image_quality: ['is not enabled for this account'] });
      }
      const document = await addMedia(ctx, {
        kind: 'document',
        applicantId,
        upload,
        quality: checks ?? quality,
        facts: {
          ...captureFacts(request),
          type: body.type,
          side: body.side ?? null,
          issuing_country: body.issuing_country ?? null,
          location: version.applicantLocation ? toLocation(body.location) : null,
        },
      });
      const shown = presentDocument(document, versionOf(request));
      return reply.code(201).send(checks ? { ...shown, sdk_warnings: document.warnings } : shown);
    },
  );

  readingRoutes(instance, resource);

  if (!version.documentParts) return;

  app.get(
    '/documents/:id/nfc_face',
    { schema: { tags, summary: 'Portrait of the holder from the chip, PNG', params: IdParams } },
    async (request, reply) => {
      const { ctx } = request.session;
      const document = await getMedia(ctx, 'document', request.params.id);
      const body = Buffer.from(await nfcFace(ctx, document));
      const details = { kind: document.kind, part: 'nfc_face' };
      await recordDownload(ctx, { action: 'media_downloaded', object_id: document.id, details });
      return sendFile(reply, { body, mediaType: 'image/png', fileName: `nfc_face_${document.id}.png` });
    },
  );

  app.get(
    '/documents/:id/video/download',
    { schema: { tags, summary: 'Video that a capture SDK took of the document', params: IdParams } },
    async (request, reply) => {
      const { ctx } = request.session;
      const document = await getMedia(ctx, 'document', request.params.id);
      return sendMedia(ctx, reply, await documentVideo(ctx, document));
    },
  );
}
