import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Version } from '../../base/versions.ts';
import { typed } from '../../http/typed.ts';
import { signedFile } from '../../workflows/runs/files.ts';
import { type SignatureKind, signatureKinds } from '../../workflows/workflow.ts';
import { sendMedia } from '../common/media.ts';

/** Results of electronic signatures in workflow runs: signed documents and receipts. */
export function signatureRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.signatures) return;
  for (const kind of signatureKinds) signedDocumentRoute(instance, kind);
}

function signedDocumentRoute(instance: FastifyInstance, kind: SignatureKind): void {
  // The published clients name the file so.
  const name = kind === 'qualified_electronic_signature' ? 'file_id' : 'id';
  typed(instance).get(
    `/${kind}/documents`,
    {
      schema: {
        tags: ['electronic signatures'],
        summary: `Download a file of a task ${kind}`,
        description: "A signed document or a receipt, PDF, by its id in the task's output.",
        querystring: Type.Object({
          workflow_run_id: Type.String({ minLength: 1 }),
          [name]: Type.String({ minLength: 1 }),
        }),
        produces: ['application/pdf'],
      },
    },
    async (request, reply) => {
      const query = request.query as Readonly<Record<string, string>>;
      const { ctx } = request.session;
      const media = await signedFile(ctx, query.workflow_run_id as string, kind, query[name] as string);
      return sendMedia(ctx, reply, media);
    },
  );
}
