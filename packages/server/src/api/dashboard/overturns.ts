import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { overturnReasons } from '../../reports/records/report.ts';
import { proposeOverturn } from '../../review/overturn.ts';
import { Proposal, presentProposal } from '../operator/proposals.ts';
import { WholeDecisionBody, wholeDecisionOf } from '../operator/report-decision.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

/** Overturns of complete reports. `screening.ts` has the routes that confirm and refuse them. */
export function overturnRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.post(
    '/accounts/:account/:environment/reports/:id/overturn',
    {
      config: { member: 'report.overturn' },
      schema: {
        description:
          'Proposes another result for a complete report. Nothing changes until another member confirms the proposal.',
        params: PlacedParams,
        body: Type.Object({ ...WholeDecisionBody.properties, reason: stringEnum(overturnReasons) }),
        response: { 202: Proposal },
      },
    },
    async (request, reply) => {
      const { reason, ...decision } = request.body;
      const overturn = { ...wholeDecisionOf(decision), reason };
      const proposal = await proposeOverturn(ctxOf(services, request), request.params.id, overturn);
      return reply.code(202).send(presentProposal(proposal));
    },
  );
}
