import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { nullableObject } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { activateStaged, rollbackList } from '../../screening/watchlists/activate.ts';
import { discardStaged } from '../../screening/watchlists/discard.ts';
import { beginImport, listImports } from '../../screening/watchlists/imports.ts';
import { diffOfStaged, listVersions, setAt } from '../../screening/watchlists/list.ts';
import { Empty } from '../common/schemas.ts';
import { AccountParams } from '../operator/schemas.ts';
import { Import, presentImport } from '../operator/watchlist-imports.ts';
import { ImportFields, importOptionsOf, takeListFiles, takesListFiles } from '../operator/watchlist-upload.ts';
import { presentVersion, Version } from '../operator/watchlist-version.ts';
import { ActiveSet, Difference, presentDifference, presentSet, shownSet } from '../operator/watchlists.ts';

/** Watchlists of the deployment, which every account searches, and their imports. */
export function watchlistRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);

  app.get(
    '/accounts/:account/watchlists',
    {
      config: { member: 'screening.see' },
      schema: {
        description: 'Lists the active and staged versions of lists and the newest 100 imports.',
        params: AccountParams,
        response: {
          200: Type.Object({
            set: nullableObject(ActiveSet),
            versions: Type.Array(Version),
            imports: Type.Array(Import),
          }),
        },
      },
    },
    async () => {
      const now = services.clock.now();
      const versions = (await listVersions(services)).filter(({ state }) => state !== 'retired');
      return {
        set: presentSet(await setAt(services)),
        versions: versions.map((version) => presentVersion(version, now)),
        imports: (await listImports(services)).map((listImport) => presentImport(listImport, now)),
      };
    },
  );

  const { preValidation: receive, onSend } = takesListFiles(services);
  app.post(
    '/accounts/:account/watchlists/imports',
    {
      config: { member: 'screening.change' },
      preValidation: receive,
      onSend,
      schema: {
        description:
          'Imports the files of one list, sent as parts named `file` with the fields. The answer comes when the files have arrived. ' +
          'All accounts share the list, so only an administrator of all accounts can import it.',
        consumes: ['multipart/form-data'],
        params: AccountParams,
        body: ImportFields,
        response: { 202: Import },
      },
    },
    async (request, reply) => {
      const options = importOptionsOf(request.body);
      const begun = await beginImport(services, takeListFiles(request), options, request.principal);
      return reply.code(202).send(presentImport(begun, services.clock.now()));
    },
  );

  const params = Type.Object({ ...AccountParams.properties, list: Type.String({ maxLength: 200 }) });
  app.get(
    '/accounts/:account/watchlists/:list/diff',
    {
      config: { member: 'screening.see' },
      schema: {
        description: 'Compares the staged version of a list with the active version.',
        params,
        response: { 200: Difference },
      },
    },
    async ({ params: { list } }) => presentDifference(await diffOfStaged(services, list), services.clock.now()),
  );

  for (const [verb, change] of [
    ['activate', activateStaged],
    ['rollback', rollbackList],
  ] as const) {
    app.post(
      `/accounts/:account/watchlists/:list/${verb}`,
      {
        config: { member: 'screening.activate' },
        schema: {
          description: 'Activates the staged version of a list and returns the new active set.',
          params,
          response: { 200: ActiveSet },
        },
      },
      async ({ params: { list }, principal }) => shownSet(await change(services, list, principal)),
    );
  }

  app.post(
    '/accounts/:account/watchlists/:list/discard',
    {
      config: { member: 'screening.activate' },
      schema: { description: 'Deletes the staged version of a list.', params, response: { 204: Empty } },
    },
    async ({ params: { list }, principal }, reply) => {
      await discardStaged(services, list, principal);
      return reply.code(204).send();
    },
  );
}
