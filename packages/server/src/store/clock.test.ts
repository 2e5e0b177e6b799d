import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { TestClock } from '../testing/clock.ts';
import { openStoreClock } from './clock.ts';

const START = Date.UTC(2026, 0, 15);

/** A database whose answer takes `trip` milliseconds of the machine's clock, half of them each way. */
async function opened(apart: number) {
  const machine = new TestClock(START);
  const database = { apart, trip: 0, away: false };
  const warnings: unknown[] = [];
  const system = {
    async first() {
      if (database.away) throw new Error('away');
      machine.advance(database.trip / 2);
      const now = machine.now() + database.apart;
      machine.advance(database.trip / 2);
      return { now };
    },
  };
  const clock = await openStoreClock({ system } as never, machine, {
    warn: (details: unknown) => warnings.push(details),
  } as never);
  return { machine, database, clock, warnings };
}

test('shows the time of the database, and counts on with the machine', async () => {
  const { machine, clock, warnings } = await opened(-HOUR_MS);
  expect(clock.now()).toBe(START - HOUR_MS);
  machine.advance(1234);
  expect(clock.now()).toBe(START - HOUR_MS + 1234);
  expect(warnings).toEqual([{ differenceMs: -HOUR_MS }]);
});

test('follows a machine that runs fast, and keeps counting while the database is away', async () => {
  const { machine, database, clock, warnings } = await opened(0);
  database.apart = -500;
  database.away = true;
  machine.advance(10_000);
  await Promise.resolve();
  expect(clock.now()).toBe(START + 10_000);
  database.away = false;
  await clock.measure();
  expect(clock.now()).toBe(START + 9_500);
  expect(warnings).toEqual([]);
});

test('learns nothing from an answer that took longer than the difference', async () => {
  const { database, clock, machine } = await opened(0);
  database.trip = 4_000;
  database.apart = 1_900;
  await clock.measure();
  expect(clock.now()).toBe(machine.now());
  database.apart = 2_100;
  await clock.measure();
  expect(clock.now()).toBe(machine.now() + 2_100);
});

test('looks every ten seconds until it is stopped', async () => {
  const { database, clock, machine } = await opened(0);
  database.apart = 60_000;
  machine.advance(10_000);
  await new Promise<void>((resume) => setImmediate(resume));
  expect(clock.now()).toBe(machine.now() + MINUTE_MS);
  clock.stop();
  database.apart = 0;
  machine.advance(MINUTE_MS);
  await new Promise<void>((resume) => setImmediate(resume));
  expect(clock.now()).toBe(machine.now() + MINUTE_MS);
});
