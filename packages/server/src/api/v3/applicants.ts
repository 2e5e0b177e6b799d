import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createApplicant } from '../../applicants/create.ts';
import type { ApplicantInput } from '../../applicants/fields.ts';
import { getApplicant } from '../../applicants/get.ts';
import { listApplicants } from '../../applicants/list.ts';
import { updateApplicant } from '../../applicants/update.ts';
import { isoSecondsOrNull } from '../../base/clock.ts';
import type { Version } from '../../base/versions.ts';
import { includesDeleted, pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { applicantDeletionRoutes } from '../common/applicant-deletion.ts';
import { applicantTexts } from '../common/applicant-texts.ts';
import { applicantWire, rulesJudge } from '../common/applicant-wire.ts';
import { IdParams, NullableDateTime } from '../common/schemas.ts';
import { versionOf } from '../common/versions.ts';

/**
 * Applicants: create, read, change, delete, restore, list; and their consents. Handlers return the body and not the reply: for a
 * returned reply, Fastify listens to the end of the answer.
 */
export function applicantRoutes(instance: FastifyInstance, version: Version): void {
  const app = typed(instance);
  const { Applicant, Create, Update, List, fields, toWire } = applicantWire(version);
  const texts = applicantTexts(Applicant, toWire);
  const tags = ['applicants'];

  app.post(
    '/applicants',
    {
      ...rulesJudge,
      config: { answersFromSteps: true },
      schema: { tags, summary: 'Create an applicant', body: Create, response: { 201: Applicant } },
    },
    async (request, reply) => {
      const created = await createApplicant(request.session.ctx, request.body as ApplicantInput, fields);
      reply.code(201);
      return toWire(created, versionOf(request)) as never;
    },
  );

  app.get(
    '/applicants/:id',
    { schema: { tags, summary: 'Retrieve an applicant', params: IdParams, response: { 200: Applicant } } },
    async (request, reply) => {
      const applicant = await getApplicant(request.session.ctx, request.params.id);
      return texts.one(reply, applicant, versionOf(request)) as never;
    },
  );

  app.put(
    '/applicants/:id',
    {
      ...rulesJudge,
      schema: { tags, summary: 'Update an applicant', params: IdParams, body: Update, response: { 200: Applicant } },
    },
    async (request) => {
      const { ctx } = request.session;
      const changed = await updateApplicant(ctx, request.params.id, request.body as ApplicantInput, fields);
      return toWire(changed, versionOf(request));
    },
  );

  applicantDeletionRoutes(instance);

  app.get(
    '/applicants',
    {
      schema: {
        tags,
        summary: 'List applicants, newest first',
        querystring: Type.Object({
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Applicants per page, at most 500', default: '20' })),
          include_deleted: Type.Optional(Type.String({ description: '`true` lists scheduled applicants too' })),
        }),
        response: { 200: List },
      },
    },
    async (request, reply) => {
      const page = pageOf(request);
      const includeDeleted = includesDeleted(request.query.include_deleted);
      const { applicants, total } = await listApplicants(request.session.ctx, { ...page, includeDeleted });
      sendPage(request, reply, page, total);
      return texts.list(reply, applicants, versionOf(request)) as never;
    },
  );

  if (version.applicantLocation) {
    app.get(
      '/applicants/:id/consents',
      {
        schema: {
          tags,
          summary: 'List the consents of an applicant',
          params: IdParams,
          response: {
            200: Type.Array(
              Type.Object({ name: Type.String(), granted: Type.Boolean(), granted_at: NullableDateTime }),
            ),
          },
        },
      },
      async (request) => {
        const { consents } = await getApplicant(request.session.ctx, request.params.id);
        return consents.map(({ name, granted, granted_at }) => ({
          name,
          granted,
          granted_at: isoSecondsOrNull(granted_at),
        }));
      },
    );
  }
}
