import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { problem } from '../../base/errors.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { checkFieldsOf, type SentCheckFields } from '../../checks/check.ts';
import { createCheck } from '../../checks/create.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { acceptedReportNames, type ReportName, reportType } from '../../reports/index.ts';
import { listTriggers } from '../../reports/sandbox/list.ts';
import { Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

const TriggerBody = Type.Object(
  {
    field: Type.String({ description: '`first_name` or `last_name` of the applicant' }),
    name: Type.String({ description: 'Name, compared with case and spaces' }),
    reports: Type.String({ description: '`document`, `facial` or `all`' }),
    result: Type.String(),
    sub_result: NullableString,
    leaves: Type.Array(Type.String(), { description: 'Leaves that are not clear' }),
  },
  { title: 'Sandbox trigger' },
);

const outcomes = ['by_name', 'clear', 'consider', 'caution', 'rejected', 'suspected'] as const;

/** The request of a client for an outcome: a report is clear when only others are listed in `consider`. */
function requestOf(
  outcome: (typeof outcomes)[number],
  ordered: readonly ReportName[],
  accepted: readonly ReportName[],
): SentCheckFields {
  if (outcome === 'by_name') return {};
  if (outcome === 'consider') return { consider: ordered };
  if (outcome === 'clear') return { consider: accepted.filter((name) => !ordered.includes(name)) };
  if (ordered.some((name) => reportType(name).family === 'document')) return { sub_result: outcome };
  throw problem('validation_error', {
    fields: { outcome: ['is a sub-result. Only document reports have sub-results'] },
  });
}

/** Names that decide results in the sandbox, and checks whose results are chosen. */
export function sandboxRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const version = services.versions.latest;
  const accepted = acceptedReportNames(version);

  app.get(
    '/accounts/:account/:environment/sandbox_triggers',
    {
      config: { member: 'states.see' },
      schema: {
        description: 'Lists the names that decide the results of an applicant in the sandbox.',
        params: PlaceParams,
        response: { 200: Type.Object({ triggers: Type.Array(TriggerBody) }) },
      },
    },
    async () => ({ triggers: listTriggers(version).map((trigger) => ({ ...trigger, leaves: [...trigger.leaves] })) }),
  );

  app.post(
    '/accounts/:account/:environment/sandbox_checks',
    {
      config: { member: 'sandbox.simulate' },
      schema: {
        description:
          'Creates a check in the sandbox. Its results are chosen here or follow from the name of the applicant.',
        params: PlaceParams,
        body: Type.Object({
          applicant_id: Type.String(),
          report_names: Type.Array(stringEnum(accepted), { minItems: 1, maxItems: 20 }),
          outcome: stringEnum(outcomes, {
            description:
              "`by_name`: results follow from the applicant's name. Otherwise a result for every report, or a sub-result for document reports",
          }),
        }),
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { applicant_id, report_names, outcome } = request.body;
      const applicant = await getApplicant(ctx, applicant_id);
      const fields = checkFieldsOf(requestOf(outcome, report_names, accepted));
      const reports = [...new Set(report_names)].map((name) => ({ name }));
      const { check } = await createCheck(ctx, { applicant, reports, fields, version });
      return reply.code(201).send({ id: check.id });
    },
  );
}
