import type { FastifyInstance, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordAudit } from '../../audit/record.ts';
import { stringEnum } from '../../base/json-schema.ts';
import { publishedVersions } from '../../base/versions.ts';
import { getCheck, listReportsOf } from '../../checks/get.ts';
import { reopenCheck, returnToApplicant, takeUpCheck } from '../../checks/reopen.ts';
import { resumeCheck } from '../../checks/resume.ts';
import { type CheckTrigger, checkStates } from '../../checks/states.ts';
import { withdrawCheck } from '../../checks/withdraw.ts';
import type { Services } from '../../context/services.ts';
import { transition } from '../../context/states.ts';
import { typed } from '../../http/typed.ts';
import { historyOf } from '../../insights/history.ts';
import { sendCheckPdf } from '../exports/check-pdf.ts';
import { Leaf, presentLeaves } from '../operator/report-whole.ts';
import { presentCheck } from '../v3/checks.ts';
import { presentReport } from '../v3/reports.ts';
import { ctxOf } from './gate.ts';
import { History, presentHistory } from './history.ts';
import { CheckRow, PlacedParams, presentCheckRow } from './schemas.ts';

const Anything = Type.Unsafe<object>({ type: 'object', additionalProperties: true });

/** A member's actions on a check, and the trigger of its state for each. */
const changes = {
  withdraw: { run: withdrawCheck, trigger: 'withdrawn' },
  resume: { run: resumeCheck, trigger: 'resumed' },
  reopen: { run: reopenCheck, trigger: 'reopened' },
  take_up: { run: takeUpCheck, trigger: 'taken_up' },
  return_to_applicant: { run: returnToApplicant, trigger: 'returned_to_applicant' },
} as const satisfies Record<string, { run: unknown; trigger: CheckTrigger }>;

type Change = keyof typeof changes;
const changeNames = Object.keys(changes) as Change[];

const Check = Type.Object(
  {
    ...CheckRow.properties,
    raw: {
      ...Anything,
      description:
        'The check as the latest version of the API answers it, without `form_uri`, whose holder acts as the applicant',
    },
    details: Type.Array(Anything, {
      description: 'Reports of the check, as the latest version of the API answers them',
    }),
    leaves: Type.Record(Type.String(), Type.Record(Type.String(), Leaf), {
      description: 'Findings for each leaf of a breakdown, by the id of the report and the path of the leaf',
    }),
    changes: Type.Array(stringEnum(changeNames), { description: 'Changes that the state of the check allows' }),
    history: History,
  },
  { title: 'Check' },
);

/** One check: its reports, its history, its PDF, and what a member does with it. */
export function singleCheckRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const latest = publishedVersions.latest;

  const whole = async (request: FastifyRequest) => {
    const ctx = ctxOf(services, request);
    const { id } = request.params as { id: string };
    const found = await getCheck(ctx, id);
    const reports = await listReportsOf(ctx, id);
    const { status, form_secret } = found.check;
    const everybody = request.place.may('audit.see');
    const { applicant_id } = found.check;
    const ids = [found.check.id, ...reports.map((report) => report.id)];
    const history = await historyOf(ctx, { applicant_id, ids, reports, everybody });
    return {
      ...presentCheckRow({ check: found.check, reports }, true),
      raw: { ...presentCheck(ctx, found, latest), form_uri: null },
      details: reports.map((report) => presentReport(report, latest)),
      leaves: Object.fromEntries(reports.map((report) => [report.id, presentLeaves(report)])),
      changes: changeNames.filter(
        (name) =>
          transition(checkStates, status, changes[name].trigger) && (name !== 'return_to_applicant' || form_secret),
      ),
      history: presentHistory(history),
    };
  };

  app.get(
    '/accounts/:account/:environment/checks/:id',
    { config: { member: 'data.see' }, schema: { params: PlacedParams, response: { 200: Check } } },
    async (request) => {
      const shown = await whole(request);
      await recordAudit(ctxOf(services, request), { action: 'check_opened', object_id: request.params.id });
      return shown;
    },
  );

  app.get(
    '/accounts/:account/:environment/checks/:id/pdf',
    {
      config: { member: 'data.export' },
      schema: {
        description: 'Exports the check as PDF with images. The audit log records the export.',
        params: PlacedParams,
      },
    },
    (request, reply) =>
      sendCheckPdf(ctxOf(services, request), reply, request.params.id, (report) => presentReport(report, latest), {
        namesReviewers: true,
      }),
  );

  for (const name of changeNames) {
    app.post(
      `/accounts/:account/:environment/checks/:id/${name}`,
      { config: { member: 'check.change' }, schema: { params: PlacedParams, response: { 200: Check } } },
      async (request) => {
        await changes[name].run(ctxOf(services, request), request.params.id);
        return whole(request);
      },
    );
  }
}
