import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import manifest from '../../../package.json' with { type: 'json' };
import { isoSeconds } from '../../base/clock.ts';
import type { Services } from '../../context/services.ts';
import { examine, waitingJobs } from '../../health/health.ts';
import { typed } from '../../http/typed.ts';
import { DateTime } from '../common/schemas.ts';
import { shownSettings } from './shown-settings.ts';

/** The state of the service: what `bonafide doctor` prints of the running process. */
export function healthRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  app.get(
    '/health',
    {
      schema: {
        querystring: Type.Object({
          models: Type.Optional(
            Type.Boolean({ description: 'True to load every model of live analysis, too, which takes seconds' }),
          ),
        }),
        response: {
          200: Type.Object({
            version: Type.String(),
            time: DateTime,
            findings: Type.Array(
              Type.Object({
                name: Type.String(),
                state: Type.String({ description: 'ok, warning or failed' }),
                detail: Type.String(),
                ms: Type.Optional(Type.Integer({ description: 'Milliseconds that the examination took' })),
              }),
            ),
            jobs: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer(), oldest_due: DateTime })),
            settings: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
          }),
        },
      },
    },
    async ({ query: { models = false } }) => ({
      version: manifest.version,
      time: isoSeconds(services.clock.now()),
      findings: await examine(services, { models }),
      jobs: (await waitingJobs(services)).map(({ kind, n, run_at }) => ({
        kind,
        count: n,
        oldest_due: isoSeconds(run_at),
      })),
      settings: shownSettings(services.settings),
    }),
  );
}
