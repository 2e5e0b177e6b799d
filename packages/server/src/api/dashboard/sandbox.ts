import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createApplicant } from '../../applicants/create.ts';
import { getApplicant } from '../../applicants/get.ts';
import { problem } from '../../base/errors.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { defaultCheckFields } from '../../checks/check.ts';
import { createCheck } from '../../checks/create.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { acceptedReportNames, type ReportName, reportType } from '../../reports/index.ts';
import { listTriggers } from '../../reports/sandbox/list.ts';
import { applicantWire } from '../common/applicant-wire.ts';
import { Id } from '../common/schemas.ts';
import { Name } from '../operator/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

const TriggerBody = Type.Object(
  {
    field: Type.String({ description: '`first_name` or `last_name` of the applicant' }),
    name: Type.String({ description: 'By case and spaces' }),
    reports: Type.String({ description: '`document`, `facial` or `all`' }),
    result: Type.String(),
    sub_result: NullableString,
    leaves: Type.Array(Type.String(), { description: 'That are not clear' }),
  },
  { title: 'Sandbox trigger' },
);

const outcomes = ['by_name', 'clear', 'consider', 'caution', 'rejected', 'suspected'] as const;

/** The request of a client for an outcome: a report is clear when only others are listed in `consider`. */
function requestOf(
  outcome: (typeof outcomes)[number],
  ordered: readonly ReportName[],
  accepted: readonly ReportName[],
) {
  if (outcome === 'by_name') return {};
  if (outcome === 'consider') return { consider: ordered };
  if (outcome === 'clear') return { consider: accepted.filter((name) => !ordered.includes(name)) };
  if (ordered.some((name) => reportType(name).family === 'document')) return { sub_result: outcome };
  throw problem('validation_error', { fields: { outcome: ['is a sub-result, which document reports alone have'] } });
}

/** Names that decide results in the sandbox, applicants who have one, and their checks. */
export function sandboxRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const version = services.versions.latest;
  const { fields } = applicantWire(version);
  const accepted = acceptedReportNames(version);

  app.get(
    '/accounts/:account/:environment/sandbox_triggers',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'The names by which the sandbox decides the results of an applicant.',
        params: PlaceParams,
        response: { 200: Type.Object({ triggers: Type.Array(TriggerBody) }) },
      },
    },
    async () => ({ triggers: listTriggers(version).map((one) => ({ ...one, leaves: [...one.leaves] })) }),
  );

  app.post(
    '/accounts/:account/:environment/sandbox_applicants',
    {
      config: { member: 'sandbox.simulate' },
      schema: {
        description: 'Makes an applicant in the sandbox. Live applicants are made by the API alone.',
        params: PlaceParams,
        body: Type.Object({ first_name: Name, last_name: Name }),
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = await createApplicant(ctx, request.body, fields);
      return reply.code(201).send({ id });
    },
  );

  app.post(
    '/accounts/:account/:environment/sandbox_checks',
    {
      config: { member: 'sandbox.simulate' },
      schema: {
        description:
          'Orders a check in the sandbox, whose results are chosen or follow from the name of the applicant.',
        params: PlaceParams,
        body: Type.Object({
          applicant_id: Type.String(),
          report_names: Type.Array(stringEnum(accepted), { minItems: 1, maxItems: 20 }),
          outcome: stringEnum(outcomes, {
            description:
              '`by_name` of the applicant; a result of every report; or a sub-result, of document reports alone',
          }),
        }),
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { applicant_id, report_names, outcome } = request.body;
      const applicant = await getApplicant(ctx, applicant_id);
      const fields = { ...defaultCheckFields, ...requestOf(outcome, report_names, accepted) };
      const reports = [...new Set(report_names)].map((name) => ({ name }));
      const { check } = await createCheck(ctx, { applicant, reports, fields, version });
      return reply.code(201).send({ id: check.id });
    },
  );
}
