import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { locate, locatedKinds } from '../../review/locate.ts';
import { environments, Id } from '../common/schemas.ts';

/**
 * Targets of `results_uri` of a check and `dashboard_url` of a workflow run: addresses that name neither account nor environment.
 */
export function findRoutes(instance: FastifyInstance, services: Services): void {
  typed(instance).get(
    '/find/:kind/:id',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'Finds the account and environment of an object among those the member can see.',
        params: Type.Object({ kind: stringEnum(locatedKinds), id: Type.String() }),
        response: { 200: Type.Object({ account: Id, environment: stringEnum(environments), id: Id }) },
      },
    },
    async ({ signedIn, params: { kind, id } }) => {
      const place = await locate(services, signedIn, kind, id);
      if (!place) throw notFound(kind, id);
      return { ...place, id };
    },
  );
}
