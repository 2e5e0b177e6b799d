import type { FastifyInstance } from 'fastify';
import { recordDownload } from '../../audit/record.ts';
import type { Version } from '../../base/versions.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { IdParams } from '../common/schemas.ts';
import { signedEvidenceOf } from '../exports/signed-evidence.ts';

/** The evidence of a workflow run as a signed PDF. */
export function workflowEvidenceRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  typed(instance).get(
    '/workflow_runs/:id/signed_evidence_file',
    {
      schema: {
        tags: ['workflow runs'],
        summary: 'Download the evidence of a workflow run, signed PDF',
        description:
          'Contains the events of the run so far, the entered data, the findings of the check, and the SHA-256 of each ' +
          'captured file.',
        params: IdParams,
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { ctx } = request.session;
      const body = await signedEvidenceOf(ctx, id);
      await recordDownload(ctx, {
        action: 'workflow_run_exported',
        object_id: id,
        details: { file: 'signed_evidence' },
      });
      return sendFile(reply, { body, mediaType: 'application/pdf', fileName: `signed_evidence_${id}.pdf` });
    },
  );
}
