import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { NullableString, nullableObject, stringEnum } from '../../base/json-schema.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { activateStaged, removeList, rollbackList } from '../../screening/watchlists/activate.ts';
import { diffOfStaged, type ListDiff, listVersions, setAt, versionsOf } from '../../screening/watchlists/list.ts';
import type { ListVersion, ScreeningSet } from '../../screening/watchlists/version.ts';
import { DateTime } from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';
import { presentVersion, Version } from './watchlist-version.ts';

export const ActiveSet = Type.Object(
  {
    number: Type.Integer(),
    cause: stringEnum(['activation', 'rollback', 'removal'] as const),
    created_at: DateTime,
    created_by: RecordedPrincipal,
    versions: Type.Array(Type.Object({ list: Type.String(), version_id: Type.String(), records: Type.Integer() })),
    index_sha256: NullableString,
    index_bytes: Type.Integer(),
  },
  { title: 'Active set of watchlists' },
);

export const Difference = Type.Object({
  before: nullableObject(Version),
  after: Version,
  records: Type.Array(
    Type.Object({ source_id: Type.String(), change: stringEnum(['added', 'changed', 'gone'] as const) }),
    { description: 'The first 1,000 records' },
  ),
});

const ListParams = Type.Object({ list: Type.String() });

/** Watchlists that live reports search: their versions, and the set that is active. */
export function watchlistRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const presentNow = (version: ListVersion) => presentVersion(version, services.clock.now());

  app.get(
    '/watchlists',
    { schema: { response: { 200: Type.Object({ set: nullableObject(ActiveSet), versions: Type.Array(Version) }) } } },
    async () => ({
      set: presentSet(await setAt(services)),
      versions: (await listVersions(services)).filter(({ state }) => state !== 'retired').map(presentNow),
    }),
  );

  app.get(
    '/watchlists/:list',
    {
      schema: {
        params: ListParams,
        querystring: Type.Object({
          at: Type.Optional(Type.String({ format: 'date', description: 'The set at the end of this day, UTC' })),
        }),
        response: { 200: Type.Object({ set: nullableObject(ActiveSet), versions: Type.Array(Version) }) },
      },
    },
    async (request) => {
      const { at } = request.query;
      const versions = await versionsOf(services, request.params.list);
      const set = await setAt(services, at === undefined ? undefined : Date.parse(`${at}T23:59:59.999Z`));
      const searched = new Set(set?.members.map(({ version_id }) => version_id));
      return {
        set: presentSet(set),
        versions: versions.filter(({ id }) => at === undefined || searched.has(id)).map(presentNow),
      };
    },
  );

  app.get(
    '/watchlists/:list/diff',
    {
      schema: {
        params: ListParams,
        response: {
          200: Difference,
        },
      },
    },
    async (request) => {
      return presentDifference(await diffOfStaged(services, request.params.list), services.clock.now());
    },
  );

  const changed = { params: ListParams, response: { 200: ActiveSet } };
  app.post('/watchlists/:list/activate', { schema: changed }, async (request) =>
    shownSet(await activateStaged(services, request.params.list, request.principal)),
  );
  app.post('/watchlists/:list/rollback', { schema: changed }, async (request) =>
    shownSet(await rollbackList(services, request.params.list, request.principal)),
  );
  app.delete(
    '/watchlists/:list',
    {
      schema: {
        ...changed,
        querystring: Type.Object({
          confirm: Type.Optional(Type.Boolean({ description: 'Required to remove the last list of a category' })),
        }),
      },
    },
    async (request) => {
      const confirmed = request.query.confirm ?? false;
      return shownSet(await removeList(services, request.params.list, { confirmed, principal: request.principal }));
    },
  );
}

/** `now` in Unix milliseconds. */
export const presentDifference = ({ before, after, records }: ListDiff, now: number) => ({
  before: before && presentVersion(before, now),
  after: presentVersion(after, now),
  records: [...records],
});

export const presentSet = (set: ScreeningSet | null) => set && shownSet(set);

export function shownSet({ number, cause, created_at, created_by, members, sha256, size }: ScreeningSet) {
  return {
    number,
    cause,
    created_at: isoSeconds(created_at),
    created_by,
    versions: members.map(({ list, version_id, records }) => ({ list, version_id, records })),
    index_sha256: sha256,
    index_bytes: size,
  };
}
