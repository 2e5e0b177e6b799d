import type { FastifyInstance } from 'fastify';
import { deleteApplicant } from '../../applicants/delete.ts';
import { restoreApplicant } from '../../applicants/restore.ts';
import { typed } from '../../http/typed.ts';
import { Empty, IdParams } from './schemas.ts';

/** Routes that delete and restore an applicant: the same since v2. */
export function applicantDeletionRoutes(instance: FastifyInstance): void {
  const app = typed(instance);
  const tags = ['applicants'];

  app.delete(
    '/applicants/:id',
    {
      schema: {
        tags,
        summary: 'Schedule an applicant for deletion',
        description:
          'Checks that are paused or need manual review are withdrawn. While a check is being analysed the answer is 422 ' +
          '`deletion_incomplete_checks`.',
        params: IdParams,
        response: { 204: Empty },
      },
    },
    async (request, reply) => {
      await deleteApplicant(request.session.ctx, request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/applicants/:id/restore',
    { schema: { tags, summary: 'Take back a scheduled deletion', params: IdParams, response: { 204: Empty } } },
    async (request, reply) => {
      await restoreApplicant(request.session.ctx, request.params.id);
      return reply.code(204).send();
    },
  );
}
