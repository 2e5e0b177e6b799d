import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { typed } from '../../http/typed.ts';
import { sdkOnly } from '../common/sdk-only.ts';

/** Where capture SDKs send what their users do: taken, and looked at by nobody. */
export function analyticsRoutes(instance: FastifyInstance, url: string): void {
  typed(instance).post(
    url,
    {
      ...sdkOnly,
      schema: {
        tags: ['capture'],
        summary: 'Events of a capture SDK; nothing is kept',
        response: { 200: Type.Object({}) },
      },
    },
    async () => ({}),
  );
}
