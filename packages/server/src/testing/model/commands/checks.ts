import fc from 'fast-check';
import { expect } from 'vitest';
import { type Generation, isEarlier } from '../../../api/testing/generations.ts';
import { asRequested } from '../../../api/v3/testing/story.ts';
import { catalogue, isOrderable, refusalsOf } from '../catalogue.ts';
import type { ReportOrdered } from '../model.ts';
import { type Applicant, type Check, isActive, type Model, prefer, resultOf } from '../model.ts';
import { create, unpause } from '../transitions.ts';
import { jobKinds, work } from '../work.ts';
import { command, type Turn, which } from './command.ts';

/** Largest number for one applicant. */
const MOST = 4;

interface Order {
  readonly standard: boolean;
  readonly asynchronous: boolean;
  readonly mailed: boolean;
  readonly reports: readonly ReportOrdered[];
  readonly considered: readonly string[];
  readonly webhookIds: readonly string[] | null;
}

/** The order in the words of a generation. */
function orderIn(generation: Generation, order: Order): Readonly<Record<string, unknown>> {
  const { standard, asynchronous, mailed, reports, considered, webhookIds } = order;
  const common = {
    asynchronous,
    suppress_form_emails: !mailed,
    ...(considered.length > 0 ? { consider: considered } : {}),
  };
  if (!isEarlier(generation)) {
    const report_names = reports.map(({ name }) => name);
    return { ...common, report_names, applicant_provides_data: standard, webhook_ids: webhookIds };
  }
  const named = reports.map(({ earlier }) => ({ name: earlier?.[0], variant: earlier?.[1] }));
  return { ...common, type: standard ? 'standard' : 'express', reports: named };
}

const webhooksNamed = { all: () => null, none: () => [], one: (ids: readonly string[]) => ids.slice(0, 1) } as const;

const createCheck = command({
  name: 'createCheck',
  parameters: {
    applicant: which,
    standard: fc.boolean(),
    asynchronous: fc.boolean(),
    mailed: fc.boolean(),
    reports: fc.subarray(
      catalogue.map((_, index) => index),
      { minLength: 1, maxLength: 3 },
    ),
    considered: fc.nat(5),
    webhooks: fc.constantFrom<keyof typeof webhooksNamed>('all', 'all', 'none', 'one'),
  },
  ready: ({ applicants }) => applicants.some(({ checks }) => checks.length < MOST),
  async run(turn, { applicant: n, reports: chosen, considered, webhooks, ...plain }) {
    const { model, generation } = turn;
    const withFew = model.applicants.filter(({ checks }) => checks.length < MOST);
    const applicant = prefer(withFew, isActive, n);
    const orderable = chosen.map((index) => catalogue[index]!).filter((one) => isOrderable(one, generation));
    const reports = orderable.length > 0 ? orderable : catalogue.filter(({ name }) => name === 'watchlist_standard');
    const names = reports.map(({ name, earlier }) => (isEarlier(generation) ? earlier?.[0] : name) ?? '');
    const own = model.webhooks.filter(({ account, deleted }) => !deleted && account === applicant.tenant.account);
    const ids = own.map(({ id }) => id);
    await order(turn, applicant, {
      ...plain,
      reports,
      considered: considered < names.length ? [names[considered]!] : [],
      webhookIds: isEarlier(generation) ? null : webhooksNamed[webhooks](ids),
    });
  },
});

async function order({ model, world, as, generation }: Turn, applicant: Applicant, wanted: Order): Promise<void> {
  const { asynchronous } = wanted;
  const asked = as(applicant.tenant).createCheck(applicant.id, orderIn(generation, wanted));
  const answer = asynchronous ? await asked : await world.whileWorking(asked);
  if (!asynchronous) {
    await world.fixture.workers.work();
    work(model, jobKinds);
  }
  const { status, body } = answer;
  if (applicant.state !== 'active') {
    expect(status).toBe(410);
    return;
  }
  const refusals = refusalsOf(applicant, { made: generation, ...wanted });
  if (refusals.length > 0) {
    expect(status, JSON.stringify(body)).toBe(422);
    expect(refusals).toContain(body.error.type);
    return;
  }
  expect(status, JSON.stringify(body)).toBe(201);
  const check = checkOf(model, applicant, generation, wanted, body);
  applicant.checks.push(check);
  create(model, check);
  if (!asynchronous) work(model, jobKinds);
  expect([body.status, body.result]).toEqual([check.status, resultOf(check)]);
}

// biome-ignore lint/suspicious/noExplicitAny: a body of any generation
function checkOf(model: Model, applicant: Applicant, made: Generation, wanted: Order, body: any): Check {
  const { standard, asynchronous, reports, considered, webhookIds } = wanted;
  const { first_name, last_name, tenant } = applicant;
  const shown: string[] = body.report_ids ?? body.reports.map(({ id }: { id: string }) => id);
  const ids = isEarlier(made) ? shown : asRequested(shown);
  expect(ids.length).toBe(reports.length);
  expect(typeof body.form_uri).toBe(standard ? 'string' : 'object');
  return {
    id: body.id,
    applicant,
    made,
    createdAt: model.now,
    formUri: body.form_uri,
    considered: tenant.environment === 'sandbox' ? considered : [],
    first_name,
    last_name,
    delay: asynchronous ? 1000 : 0,
    webhookIds,
    reports: reports.map((ordered, index) => ({
      id: ids[index]!,
      ordered,
      status: tenant.pausing ? 'paused' : 'awaiting_data',
      result: null,
      bodies: new Map(),
    })),
    status: tenant.pausing ? 'paused' : standard ? 'awaiting_applicant' : 'in_progress',
    opened: false,
    submittedAt: null,
    events: [],
    seen: 0,
  };
}

const resumeCheck = command({
  name: 'resumeCheck',
  parameters: { check: which },
  ready: ({ checks }) => checks.length > 0,
  async run({ model, as }, { check: n }) {
    const check = prefer(model.checks, ({ status }) => status === 'paused', n);
    const { status } = await as(check.applicant.tenant).resumeCheck(check.id);
    expect(status).toBe(check.applicant.state === 'active' ? 204 : 410);
    if (check.applicant.state === 'active') unpause(model, check, check.reports, 'resume');
  },
});

export const checkCommands = [...Array<typeof createCheck>(6).fill(createCheck), resumeCheck];
