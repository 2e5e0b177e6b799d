import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { recordAudit } from '../../audit/record.ts';
import { notFound } from '../../base/errors.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import type { Check } from '../../checks/check.ts';
import { formState } from '../../checks/forms/find.ts';
import {
  type ApplicantLink,
  destinationsOf,
  formLinkOf,
  type LinkChannel,
  linkChannels,
  sendFormLink,
} from '../../checks/forms/send-link.ts';
import { getCheck } from '../../checks/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { refuseHidden } from '../../review/second-looks/refuse.ts';
import { viewOf } from '../../workflows/runs/find-link.ts';
import { getRun, listTasksOf } from '../../workflows/runs/get.ts';
import { runLinkOf, sendRunLink } from '../../workflows/runs/send-link.ts';
import { Empty, Id } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { PlacedParams } from './schemas.ts';

/** Progress of an applicant on the pages of a link. */
const stages = ['not_opened', 'opened', 'ended'] as const;

type Stage = (typeof stages)[number];

interface Progress {
  readonly stage: Stage;
  /** Status of the check or run. */
  readonly status: string;
  readonly applicant_id: string;
}

/** An object whose applicant acts by a link. */
interface Linked {
  readonly path: 'checks' | 'workflow_runs';
  readonly opened: 'check_link_opened' | 'workflow_run_link_opened';
  progress(ctx: Ctx, id: string): Promise<Progress>;
  link(ctx: Ctx, id: string): Promise<ApplicantLink>;
  send(ctx: Ctx, id: string, by: LinkChannel): Promise<void>;
}

function stageOfForm(check: Check): Stage {
  if (check.form_secret === null) throw notFound('Form', check.id);
  if (formState(check) !== 'open') return 'ended';
  return check.form_opened_at === undefined ? 'not_opened' : 'opened';
}

const linked: readonly Linked[] = [
  {
    path: 'checks',
    opened: 'check_link_opened',
    async progress(ctx, id) {
      const { check } = await getCheck(ctx, id);
      return { stage: stageOfForm(check), status: check.status, applicant_id: check.applicant_id };
    },
    async link(ctx, id) {
      const { check } = await getCheck(ctx, id);
      return formLinkOf(ctx, check, await getApplicant(ctx, check.applicant_id));
    },
    send: sendFormLink,
  },
  {
    path: 'workflow_runs',
    opened: 'workflow_run_link_opened',
    async progress(ctx, id) {
      const run = await getRun(ctx, id);
      const view = viewOf({ run, tasks: await listTasksOf(ctx, id) }, ctx.now());
      const begun = run.link_opened_at === undefined ? 'not_opened' : 'opened';
      const stage = view === 'open' || view === 'later' ? begun : 'ended';
      return { stage, status: run.status, applicant_id: run.applicant_id };
    },
    async link(ctx, id) {
      const run = await getRun(ctx, id);
      return runLinkOf(ctx, run, await getApplicant(ctx, run.applicant_id));
    },
    send: sendRunLink,
  },
];

/** Links to the pages on which applicants act, and how far the applicants are. */
export function applicantLinkRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  for (const { path, opened, progress, link, send } of linked) {
    const base = `/accounts/:account/:environment/${path}/:id/link`;

    app.get(
      base,
      {
        config: { member: 'states.see' },
        schema: {
          description:
            'The progress of the applicant. The link itself is the answer of POST, since its holder acts as the applicant.',
          params: PlacedParams,
          response: {
            200: Type.Object(
              { stage: stringEnum(stages), status: Type.String(), applicant_id: Id },
              { title: 'Progress of an applicant' },
            ),
          },
        },
      },
      async (request) => progress(ctxOf(services, request), request.params.id),
    );

    app.post(
      base,
      {
        config: { member: 'verification.start', hidesDecision: true },
        schema: {
          description: 'Returns the link for the applicant. The audit log has an entry.',
          params: PlacedParams,
          response: {
            200: Type.Object(
              {
                url: Type.String(),
                mail: { ...NullableString, description: 'Address to which the link can be sent' },
                text_message: { ...NullableString, description: 'Number to which the link can be sent' },
              },
              { title: 'Link for an applicant' },
            ),
          },
        },
      },
      async (request) => {
        const ctx = ctxOf(services, request);
        const { id } = request.params;
        const { url, applicant } = await link(ctx, id);
        await recordAudit(ctx, { action: opened, object_id: id });
        return { url, ...destinationsOf(ctx, applicant) };
      },
    );

    app.post(
      `${base}/send`,
      {
        config: { member: 'verification.start', hidesDecision: true },
        schema: {
          description: 'Sends the link to the applicant.',
          params: PlacedParams,
          body: Type.Object({ by: stringEnum(linkChannels) }),
          response: { 204: Empty },
        },
      },
      async (request, reply) => {
        const ctx = ctxOf(services, request);
        const { id } = request.params;
        try {
          await send(ctx, id, request.body.by);
        } catch (error) {
          // The status of a run that has ended tells its result.
          await refuseHidden(ctx, path, id);
          throw error;
        }
        return reply.code(204).send();
      },
    );
  }
}
