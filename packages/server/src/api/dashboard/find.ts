import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { notFound } from '../../base/errors.ts';
import { stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { locate, locatedKinds } from '../../review/locate.ts';
import { environments, Id } from '../common/schemas.ts';

/**
 * Targets of `results_uri` of a check and `dashboard_url` of a workflow run: addresses that name neither account nor environment. And
 * ids that a member types or pastes, whose kind is unknown too.
 */
export function findRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const Place = { account: Id, environment: stringEnum(environments), id: Id };

  app.get(
    '/find/:id',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'Finds the kind, account and environment of an object by its id, among those the member can see.',
        params: Type.Object({ id: Type.String() }),
        response: { 200: Type.Object({ kind: stringEnum(locatedKinds), ...Place }) },
      },
    },
    async ({ signedIn, params: { id } }) => {
      const found = await locate(services, signedIn, locatedKinds, id);
      if (!found) throw notFound('objects', id);
      return { ...found, id };
    },
  );

  app.get(
    '/find/:kind/:id',
    {
      config: { member: 'signed_in' },
      schema: {
        description: 'Finds the account and environment of an object among those the member can see.',
        params: Type.Object({ kind: stringEnum(locatedKinds), id: Type.String() }),
        response: { 200: Type.Object(Place) },
      },
    },
    async ({ signedIn, params: { kind, id } }) => {
      const found = await locate(services, signedIn, [kind], id);
      if (!found) throw notFound(kind, id);
      return { account: found.account, environment: found.environment, id };
    },
  );
}
