import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { recordAudit } from '../../audit/record.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { applicantChecks } from '../../insights/applicants.ts';
import { type RelatedApplicant, relatedApplicants, relationKinds } from '../../review/related.ts';
import { Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { nameOf, PlacedParams } from './schemas.ts';

/** Other applicants who have something in common with one. */
export const Related = Type.Array(
  Type.Object({
    id: Id,
    name: Type.String(),
    reasons: Type.Array(stringEnum(relationKinds), {
      description:
        'Values that both have. `document`: a document of the same number, type and country; `device`: the camera model, browser and IP address of ' +
        'checks within 30 days; `address`: the current postal address; `network`: the IP address of uploads within 30 days',
    }),
    face: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      description: 'The best score of a face that a report on known faces has found, 0 to 1',
    }),
  }),
  {
    description: 'Other applicants who may be the same person or belong together, those with most in common first',
  },
);

export const presentRelated = (related: readonly RelatedApplicant[]) =>
  related.map(({ id, reasons, face, ...name }) => ({ id, name: nameOf(name), reasons: [...reasons], face }));

/** People who are related to an applicant, for the graph that goes from one person to the next. */
export function relatedRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/accounts/:account/:environment/applicants/:id/related',
    {
      config: { member: 'data.see' },
      schema: {
        description: 'Lists the people who are related to an applicant. The audit log records the opening.',
        params: PlacedParams,
        response: { 200: Type.Object({ related: Related }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const applicant = await getApplicant(ctx, request.params.id);
      const checks = await applicantChecks(ctx, applicant.id);
      const related = await relatedApplicants(
        ctx,
        applicant,
        checks.flatMap(({ reports }) => reports),
      );
      await recordAudit(ctx, { action: 'related_people_opened', object_id: applicant.id });
      return { related: presentRelated(related) };
    },
  );
}
