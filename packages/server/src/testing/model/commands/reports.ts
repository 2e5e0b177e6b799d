import fc from 'fast-check';
import { expect } from 'vitest';
import { decided } from '../catalogue.ts';
import { type Check, type Model, prefer, type Report } from '../model.ts';
import { completeIfFinal, conclude, unpause } from '../transitions.ts';
import { command, which } from './command.ts';

/** One of all reports, rather one of a status that matters. */
function reportOf({ checks }: Model, n: number, status: Report['status']): [Check, Report] {
  const all = checks.flatMap((check) => check.reports.map((report): [Check, Report] => [check, report]));
  return prefer(all, ([, report]) => report.status === status, n);
}

const unpauseReport = command({
  name: 'unpauseReport',
  parameters: { report: which, action: fc.constantFrom('resume' as const, 'cancel' as const) },
  ready: ({ checks }) => checks.length > 0,
  async run({ model, as }, { report: n, action }) {
    const [check, report] = reportOf(model, n, 'paused');
    const { tenant, state } = check.applicant;
    const call = action === 'resume' ? as(tenant).resumeReport : as(tenant).cancelReport;
    expect((await call(check.id, report.id)).status).toBe(state === 'active' ? 204 : 410);
    if (state === 'active') unpause(model, check, [report], action);
  },
});

const decideReport = command({
  name: 'decideReport',
  parameters: { report: which, result: fc.constantFrom('clear' as const, 'consider' as const) },
  ready: ({ checks }) => checks.length > 0,
  async run({ model, world }, { report: n, result }) {
    const [check, report] = reportOf(model, n, 'awaiting_approval');
    const { tenant, state } = check.applicant;
    const isDocument = report.ordered.family === 'document';
    const { status, body } = await world.operate(tenant.account, `reports/${report.id}/decide`, {
      result,
      note: 'Seen',
      ...(isDocument && result === 'consider' ? { sub_result: 'suspected' } : {}),
    });
    if (state !== 'active') return expect(status).toBe(410);
    if (report.status !== 'awaiting_approval') return expect(status).toBe(422);
    conclude(model, check, report, decided(check, report, result));
    completeIfFinal(model, check);
    expect([status, body.status, body.result]).toEqual([200, report.status, report.result]);
  },
});

export const reportCommands = [unpauseReport, unpauseReport, decideReport, decideReport];
