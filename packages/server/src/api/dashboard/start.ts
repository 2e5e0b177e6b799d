import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createCheck } from '../../checks/create.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { startRun } from '../../workflows/runs/start.ts';
import { Id } from '../common/schemas.ts';
import { newCheckBody, newCheckJudged, newCheckOf } from '../v3/checks.ts';
import { NewRun, runFieldsOf } from '../v3/workflow-runs.ts';
import { actAsClient, ctxOf } from './gate.ts';
import { PlaceParams } from './schemas.ts';

/** Starts of checks and workflow runs by a member. Bodies and errors equal the latest version of the API. */
export function startRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const version = services.versions.latest;

  app.post(
    '/accounts/:account/:environment/checks',
    {
      ...newCheckJudged,
      preValidation: [actAsClient(services), newCheckJudged.preValidation],
      config: { member: 'verification.start' },
      schema: {
        description: 'Creates a check. The answer does not wait for its result.',
        params: PlaceParams,
        body: newCheckBody(version),
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const { check } = await createCheck(request.session.ctx, await newCheckOf(request, version));
      return reply.code(201).send({ id: check.id });
    },
  );

  app.post(
    '/accounts/:account/:environment/workflow_runs',
    {
      config: { member: 'verification.start' },
      schema: {
        description: 'Starts a workflow for an applicant.',
        params: PlaceParams,
        body: NewRun,
        response: { 201: Type.Object({ id: Id }) },
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { workflow_id: workflowId, applicant_id: applicantId } = request.body;
      const fields = runFieldsOf(ctx, request.body);
      const { id } = await startRun(ctx, { workflowId, applicantId, fields, tokenId: ctx.principal.id });
      return reply.code(201).send({ id });
    },
  );
}
