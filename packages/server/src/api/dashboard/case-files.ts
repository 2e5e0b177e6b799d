import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Services } from '../../context/services.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { takesFile } from '../../http/upload.ts';
import { caseOf } from '../../review/cases/case.ts';
import { attachCaseFile, openCaseFile, removeCaseFile } from '../../review/cases/files.ts';
import { Case, presentCase } from './cases.ts';
import { actAsClient, ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

const REMARK_LENGTH = 500;

const FileParams = Type.Object({ ...PlacedParams.properties, file: Type.String() });

/** Files that members attach to the cases of applicants. */
export function caseFileRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  // A refused file of a member says nothing about the applicant, so it is not noted for the applicant.
  const { preValidation, onSend } = takesFile('case_file', () => undefined);

  app.post(
    '/accounts/:account/:environment/applicants/:id/case_files',
    {
      preValidation: [actAsClient(services), preValidation],
      onSend,
      config: { member: 'report.decide' },
      schema: {
        description:
          'Attaches a file to the case of an applicant: pdf, jpg, png or text in UTF-8, at most 10 MB. The content decides the type. A case has at most 100 files.',
        consumes: ['multipart/form-data'],
        params: PlacedParams,
        body: Type.Object({
          file: Type.Optional(Type.Unsafe({ type: 'string', format: 'binary' })),
          remark: Type.Optional(Type.String({ maxLength: REMARK_LENGTH })),
        }),
        response: { 201: Case },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const { remark = '' } = request.body;
      await attachCaseFile(ctx, id, { upload: request.upload, remark: remark.trim() });
      return reply.code(201).send(presentCase(await caseOf(ctx, id)));
    },
  );

  app.get(
    '/accounts/:account/:environment/applicants/:id/case_files/:file',
    {
      config: { member: 'media.open' },
      schema: {
        description: 'Downloads the bytes of an attached file. The audit log records the download.',
        params: FileParams,
      },
    },
    async (request, reply) => {
      const { id, file } = request.params;
      const { media, body } = await openCaseFile(ctxOf(services, request), id, file);
      const { media_type: mediaType, file_name: fileName, file_size: size } = media;
      return sendFile(reply, { body, mediaType, fileName, size });
    },
  );

  app.delete(
    '/accounts/:account/:environment/applicants/:id/case_files/:file',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Removes a file from a case, with its name, remark and bytes. Members remove files that they attached; members who may delete applicants remove all.',
        params: FileParams,
        response: { 200: Case },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id, file } = request.params;
      await removeCaseFile(ctx, id, file, request.place.may('applicant.delete'));
      return presentCase(await caseOf(ctx, id));
    },
  );
}
