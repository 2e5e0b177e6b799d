import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type RunService, startWithWorkflows } from '../../api/v3/testing/runs.ts';
import { DAY_MS } from '../../base/clock.ts';
import { transition } from '../../context/states.ts';
import { query } from '../../store/query.ts';
import type { WorkflowRunStatus } from '../../store/schema.ts';
import type { Completer, ProfileStep, Rule, TaskStep as Step, Workflow } from '../workflow.ts';
import { finalRunStates, type RunState, type RunTrigger, runStates } from './states.ts';

describe('the table of states', () => {
  const triggers: readonly RunTrigger[] = [
    'applicant_asked',
    'client_asked',
    'member_asked',
    'service_asked',
    'approved',
    'declined',
    'sent_to_review',
    'timed_out',
    'failed',
  ];
  const onward = {
    applicant_asked: 'awaiting_input',
    client_asked: 'awaiting_client_input',
    member_asked: 'in_review',
    service_asked: 'processing',
    approved: 'approved',
    declined: 'declined',
    sent_to_review: 'review',
    failed: 'error',
  } as const;
  const none = Object.fromEntries(triggers.map((trigger) => [trigger, undefined]));

  it.each<[RunState, object]>([
    ['processing', { ...onward, timed_out: undefined }],
    ['awaiting_input', { ...onward, timed_out: 'abandoned' }],
    ['awaiting_client_input', { ...onward, timed_out: 'abandoned' }],
    ['in_review', { ...onward, timed_out: undefined }],
    ['approved', none],
    ['declined', none],
    ['review', none],
    ['abandoned', none],
    ['error', none],
  ])('leads on from %s', (from, to) => {
    const found = triggers.map((trigger) => [trigger, transition(runStates, from, trigger)?.to]);
    expect(Object.fromEntries(found)).toEqual(to);
  });

  it('records the end, and nothing else', () => {
    for (const { to, event } of runStates) {
      expect(event).toBe(finalRunStates.has(to) ? 'workflow_run.completed' : null);
    }
  });
});

/** Behaviour of a run that its client may foresee. */
interface Model {
  status: WorkflowRunStatus;
  /** Number of steps that were begun. */
  begun: number;
  readonly deadline: number;
  checkDue: number;
}

type Action =
  | { readonly do: 'complete'; readonly by: Completer; readonly well: boolean }
  | { readonly do: 'repeat' }
  | { readonly do: 'wait'; readonly days: number }
  | { readonly do: 'withdraw' };

const profileBy = fc.constantFrom<Completer>('applicant', 'client');
const steps = fc.tuple(fc.array(profileBy, { maxLength: 4 }), fc.boolean()).map(([profiles, check]): Step[] => [
  ...profiles.map(
    (completed_by, index): Step => ({
      task: 'profile_data',
      name: `profile_${index}`,
      completed_by,
      required: ['first_name'],
      optional: [],
    }),
  ),
  ...(check ? [{ task: 'check', name: 'check', reports: ['watchlist_standard'] } as const] : []),
]);
const actions = fc.array(
  fc.oneof<fc.Arbitrary<Action>[]>(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('complete'), by: profileBy, well: fc.boolean() }) } as never,
    fc.constant({ do: 'repeat' }),
    fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 4 }) }) as never,
    fc.constant({ do: 'withdraw' }),
  ),
  { maxLength: 12 },
);

let service: RunService;
beforeAll(async () => {
  service = await startWithWorkflows({ settings: { sandboxDelay: '15000' } });
});
afterAll(() => service.close());

const eventsOf = query<{ applicant_id: string }>()((db, p) =>
  db.selectFrom('events').select(['type', 'status']).where('applicant_id', '=', p.applicant_id),
);

/** Takes the model through what a step that comes next means. */
function begin(model: Model, workflow: Workflow, now: number): void {
  const step = workflow.steps[model.begun] as Step | undefined;
  model.begun += step ? 1 : 0;
  if (!step) model.status = decided(workflow, undefined);
  else if (step.task === 'check') {
    model.status = 'processing';
    model.checkDue = now + 15_000;
  } else model.status = (step as ProfileStep).completed_by === 'client' ? 'awaiting_client_input' : 'awaiting_input';
}

