import fc from 'fast-check';
import { DAY_MS } from '../../../base/clock.ts';
import type { Model } from '../model.ts';
import type { TestWorld } from '../test-world.ts';
import { type JobKind, jobKinds, stall, wake, work } from '../work.ts';
import { command } from './command.ts';

const SECOND_MS = 1000;

function pass(model: Model, world: TestWorld, ms: number): void {
  world.fixture.service.clock.advance(ms);
  model.now = world.now;
}

const moveClock = command({
  name: 'moveClock',
  parameters: { by: fc.constantFrom(SECOND_MS, SECOND_MS, 31 * SECOND_MS, 3600 * SECOND_MS, DAY_MS, 21 * DAY_MS) },
  async run({ model, world }, { by }) {
    pass(model, world, by);
  },
});

/** Everything that is due is done: what most clients would see a moment later. */
const settle = command({
  name: 'settle',
  parameters: { after: fc.constantFrom(0, SECOND_MS) },
  async run({ model, world }, { after }) {
    pass(model, world, after);
    await world.fixture.workers.work();
    work(model, jobKinds);
  },
});

const someJobs = fc.constantFrom<readonly JobKind[]>(jobKinds, ['check'], ['report', 'erasure']);

/** A worker that does some kinds of work only. */
const workOff = command({
  name: 'workOff',
  parameters: { kinds: someJobs },
  async run({ model, world }, { kinds }) {
    await world.fixture.workers.work(kinds);
    work(model, kinds);
  },
});

/** A worker claims due jobs, and stops moving before it has done any. */
const stallWorker = command({
  name: 'stallWorker',
  parameters: { after: fc.constantFrom(0, SECOND_MS), kinds: someJobs },
  ready: ({ jobs, now }) => jobs.some(({ at }) => at <= now + SECOND_MS),
  async run({ model, world }, { after, kinds }) {
    pass(model, world, after);
    world.stalled.push(await world.fixture.workers.claim(kinds));
    stall(model, kinds);
  },
});

/** The worker that stopped first moves again, whatever has become of its jobs. */
const wakeWorker = command({
  name: 'wakeWorker',
  parameters: {},
  ready: ({ stalled }) => stalled.length > 0,
  async run({ model, world }) {
    await world.fixture.workers.resume(world.stalled.shift() ?? []);
    wake(model);
  },
});

export const timeCommands = [
  ...[moveClock, moveClock, settle, settle, settle, workOff],
  ...[stallWorker, stallWorker, wakeWorker, wakeWorker],
];
