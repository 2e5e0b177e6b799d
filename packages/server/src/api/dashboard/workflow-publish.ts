import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { requestPublication } from '../../review/proposals/publication.ts';
import { readSoundDraft } from '../../workflows/read-draft.ts';
import { Id } from '../common/schemas.ts';
import { Proposal, presentProposal } from '../operator/proposals.ts';
import { ctxOf } from './gate.ts';
import { Note, PlaceParams } from './schemas.ts';
import { DRAFT_NAME, DraftFields } from './workflow-files.ts';

/** Publishes versions of workflows. */
export function workflowPublishRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).post(
    '/accounts/:account/:environment/workflow_files/publish',
    {
      config: { member: 'workflow.publish' },
      schema: {
        description:
          'Publishes a text as a version of a workflow: new runs of the account in this environment begin with it. The version must be above ' +
          'all others of the workflow. Other files that it runs are read now. Answers 202 if a second person must confirm it.',
        params: PlaceParams,
        body: Type.Object({
          ...DraftFields,
          note: Note,
        }),
        response: { 201: Type.Object({ id: Id, version: Type.Integer() }), 202: Proposal },
      },
    },
    async (request, reply) => {
      const { text, name = DRAFT_NAME, note } = request.body;
      const workflow = await readSoundDraft(services.workflowFiles, text, name);
      const proposal = await requestPublication(ctxOf(services, request), { name, text, workflow, note: note.trim() });
      if (proposal) return reply.code(202).send(presentProposal(proposal));
      return reply.code(201).send({ id: workflow.id, version: workflow.version });
    },
  );
}