function decided(workflow: Workflow, result: 'clear' | 'consider' | undefined): WorkflowRunStatus {
  const words = { approve: 'approved', decline: 'declined', review: 'review' } as const;
  return words[workflow.decide.find(({ check }) => check === undefined || check === result)!.outcome];
}

test('runs end up where a model of them does, whatever is done to them in whatever order', async () => {
  const workflows = service.services.workflows as Map<string, Workflow>;
  let count = 0;
  const property = fc.asyncProperty(
    steps,
    actions,
    fc.boolean(),
    fc.integer({ min: 1, max: 9 }),
    async (made, all, consider, days) => {
      count += 1;
      const id = `99999999-0000-4000-8000-${String(count).padStart(12, '0')}`;
      const hasCheck = made.some(({ task }) => task === 'check');
      const decide: Rule[] = [
        ...(hasCheck ? [{ check: 'clear', outcome: 'approve' } as const] : []),
        { outcome: 'decline' },
      ];
      const workflow: Workflow = {
        id,
        version: 1,
        name: 'n',
        steps: made,
        decide,
        output: {},
        abandon_after_days: days,
      };
      workflows.set(id, workflow);
      const applicant_id = await service.story.applicant({ last_name: consider ? 'Consider' : 'Doe' });
      const model: Model = {
        status: 'processing',
        begun: 0,
        deadline: service.clock.now() + days * DAY_MS,
        checkDue: 0,
      };
      begin(model, workflow, service.clock.now());
      const run = await service.run(id, { applicant_id });
      expect(run.status).toBe(model.status);

      for (const action of all) {
        const tasks: { id: string; task_def_id: string }[] = (await service.get(`${service.at}/${run.id}/tasks`)).body;
        const waits = model.status === 'awaiting_input' || model.status === 'awaiting_client_input';
        if (action.do === 'complete') {
          const call = action.by === 'client' ? {} : await service.story.sdk(applicant_id);
          const data = action.well ? { first_name: 'Ann' } : { first_name: '<' };
          const { status } = await service.complete(run, tasks.at(-1)!, data, call);
          const mayDo = waits && (action.by === 'client' || model.status === 'awaiting_input');
          expect(status).toBe(mayDo && action.well ? 200 : 422);
          if (status === 200) begin(model, workflow, service.clock.now());
        } else if (action.do === 'repeat') {
          const { status } = await service.complete(run, tasks[0]!, { first_name: 'Ann' });
          expect(status).toBe(422);
        } else if (action.do === 'withdraw') {
          if (model.status !== 'processing') continue;
          const { input } = (await service.get(`${service.at}/${run.id}/tasks/${tasks.at(-1)!.id}`)).body;
          const headers = { authorization: `Bearer ${service.operatorKey}` };
          const path = `/operator/v1/accounts/${service.account.id}/checks/${input.check_id}/withdraw`;
          await service.call('POST', path, { token: null, headers, json: { environment: 'sandbox' } });
          model.status = 'error';
        } else {
          service.clock.advance(action.days * DAY_MS);
          if (waits && service.clock.now() >= model.deadline) model.status = 'abandoned';
          if (model.status === 'processing') model.status = decided(workflow, consider ? 'consider' : 'clear');
        }
        await service.settle();
        expect((await service.again(run)).status, JSON.stringify(action)).toBe(model.status);
      }

      const tasks = (await service.get(`${service.at}/${run.id}/tasks`)).body;
      expect(tasks.map(({ task_def_id }: { task_def_id: string }) => task_def_id)).toEqual([
        'start',
        ...made.slice(0, model.begun).map(({ name }) => name),
      ]);
      const events = await service.services.store.system.all(eventsOf, { applicant_id });
      const countOf = (type: string) => events.filter((event) => event.type === type).length;
      const over = finalRunStates.has(model.status);
      expect(countOf('workflow_run.completed')).toBe(over ? 1 : 0);
      expect(countOf('workflow_task.started')).toBe(model.begun);
      // A run that is abandoned leaves its last task as it is.
      const undone = !over || model.status === 'abandoned';
      expect(countOf('workflow_task.completed')).toBe(model.begun - (undone ? 1 : 0));
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 120_000);
