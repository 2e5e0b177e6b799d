import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { NullableString } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { assigneesOf, assignReport, isOwnAssignment } from '../../review/assign.ts';
import { waitingReport } from '../../review/queue.ts';
import { Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { AssignedTo, PlacedParams, PlaceParams } from './schemas.ts';

/** Assignments of reports that wait for a reviewer. */
export function assignmentRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/queue/assignees',
    {
      config: { member: 'report.decide' },
      schema: {
        description: 'Lists the members to whom reports can be assigned.',
        params: PlaceParams,
        response: { 200: Type.Object({ members: Type.Array(Type.Object({ id: Id, name: Type.String() })) }) },
      },
    },
    async (request) => ({ members: await assigneesOf(ctxOf(services, request)) }),
  );

  app.post(
    '/accounts/:account/:environment/reports/:id/assign',
    {
      config: { member: 'report.decide' },
      schema: {
        description:
          'Assigns a report that waits. Members take free reports and give their own back; other changes need the permission `report.assign`. ' +
          'Throws `assignment_changed` if the report is assigned to another member than `from`.',
        params: PlacedParams,
        body: Type.Object({
          from: { ...NullableString, description: 'Member to whom the report is assigned now; null for nobody' },
          to: { ...NullableString, description: 'Member to whom the report is assigned from now on; null for nobody' },
        }),
        response: { 200: Type.Object({ assigned_to: AssignedTo }) },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      if (!isOwnAssignment(ctx, request.body)) request.place.require('report.assign');
      await assignReport(ctx, id, request.body);
      return { assigned_to: (await waitingReport(ctx, id)).assignee };
    },
  );
}
