import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { getApplicant } from '../../applicants/get.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { NullableString, stringEnum } from '../../base/json-schema.ts';
import { getCheck, listReportsOf } from '../../checks/get.ts';
import type { Ctx } from '../../context/ctx.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { historyOfApplicant } from '../../insights/applicant-history.ts';
import { applicantChecks } from '../../insights/applicants.ts';
import { historyOf } from '../../insights/history.ts';
import { getReport } from '../../reports/records/get.ts';
import type { Report } from '../../reports/records/report.ts';
import { runsOfApplicant } from '../../workflows/runs/get.ts';
import { DateTime, Id, NullableDateTime } from '../common/schemas.ts';
import { ctxOf } from './gate.ts';
import { History, presentHistory } from './history.ts';
import { PlacedParams } from './schemas.ts';

const Part = Type.Object({
  kind: stringEnum(['check', 'report', 'workflow_run'] as const),
  id: Id,
  name: NullableString,
  status: Type.String(),
  result: NullableString,
  created_at: DateTime,
  completed_at: NullableDateTime,
});

const States = Type.Object(
  {
    id: Id,
    applicant_id: Id,
    check_id: { ...NullableString, description: 'Id of the check of a report' },
    name: NullableString,
    status: NullableString,
    result: NullableString,
    created_at: DateTime,
    completed_at: NullableDateTime,
    parts: Type.Array(Part, { description: 'Reports of a check; checks and workflow runs of an applicant' }),
    history: { ...History, description: 'History without notes, because notes may contain personal data' },
  },
  { title: 'States' },
);

type StatesBody = Type.Static<typeof States>;
type Entries = Parameters<typeof presentHistory>[0];

/** Notes are free text: a reviewer may have written a name. */
const withoutNotes = (entries: Entries) => presentHistory(entries.map((entry) => ({ ...entry, note: null })));

const partOf = ({ id, name, status, result, created_at, completed_at }: Report) => ({
  kind: 'report' as const,
  id,
  name,
  status,
  result,
  created_at: isoSeconds(created_at),
  completed_at: isoSecondsOrNull(completed_at),
});

/** The end of the last report of a check that is complete. */
const endOf = (status: string, reports: readonly Report[]): number | null =>
  status === 'complete' ? Math.max(...reports.map(({ completed_at }) => completed_at ?? 0)) || null : null;

const kinds = {
  async checks(ctx: Ctx, id: string, everybody: boolean): Promise<StatesBody> {
    const { check } = await getCheck(ctx, id);
    const reports = await listReportsOf(ctx, id);
    const { applicant_id, status, result, created_at } = check;
    const ids = [id, ...reports.map((report) => report.id)];
    const history = await historyOf(ctx, { applicant_id, ids, reports, everybody });
    return {
      id: check.id,
      applicant_id,
      check_id: null,
      name: null,
      status,
      result,
      created_at: isoSeconds(created_at),
      completed_at: isoSecondsOrNull(endOf(status, reports)),
      parts: reports.map(partOf),
      history: withoutNotes(history),
    };
  },
  async reports(ctx: Ctx, id: string, everybody: boolean): Promise<StatesBody> {
    const report = await getReport(ctx, id);
    const { applicant_id, check_id } = report;
    const history = await historyOf(ctx, { applicant_id, ids: [report.id], reports: [report], everybody });
    const { kind: _, ...facts } = partOf(report);
    return { ...facts, applicant_id, check_id, parts: [], history: withoutNotes(history) };
  },
  async applicants(ctx: Ctx, id: string, everybody: boolean): Promise<StatesBody> {
    const applicant = await getApplicant(ctx, id);
    const [checks, runs] = await Promise.all([applicantChecks(ctx, id), runsOfApplicant(ctx, id)]);
    const had = { applicant, media: [], checks, runs, mails: [], messages: [], monitors: [], caseFiles: [] };
    return {
      id: applicant.id,
      applicant_id: applicant.id,
      check_id: null,
      name: null,
      status: null,
      result: null,
      created_at: isoSeconds(applicant.created_at),
      completed_at: null,
      parts: [
        ...checks.map(({ check, reports }) => ({
          kind: 'check' as const,
          id: check.id,
          name: null,
          status: check.status,
          result: check.result,
          created_at: isoSeconds(check.created_at),
          completed_at: isoSecondsOrNull(endOf(check.status, reports)),
        })),
        ...runs.map((run) => ({
          kind: 'workflow_run' as const,
          id: run.id,
          name: run.workflow.name,
          status: run.status,
          result: null,
          created_at: isoSeconds(run.created_at),
          completed_at: null,
        })),
      ],
      history: withoutNotes(await historyOfApplicant(ctx, had, everybody)),
    };
  },
} as const;

/** Pages of one object for roles that see no personal data: ids, states, times and history. */
export function statesRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  for (const [name, statesOf] of Object.entries(kinds)) {
    app.get(
      `/accounts/:account/:environment/${name}/:id/states`,
      {
        config: { member: 'states.see' },
        schema: {
          description: 'Shows ids, states, times and history, without personal data.',
          params: PlacedParams,
          response: { 200: States },
        },
      },
      (request) => statesOf(ctxOf(services, request), request.params.id, request.place.may('audit.see')),
    );
  }
}
