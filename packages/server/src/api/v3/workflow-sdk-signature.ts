import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { SdkClaims } from '../../applicants/sdk-tokens/sdk-token.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { browserOrigin } from '../../http/browser-origin.ts';
import { typed } from '../../http/typed.ts';
import { runForToken } from '../../workflows/runs/run-token.ts';
import { sendCode } from '../../workflows/signatures/acts.ts';
import { openDocument, signingView } from '../../workflows/signatures/for-sdk.ts';
import { Id } from '../common/schemas.ts';
import { sdkOnly } from '../common/sdk-only.ts';

const SentCode = Type.Object({
  by: stringEnum(['sms', 'email']),
  to: Type.String({ description: 'Telephone number or e-mail address, mostly masked' }),
  usable: Type.Boolean({ description: 'False after ten minutes, and after five wrong guesses' }),
});

const SigningView = Type.Object(
  {
    documents: Type.Array(
      Type.Object({
        id: Id,
        file_name: Type.String(),
        opened: Type.Boolean({
          description: 'True if the applicant has opened it; they can sign after opening all documents',
        }),
      }),
    ),
    consent: Type.Object({
      language: Type.String({ description: 'Language of the sentence, to send when completing the task' }),
      sentence: Type.String({ description: "Exact wording of the applicant's consent" }),
    }),
    code: Type.Union([Type.Object({ sent: Type.Union([SentCode, Type.Null()]) }), Type.Null()], {
      description: 'The code that was sent; null if the step needs no code',
    }),
  },
  { title: 'Documents that an applicant signs' },
);

const TaskParams = Type.Object({ id: Type.String(), task: Type.String() });
const DocumentParams = Type.Object({ id: Type.String(), task: Type.String(), document: Type.String() });

/** Requests of a capture SDK for a task in which the applicant signs documents. */
export function workflowSdkSignatureRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  const app = typed(instance);
  const at = '/sdk/workflow_runs/:id/tasks/:task/signature';
  const tags = ['capture'];

  app.get(
    at,
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Retrieve what an applicant is asked to sign in a workflow run',
        params: TaskParams,
        querystring: Type.Object({
          language: Type.Optional(Type.String({ maxLength: 35, description: 'BCP 47; default: English' })),
        }),
        response: { 200: SigningView },
      },
    },
    async ({ session: { ctx, sdk }, params: { id, task }, query: { language = 'en' } }) =>
      signingView(ctx, await runForToken(ctx, id, sdk as SdkClaims), task, language),
  );

  app.get(
    `${at}/documents/:document`,
    {
      ...sdkOnly,
      // A HEAD request would note that the applicant has read it.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Download a document that an applicant is asked to sign. The receipt records that it was opened',
        produces: ['application/pdf'],
        params: DocumentParams,
      },
    },
    async (request, reply) => {
      const { ctx, sdk } = request.session;
      const { id, task: taskId, document: documentId } = request.params;
      const run = await runForToken(ctx, id, sdk as SdkClaims);
      const bytes = await openDocument(ctx, run, { taskId, documentId }, browserOrigin(request));
      return reply.header('content-type', 'application/pdf').header('content-disposition', 'inline').send(bytes);
    },
  );

  app.post(
    `${at}/code`,
    {
      ...sdkOnly,
      schema: {
        tags,
        summary: 'Send the applicant the code that an advanced signature needs',
        params: TaskParams,
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const { id, task: taskId } = request.params;
      const run = await runForToken(ctx, id, sdk as SdkClaims);
      await sendCode(ctx, { runId: run.id, taskId }, browserOrigin(request), null);
      return {};
    },
  );
}
