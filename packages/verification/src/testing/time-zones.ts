import { afterAll, beforeAll } from 'vitest';

/** Zones in which days begin earliest and latest, and between them: no day of a document may depend on the zone of the machine. */
export const TIME_ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'] as const;

/** Runs the tests of a `describe` in a time zone. The process has one, so files that share it must not run at once. */
export function inTimeZone(zone: (typeof TIME_ZONES)[number]): void {
  let before: string | undefined;
  beforeAll(() => {
    before = process.env.TZ;
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
