import { HELD_OUT } from './bug-cases/held-out.ts';
import { REPORTED } from './bug-cases/reported.ts';
import { startForCases, tried } from './bug-cases/run.ts';
import { SHORT_NAMES } from './bug-cases/short-names.ts';
import type { Measurement, Subject } from './measurement.ts';

/** Drawn documents of kinds that other products got wrong, uploaded to a service over HTTP, with every value of their reports. */
export const bugCases: Subject = {
  name: 'bug-cases',
  async measure(_data, { split }) {
    const service = await startForCases();
    const rows: Measurement[] = [];
    try {
      for (const [what, cases] of [
        ['reported cases', split === 'held' ? [] : REPORTED],
        ['names of one letter, and single names', split === 'held' ? [] : SHORT_NAMES],
        ['other cases of the same kinds', split === 'tune' ? [] : HELD_OUT],
      ] as const) {
        if (cases.length === 0) continue;
        let right = 0;
        for (const given of cases) {
          const differences = await tried(service, given).catch((error: unknown) => [String(error)]);
          if (differences.length === 0) right++;
          else console.log(`${given.name}\n    ${differences.join('\n    ')}`);
        }
        rows.push({
          what: `${what} with every value right`,
          right,
          of: cases.length,
          target: 'all',
          met: right === cases.length,
        });
      }
    } finally {
      await service.stop();
    }
    return rows;
  },
};
