import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Applicant } from '../../applicants/applicant.ts';
import { createApplicant } from '../../applicants/create.ts';
import type { ApplicantInput } from '../../applicants/fields.ts';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { type FoundApplicant, findApplicants } from '../../insights/applicants.ts';
import { applicantWire, rulesJudge } from '../common/applicant-wire.ts';
import { Cursor, DateTime, Id, Limit, Next } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { nameOf, PlaceParams } from './schemas.ts';

export const ListedApplicant = Type.Object(
  { id: Id, name: NullableString, dob: NullableString, created_at: DateTime },
  { title: 'Applicant of a list' },
);

/** @param personal whether the member may see personal data */
export const presentListedApplicant = (
  { id, created_at, ...data }: Pick<Applicant, 'id' | 'created_at' | 'first_name' | 'last_name' | 'dob'>,
  personal: boolean,
) => ({
  id,
  name: personal ? nameOf(data) : null,
  dob: personal ? data.dob : null,
  created_at: isoSeconds(created_at),
});

/** Applicants: created, and found by name, e-mail address and other data. */
export function applicantRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/applicants',
    {
      config: { member: 'states.see' },
      schema: {
        description:
          'Lists applicants, newest first. `q` searches as `GET /search` of the operator interface; roles without personal data search by ids alone.',
        params: PlaceParams,
        querystring: Type.Object({
          q: Type.Optional(Type.String({ maxLength: 500 })),
          cursor: Cursor,
          limit: Limit,
        }),
        response: { 200: Type.Object({ applicants: Type.Array(ListedApplicant), next: Next }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { q = '', cursor, limit = 50 } = request.query;
      const personal = request.place.may('data.see');
      const { applicants, next }: FoundApplicant = await findApplicants(ctx, {
        query: q,
        personal,
        after: cursor,
        limit,
      });
      if (personal) {
        const action = q === '' ? 'applicants_opened' : 'applicants_searched';
        await recordAudit(ctx, { action, object_id: ctx.account_id });
      }
      return { applicants: applicants.map((applicant) => presentListedApplicant(applicant, personal)), next };
    },
  );

  const { Create, fields } = applicantWire(services.versions.latest);
  app.post(
    '/accounts/:account/:environment/applicants',
    {
      ...rulesJudge,
      config: { member: 'verification.start' },
      schema: {
        description: 'Creates an applicant from the fields that the latest version of the API takes.',
        params: PlaceParams,
        body: Create,
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const { id } = await createApplicant(ctxOf(services, request), request.body as ApplicantInput, fields);
      return reply.code(201).send({ id });
    },
  );
}
