import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { SandboxAnswers } from '../../applicants/applicant.ts';
import { getApplicant } from '../../applicants/get.ts';
import { changeSandboxAnswers, setSandboxAnswers } from '../../applicants/sandbox-answers.ts';
import { invalid, problem } from '../../base/errors.ts';
import { nullableEnum, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { completeSandboxCheck, drivenStates, moveSandboxReport } from '../../checks/drive-sandbox.ts';
import { getCheck } from '../../checks/get.ts';
import { typed } from '../../http/typed.ts';
import { changeSandboxMatch, sandboxChanges } from '../../monitors/change-in-sandbox.ts';
import { subResults } from '../../reports/outcome.ts';
import { getReport } from '../../reports/records/get.ts';
import { setAnswersErrors } from '../../reports/sandbox/set-answer.ts';
import { answersInTestMode, testDocumentResults, testFaces } from '../../reports/sandbox/test-mode.ts';
import { advanceSandboxRun } from '../../workflows/runs/drive-sandbox.ts';
import { getRun } from '../../workflows/runs/get.ts';
import { Empty, IdParams } from '../common/schemas.ts';
import { sdkApplicant, sdkOnly } from '../common/sdk-only.ts';
import { versionOf } from '../common/versions.ts';
import { CheckBody, presentCheck } from './checks.ts';
import { Matches, presentMatches } from './monitor-matches.ts';
import { presentReport, reportSchema } from './reports.ts';
import { presentToClient, WorkflowRun } from './workflow-runs.ts';

const patch = (description: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      maxProperties: 50,
      description,
    }),
  );

const Answer = Type.Object({
  result: Type.Optional(stringEnum(['clear', 'consider', 'unidentified'])),
  sub_result: Type.Optional(stringEnum(subResults, { description: 'Document reports only' })),
  breakdown: patch('JSON Merge Patch (RFC 7396) on the breakdown'),
  properties: patch('JSON Merge Patch on the properties'),
});

const AnswersByName = Type.Record(Type.String(), Answer, {
  description: 'Answers by name of the report. The trigger names of the sandbox decide what an answer leaves out.',
});

const Answers = Type.Object({
  hold_checks: Type.Optional(
    Type.Boolean({ default: false, description: 'Checks stay `in_progress` until a call completes them' }),
  ),
  reports: Type.Optional(AnswersByName),
});

const TaskEnd = Type.Object({
  task_id: Type.Optional(Type.String({ description: 'Required if several tasks are open' })),
  data: Type.Optional(
    Type.Unsafe<unknown>({ type: ['object', 'array'], description: 'Fields of a profile, or `[{id}]` with media' }),
  ),
  choice: Type.Optional(Type.String({ description: 'One of the choices of the step' })),
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
  reports: Type.Optional(AnswersByName),
  result: Type.Optional(stringEnum(['clear', 'consider', 'review'])),
  skipped: Type.Optional(Type.Boolean({ description: 'True if the applicant continues without a passkey' })),
});

const answersOf = ({ hold_checks = false, reports = {} }: Partial<SandboxAnswers>): SandboxAnswers => ({
  hold_checks,
  reports,
});

/** Refuses requests with a live token. A hook before validation: a live client learns nothing else. */
export async function sandboxOnly({ session }: FastifyRequest): Promise<void> {
  if (!session.ctx.sandbox) throw problem('sandbox_only');
}

