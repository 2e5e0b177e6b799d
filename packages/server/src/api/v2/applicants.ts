import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createApplicant } from '../../applicants/create.ts';
import { getApplicant } from '../../applicants/get.ts';
import { listApplicants } from '../../applicants/list.ts';
import { updateApplicant } from '../../applicants/update.ts';
import { includesDeleted, pageOf, sendPage } from '../../http/pages.ts';
import { typed } from '../../http/typed.ts';
import { applicantDeletionRoutes } from '../common/applicant-deletion.ts';
import { applicantWire, rulesJudge } from '../common/applicant-wire.ts';
import { IdParams } from '../common/schemas.ts';
import { applicantWithDays } from './days.ts';
import { emptyLists } from './empty-fields.ts';
import type { EarlierVersion } from './versions.ts';

/** Applicants: create, read, list; in v2 also change, delete and restore. */
export function applicantRoutes(instance: FastifyInstance, version: EarlierVersion): void {
  const app = typed(instance);
  const { generation } = version;
  const { Applicant, Create, Update, List, fields, toWire } = applicantWire(version);
  const tags = ['applicants'];

  app.post(
    '/applicants',
    {
      ...rulesJudge,
      config: { answersFromSteps: true },
      preValidation: emptyLists('addresses', 'id_numbers'),
      schema: { tags, summary: 'Create an applicant', body: Create, response: { 201: Applicant } },
    },
    async (request, reply) => {
      const created = await createApplicant(request.session.ctx, applicantWithDays(request.body), fields);
      return reply.code(201).send(toWire(created, version) as never);
    },
  );

  app.get(
    '/applicants/:id',
    { schema: { tags, summary: 'Retrieve an applicant', params: IdParams, response: { 200: Applicant } } },
    async (request) => toWire(await getApplicant(request.session.ctx, request.params.id), version) as never,
  );

  app.get(
    '/applicants',
    {
      schema: {
        tags,
        summary: 'List applicants, newest first',
        querystring: Type.Object({
          page: Type.Optional(Type.String({ description: 'Page number, from 1', default: '1' })),
          per_page: Type.Optional(Type.String({ description: 'Applicants per page, at most 500', default: '20' })),
          ...(generation === 2
            ? { include_deleted: Type.Optional(Type.String({ description: '`true` lists scheduled applicants too' })) }
            : {}),
        }),
        response: { 200: List },
      },
    },
    async (request, reply) => {
      const page = pageOf(request);
      const { include_deleted } = request.query as { include_deleted?: string };
      const includeDeleted = generation === 2 && includesDeleted(include_deleted);
      const { applicants, total } = await listApplicants(request.session.ctx, { ...page, includeDeleted });
      sendPage(request, reply, page, total);
      return { applicants: applicants.map((applicant) => toWire(applicant, version)) } as never;
    },
  );

  if (generation === 1) return;

  app.put(
    '/applicants/:id',
    {
      ...rulesJudge,
      preValidation: emptyLists('addresses', 'id_numbers'),
      schema: { tags, summary: 'Update an applicant', params: IdParams, body: Update, response: { 200: Applicant } },
    },
    async (request) => {
      const { ctx } = request.session;
      const changed = await updateApplicant(ctx, request.params.id, applicantWithDays(request.body), fields);
      return toWire(changed, version) as never;
    },
  );

  applicantDeletionRoutes(instance);
}
