import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { SdkClaims } from '../../applicants/sdk-tokens/sdk-token.ts';
import { isoSeconds } from '../../base/clock.ts';
import { NullableInteger, NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Version } from '../../base/versions.ts';
import { noStepUps, stepUpsOf } from '../../checks/reports/applicant-step-ups.ts';
import type { Ctx } from '../../context/ctx.ts';
import { siteOfPage } from '../../http/session.ts';
import { typed } from '../../http/typed.ts';
import { stepUpKinds } from '../../reports/records/report.ts';
import { heldBiometrics, presentToken } from '../../workflows/biometrics/held.ts';
import { type ApplicantView, applicantTask, viewOf } from '../../workflows/runs/find-link.ts';
import { listTasksOf } from '../../workflows/runs/get.ts';
import { beginCeremony } from '../../workflows/runs/passkeys.ts';
import { attemptOf, reasonsFor } from '../../workflows/runs/retry.ts';
import { retryReasons } from '../../workflows/runs/retry-reasons.ts';
import { hasEnded, stepOf, type Task } from '../../workflows/runs/run.ts';
import { runForToken } from '../../workflows/runs/run-token.ts';
import { DateTime, Id, IdParams } from '../common/schemas.ts';
import { sdkOnly } from '../common/sdk-only.ts';

/** `status` of a run as an applicant sees it. */
const statuses = {
  open: 'awaiting_input',
  later: 'processing',
  done: 'complete',
  abandoned: 'abandoned',
  error: 'error',
} as const satisfies Record<ApplicantView, string>;

const SdkRun = Type.Object(
  {
    id: Id,
    status: stringEnum(Object.values(statuses), { description: '`complete`: the applicant has no task left' }),
    language: NullableString,
    task: nullableObject(
      Type.Object({
        id: Type.String(),
        task_def_id: Type.String(),
        kind: Type.String({ description: '`task` of the step in the workflow' }),
        input: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
        retry: nullableObject(
          Type.Object(
            {
              attempt: Type.Integer({ description: 'Number of the attempt, from 2' }),
              at_most: NullableInteger,
              reasons: Type.Array(stringEnum(retryReasons), {
                description:
                  'Problems of the previous attempt. Empty if they may not be disclosed. Suspicions of forgery are never disclosed',
              }),
            },
            { description: 'The previous attempt; null for the first attempt' },
          ),
        ),
      }),
    ),
    step_up: Type.Optional(
      Type.Object(
        { report_id: Id, offers: Type.Array(stringEnum(stepUpKinds)), expires_at: DateTime },
        {
          description:
            'A document report of the run that waits for more evidence of the applicant, before a reviewer is asked. `GET /step_ups` has the rest. Absent without one',
        },
      ),
    ),
    biometrics: nullableObject(
      Type.Object(
        {
          customer_user_hash: Type.String(),
          token: Type.Union([Type.String(), Type.Null()], {
            description: 'The token that this run created, for the client to store',
          }),
          requested: Type.Boolean({
            description: 'True if a face will be compared, so that the client can present its stored token',
          }),
        },
        { description: 'Biometric tokens of the run; null in a run without them' },
      ),
    ),
  },
  { title: 'Workflow run of a capture SDK' },
);

const Ceremony = Type.Object(
  {
    ceremony: stringEnum(['create', 'get', 'none'], {
      description: 'Kind of ceremony; `none` if there is no passkey to use, or too many to create another',
    }),
    options: nullableObject(
      Type.Unsafe<object>({
        type: 'object',
        additionalProperties: true,
        description: 'Options for `navigator.credentials`, in the JSON form of WebAuthn Level 3',
      }),
    ),
  },
  { title: 'Ceremony of a passkey' },
);

/** A task that is asked for again, as an SDK gets it; null at a first attempt. */
async function retryIn(ctx: Ctx, whole: Parameters<typeof attemptOf>[1], task: Task) {
  const found = await attemptOf(ctx, whole, task);
  if (!found) return null;
  const { attempt, at_most } = found;
  return { attempt, at_most, reasons: reasonsFor(stepOf(whole.run, task), found) };
}

/** The status and the next task of a run, for a capture SDK with a `workflowRunId`. */
export function workflowSdkRoutes(instance: FastifyInstance, version: Version): void {
  if (!version.workflows) return;
  typed(instance).get(
    '/sdk/workflow_runs/:id',
    {
      ...sdkOnly,
      config: { ...sdkOnly.config, endedWorkflowRun: true },
      schema: {
        tags: ['capture'],
        summary: 'Ask what an applicant has to do in a workflow run',
        params: IdParams,
        response: { 200: SdkRun },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const run = await runForToken(ctx, request.params.id, sdk as SdkClaims);
      const tasks = await listTasksOf(ctx, run.id);
      const view = viewOf({ run, tasks }, ctx.now());
      const open = view === 'open' ? applicantTask({ run, tasks }) : undefined;
      const task = open && {
        id: open.id,
        task_def_id: open.task_def_id,
        kind: stepOf(run, open)?.task as string,
        input: open.input,
        retry: await retryIn(ctx, { run, tasks }, open),
      };
      const biometrics = heldBiometrics(ctx, run, tasks);
      // The page gets the token before the SDK has ended: that takes a second.
      const making = tasks.some((task) => !task.completed && stepOf(run, task)?.task === 'biometric_token');
      const { open: offered, pending } =
        task || hasEnded(run) ? noStepUps : await stepUpsOf(ctx, run.applicant_id, { runId: run.id });
      const status = view === 'done' && (making || pending) ? statuses.later : statuses[view];
      const [first] = offered;
      const step_up = first && {
        report_id: first.report_id,
        offers: [...first.offers],
        expires_at: isoSeconds(first.until),
      };
      const { language } = run.link;
      return { id: run.id, status, language, task: task ?? null, ...(step_up && { step_up }), biometrics };
    },
  );

  typed(instance).post(
    '/sdk/workflow_runs/:id/biometric_token',
    {
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Present the biometric token that the client stores, so that the face is compared only with it',
        params: IdParams,
        body: Type.Object({ token: Type.String({ maxLength: 200 }) }),
        response: { 200: Type.Object({}) },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const run = await runForToken(ctx, request.params.id, sdk as SdkClaims);
      await presentToken(ctx, run.id, request.body.token);
      return {};
    },
  );
  typed(instance).post(
    '/sdk/workflow_runs/:id/tasks/:task/passkey',
    {
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Begin to make or to use a passkey in a workflow run',
        params: Type.Object({ id: Type.String(), task: Type.String() }),
        response: { 200: Ceremony },
      },
    },
    async (request) => {
      const { ctx, sdk } = request.session;
      const { id, task } = request.params;
      const run = await runForToken(ctx, id, sdk as SdkClaims);
      return beginCeremony(ctx, run, task, siteOfPage(request));
    },
  );
}