/** `/{v}/sandbox/…`: calls with which a client decides what its sandbox does. */
export function sandboxRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.sandboxCalls) return;
  instance.register(async (sandbox) => {
    sandbox.addHook('preValidation', sandboxOnly);
    const app = typed(sandbox);
    const tags = ['sandbox'];

    app.get(
      '/sandbox/applicants/:id/answers',
      {
        schema: {
          tags,
          summary: 'Retrieve the answers set for an applicant',
          params: IdParams,
          response: { 200: Answers },
        },
      },
      async ({ session, params }) => answersOf((await getApplicant(session.ctx, params.id)).sandbox_answers ?? {}),
    );

    app.put(
      '/sandbox/applicants/:id/answers',
      {
        schema: {
          tags,
          summary: 'Set the answers for an applicant',
          description:
            'The answers hold for checks that are created from now on. They replace earlier answers and come before the ' +
            'trigger names.',
          params: IdParams,
          body: Answers,
          response: { 200: Answers },
        },
      },
      async ({ session, params, body }) => {
        const answers = answersOf(body);
        await getApplicant(session.ctx, params.id);
        const errors = setAnswersErrors(answers.reports);
        if (errors) throw invalid({ reports: errors });
        await setSandboxAnswers(session.ctx, params.id, answers);
        return answers;
      },
    );

    app.delete(
      '/sandbox/applicants/:id/answers',
      { schema: { tags, summary: 'Return to pre-determined results', params: IdParams, response: { 204: Empty } } },
      async ({ session, params }, reply) => {
        await setSandboxAnswers(session.ctx, params.id, null);
        return reply.code(204).send();
      },
    );

    app.post(
      '/sandbox/test_mode',
      {
        ...sdkOnly,
        schema: {
          tags: ['capture'],
          summary: 'Choose the outcome of later checks, in the test mode of the browser SDK',
          description:
            'Sets answers for the applicant of the SDK token: `document_result` for all document reports, `face` for all facial ' +
            'similarity reports. Null returns to the pre-determined results. A field that is left out changes nothing.',
          body: Type.Object({
            document_result: Type.Optional(nullableEnum(testDocumentResults)),
            face: Type.Optional(nullableEnum(testFaces)),
          }),
          response: { 204: Empty },
        },
      },
      async (request, reply) => {
        const { session, body } = request;
        await changeSandboxAnswers(session.ctx, sdkApplicant(request), (before) =>
          answersOf({ ...before, reports: answersInTestMode(before?.reports ?? {}, body) }),
        );
        return reply.code(204).send();
      },
    );

    app.post(
      '/sandbox/checks/:id/complete',
      {
        schema: {
          tags,
          summary: 'Complete a check',
          description: 'Ends the reports that are open, with the results given, and then the check.',
          params: IdParams,
          body: Type.Object({ reports: Type.Optional(AnswersByName) }),
          response: { 200: CheckBody },
        },
      },
      async (request) => {
        const { session, params, body } = request;
        await completeSandboxCheck(session.ctx, params.id, body.reports ?? {});
        return presentCheck(session.ctx, await getCheck(session.ctx, params.id), versionOf(request));
      },
    );

    app.post(
      '/sandbox/reports/:id/state',
      {
        schema: {
          tags,
          summary: 'Move a report to another state',
          description:
            'The check must be `in_progress`. A check without `hold_checks` completes by itself a moment after its creation.',
          params: IdParams,
          body: Type.Object({ state: stringEnum(drivenStates), ...Answer.properties }),
          response: { 200: reportSchema(version) },
        },
      },
      async (request) => {
        const { session, params, body } = request;
        const { state, ...answer } = body;
        await moveSandboxReport(session.ctx, params.id, state, answer);
        return presentReport(await getReport(session.ctx, params.id), versionOf(request));
      },
    );

    app.post(
      '/sandbox/workflow_runs/:id/advance',
      {
        schema: {
          tags,
          summary: 'End an open task of a workflow run',
          description:
            'Ends the task as its applicant, a member or the service would, and begins what follows. Each kind of task takes ' +
            'its own fields: captures and `profile_data` take `data`, `check` takes `reports`, `manual_review` takes `choice` ' +
            'and `reason`, `face_authentication` takes `result`, and passkeys take `skipped`.',
          params: IdParams,
          body: TaskEnd,
          response: { 200: WorkflowRun },
        },
      },
      async (request) => {
        const { session, params, body } = request;
        const { task_id, ...answer } = body;
        await advanceSandboxRun(session.ctx, params.id, task_id, answer);
        return presentToClient(request, await getRun(session.ctx, params.id));
      },
    );

    app.post(
      '/sandbox/watchlist_monitors/:id/matches',
      {
        schema: {
          tags,
          summary: 'Change the matches of a monitor',
          description: 'Adds a match, or changes or removes the oldest one, as a change of a list does in live.',
          params: IdParams,
          body: Type.Object({ change: stringEnum(sandboxChanges) }),
          response: { 200: Matches },
        },
      },
      async ({ session, params, body }) =>
        presentMatches(await changeSandboxMatch(session.ctx, params.id, body.change)),
    );
  });
}
