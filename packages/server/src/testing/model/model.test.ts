import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type Receiver, startReceiver } from '../../webhooks/testing/receiver.ts';
import { startService, type TestService } from '../service.ts';
import { begin } from './begin.ts';
import { commands } from './commands/index.ts';
import { inTheEnd } from './invariants/index.ts';
import { Model } from './model.ts';
import { type Fixture, makeFixture, TestWorld } from './test-world.ts';

/** Sequences, and how long the longest is: `MODEL_RUNS=1000 PROPERTY_SEED=7 npx vitest run model.test.ts` looks longer. */
const RUNS = Number(process.env.MODEL_RUNS ?? 10);
const LONGEST = 120;
/** Time to look, and to make what was found as short as may be. */
const LIMIT_MS = 120_000 + RUNS * 5_000;

let service: TestService;
let receiver: Receiver;
let fixture: Fixture;
beforeAll(async () => {
  // Nothing happens by itself: workers are steps of the test.
  service = await startService({ settings: { role: 'api', sandboxDelay: '1000' } });
  receiver = await startReceiver();
  fixture = await makeFixture(service, receiver);
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

test(
  'no sequence of calls, times and workers leads where the documents do not',
  async () => {
    const sequences = fc.commands(commands, { maxCommands: LONGEST, size: 'max' });
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const world = await TestWorld.open(fixture);
      const model = new Model(world.now);
      await begin(model, world);
      await fc.asyncModelRun(() => ({ model, real: world }), sequence);
      await inTheEnd(model, world);
    });
    await fc.assert(property, { numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true });
  },
  LIMIT_MS + 60_000,
);
