import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { DateTime } from '../common/schemas.ts';

/** 31 days. */
const FURTHEST_SECONDS = 31 * 86_400;

/** Routes for `npm run demo`, in development alone: there the service has a clock that can be set back. */
export function demoRoutes(instance: FastifyInstance, { movableClock, store, log, urls }: Services): void {
  if (!movableClock) return;
  typed(instance).put(
    '/demo_clock',
    {
      schema: {
        description:
          'Sets the clock of a service in development mode back, so that the demo can create data for earlier days. The clock ' +
          'shows the real time again after a request with 0, or after ten minutes.',
        body: Type.Object({
          behind_seconds: Type.Integer({
            minimum: 0,
            maximum: FURTHEST_SECONDS,
            description: 'Milliseconds to set the clock back; 0 shows the real time',
          }),
        }),
        response: { 200: Type.Object({ time: DateTime, dashboard_url: Type.String() }) },
      },
    },
    async ({ body: { behind_seconds } }) => {
      movableClock.setBack(behind_seconds * 1000);
      if (behind_seconds === 0) log.info('the clock shows the time again');
      // What is due by the new time is done at once.
      await store.transaction(async (tx) => {
        for (const kind of ['check', 'report', 'delivery', 'workflow_run']) tx.signal('job', kind);
      });
      return { time: isoSeconds(movableClock.now()), dashboard_url: urls.entrance };
    },
  );
}
