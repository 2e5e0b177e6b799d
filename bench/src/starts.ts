import { freePort } from '../../packages/server/src/testing/free-port.ts';
import { answerOf, Child } from './child.ts';
import type { DataPlace } from './database.ts';
import { median } from './load.ts';
import { serveArguments, serveEnvironment, serviceScript } from './service.ts';
import type { Line } from './table.ts';

const STARTS = 7;
const MOST_MS = 600;

/** Measures the time from `node` to the first answer over plain HTTP, on an existing store that nobody serves. */
export async function measureStarts(place: DataPlace): Promise<Line[]> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const httpPort = await freePort();
    const start = performance.now();
    const child = new Child(serviceScript, serveArguments(place, { httpPort }), serveEnvironment());
    try {
      await child.until(() => answerOf(`http://127.0.0.1:${httpPort}/v3.6/ping`));
      times.push(performance.now() - start);
    } finally {
      await child.stop();
    }
  }
  const [p50, slowest] = [median(times), Math.max(...times)];
  return [
    {
      what: 'start to first answer',
      p50,
      figure: `slowest of ${STARTS}: ${Math.round(slowest)} ms`,
      target: `≤ ${MOST_MS} ms`,
      met: p50 <= MOST_MS,
    },
  ];
}
