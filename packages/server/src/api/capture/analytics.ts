import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { sdkOnly } from '../common/sdk-only.ts';

/** Accepts the events that capture SDKs send, and keeps none. */
export function analyticsRoutes(instance: FastifyInstance, url: string): void {
  typed(instance).post(
    url,
    {
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Send events of a capture SDK; nothing is stored',
        response: { 200: Type.Object({}) },
      },
    },
    async () => ({}),
  );
}
