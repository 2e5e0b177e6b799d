import { MINUTE_MS } from '../../base/clock.ts';
import { integerAt, type Place } from '../../base/place.ts';
import { enqueue } from '../../jobs/queue.ts';
import { createTask, finishTask } from '../runs/tasks.ts';
import type { WaitStep } from '../workflow.ts';
import { OF_THE_SERVICE, type StepFields, type StepKind } from './kind.ts';

/** Minutes of the units in which a wait is given, and the longest one. */
const units = { minutes: 1, hours: 60, days: 24 * 60 } as const;
const LONGEST_WAIT = 30 * units.days;

function readMinutes({ path, wrong }: Place, fields: StepFields): number {
  const durations = Object.entries(units).filter(([unit]) => fields.has(unit));
  const [unit = 'minutes', minutes = 1] = durations[0] ?? [];
  if (durations.length !== 1) wrong(path, 'must have one of minutes, hours, days');
  else integerAt(fields.at(unit), 1, LONGEST_WAIT / minutes);
  return Number(fields.at(unit).value) * minutes;
}

/** Lets time pass before the next step. */
export const wait: StepKind<WaitStep> = {
  keys: Object.keys(units),
  parse: (head, fields, place) => ({ ...head, minutes: readMinutes(place, fields) }),
  hint: ({ minutes }) => `${minutes} minutes`,
  async begin(ctx, tx, run, { place, step: { minutes } }) {
    const until = ctx.now() + minutes * MINUTE_MS;
    await enqueue(ctx.services, tx.system, ctx, { kind: 'workflow_run', ref: run.id, runAt: until });
    const input = { until: new Date(until).toISOString() };
    return { run, task: await createTask(ctx, tx, run, { ...place, input }) };
  },
  dryOutput: {},
  completion: OF_THE_SERVICE,
  async settle(ctx, tx, run, { task }) {
    const isOver = Date.parse(String(task.input.until)) <= ctx.now();
    return isOver ? finishTask(ctx, tx, run, task, {}) : undefined;
  },
};
