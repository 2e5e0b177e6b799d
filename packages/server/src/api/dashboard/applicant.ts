import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { dataOf } from '../../applicants/applicant.ts';
import { deleteApplicant } from '../../applicants/delete.ts';
import { eraseApplicant } from '../../applicants/erase.ts';
import { restoreApplicant } from '../../applicants/restore.ts';
import { recordAudit } from '../../audit/record.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString } from '../../base/json-schema.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { zip } from '../../exports/zip.ts';
import { sendFile } from '../../http/files.ts';
import { typed } from '../../http/typed.ts';
import { historyOfApplicant } from '../../insights/applicant-history.ts';
import { caseOf } from '../../review/cases/case.ts';
import { relatedApplicants } from '../../review/related.ts';
import { DateTime, Empty, Id, NullableDateTime } from '../common/schemas.ts';
import { presentReceipt, Receipt } from '../operator/applicants.ts';
import { MonitorBody, presentMonitor } from '../operator/monitors.ts';
import { presentRunFacts, RunFacts } from '../operator/workflow-runs.ts';
import { filesOfApplicant } from './applicant-files.ts';
import { objectsOfApplicant } from './applicant-objects.ts';
import { ListedApplicant, presentListedApplicant } from './applicants.ts';
import { Case, presentCase } from './cases.ts';
import { ctxOf } from './gate.ts';
import { History, presentHistory } from './history.ts';
import { presentRelated, Related } from './related.ts';
import { CheckRow, PlacedParams, presentCheckRow } from './schemas.ts';

const Texts = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

const Applicant = Type.Object(
  {
    ...ListedApplicant.properties,
    data: { ...Texts, description: 'Data as the client sent it. Personal data' },
    consents: Type.Array(Type.Object({ name: Type.String(), granted: Type.Boolean(), granted_at: NullableDateTime })),
    media: Type.Array(
      Type.Object({
        id: Id,
        kind: Type.String(),
        type: NullableString,
        side: NullableString,
        file_name: Type.String(),
        media_type: Type.String(),
        file_size: Type.Integer(),
        created_at: DateTime,
      }),
      { description: 'Newest first' },
    ),
    checks: Type.Array(CheckRow),
    workflow_runs: Type.Array(RunFacts),
    mails: Type.Array(
      Type.Object({
        id: Id,
        check_id: NullableString,
        to: Type.String(),
        subject: Type.String(),
        state: Type.String(),
        created_at: DateTime,
        finished_at: NullableDateTime,
      }),
      {
        description:
          'Sent to the applicant, without their text: a link in it opens the form. No check: a notice of a workflow run',
      },
    ),
    messages: Type.Array(
      Type.Object({
        id: Id,
        to: Type.String(),
        state: Type.String(),
        created_at: DateTime,
        finished_at: NullableDateTime,
      }),
      { description: 'Text messages to the applicant, without their text: a link in it opens the capture' },
    ),
    monitors: Type.Array(MonitorBody),
    related: Related,
    case: Case,
    history: History,
  },
  { title: 'Applicant' },
);

/**
 * Presents an applicant. @param everybody true if its history has audit entries of everybody; else entries of the member alone
 */
async function whole(ctx: Ctx, id: string, everybody: boolean) {
  const had = await objectsOfApplicant(ctx, id);
  const { applicant, media, checks, runs, mails, messages, monitors } = had;
  const related = await relatedApplicants(
    ctx,
    applicant,
    checks.flatMap(({ reports }) => reports),
  );
  const history = await historyOfApplicant(ctx, had, everybody);
  const { consents, ...data } = dataOf(applicant);
  return {
    ...presentListedApplicant(applicant, true),
    data,
    consents: consents.map(({ granted_at, ...consent }) => ({ ...consent, granted_at: isoSecondsOrNull(granted_at) })),
    media: media.map(({ type, side, ...upload }) => ({
      id: upload.id,
      kind: upload.kind,
      type: type ?? null,
      side: side ?? null,
      file_name: upload.file_name,
      media_type: upload.media_type,
      file_size: upload.file_size,
      created_at: isoSeconds(upload.created_at),
    })),
    checks: checks.map((check) => presentCheckRow(check, true)),
    workflow_runs: runs.map((run) => presentRunFacts(run, ctx.environment)),
    mails: mails.map((mail) => ({
      id: mail.id,
      check_id: mail.check_id,
      to: mail.to,
      subject: mail.subject,
      state: mail.state,
      created_at: isoSeconds(mail.created_at),
      finished_at: isoSecondsOrNull(mail.finished_at),
    })),
    messages: messages.map((message) => ({
      id: message.id,
      to: message.to,
      state: message.state,
      created_at: isoSeconds(message.created_at),
      finished_at: isoSecondsOrNull(message.finished_at),
    })),
    monitors: monitors.map(presentMonitor),
    related: presentRelated(related),
    case: presentCase(await caseOf(ctx, id)),
    history: presentHistory(history),
  };
}

/** Everything about one applicant, its export, and its end. */
export function singleApplicantRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/:environment/applicants/:id',
    { config: { member: 'data.see' }, schema: { params: PlacedParams, response: { 200: Applicant } } },
    async (request) => {
      const ctx = ctxOf(services, request);
      const shown = await whole(ctx, request.params.id, request.place.may('audit.see'));
      await recordAudit(ctx, { action: 'applicant_opened', object_id: shown.id });
      return shown;
    },
  );

  app.get(
    '/accounts/:account/:environment/applicants/:id/export',
    {
      config: { member: 'data.export' },
      schema: {
        description:
          'Exports everything stored about an applicant as ZIP, for a subject access request: data, checks with reports, workflow runs, ' +
          'mails, text messages and monitors as JSON, and each original upload.',
        params: PlacedParams,
      },
    },
    async (request, reply) => {
      const ctx = ctxOf(services, request);
      const { id } = request.params;
      const files = await filesOfApplicant(ctx, id);
      await recordAudit(ctx, { action: 'applicant_exported', object_id: id });
      const body = Readable.from(zip(files, ctx.now()));
      return sendFile(reply, { body, mediaType: 'application/zip', fileName: `applicant_${id}.zip` });
    },
  );

  app.delete(
    '/accounts/:account/:environment/applicants/:id',
    {
      config: { member: 'applicant.delete', hidesDecision: true },
      schema: { params: PlacedParams, response: { 204: Empty } },
    },
    async (request, reply) => {
      await deleteApplicant(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/restore',
    {
      config: { member: 'applicant.delete', hidesDecision: true },
      schema: { params: PlacedParams, response: { 204: Empty } },
    },
    async (request, reply) => {
      await restoreApplicant(ctxOf(services, request), request.params.id);
      return reply.code(204).send();
    },
  );

  app.post(
    '/accounts/:account/:environment/applicants/:id/erase',
    {
      config: { member: 'applicant.erase', hidesDecision: true },
      schema: {
        description:
          'Erases an applicant immediately and permanently, even if no deletion is scheduled, and returns the receipt.',
        params: PlacedParams,
        body: Type.Object({
          force: Type.Optional(
            Type.Boolean({ default: false, description: 'Erase even while checks are in progress' }),
          ),
        }),
        response: { 200: Receipt },
      },
    },
    async (request) => {
      const ctx = ctxOf(services, request);
      const { force = false } = request.body;
      return presentReceipt(await eraseApplicant(ctx, request.params.id, { force }), ctx.environment);
    },
  );
}
