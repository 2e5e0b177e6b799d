import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoDate, isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import type { Services } from '../../core/services.ts';
import { activateStaged, removeList, rollbackList } from '../../core/watchlists/activate.ts';
import { importWatchlist } from '../../core/watchlists/import.ts';
import { diffOfStaged, listVersions, setAt, versionsOf } from '../../core/watchlists/list.ts';
import { ageOf, type ListVersion, type ScreeningSet } from '../../core/watchlists/version.ts';
import { typed } from '../../http/typed.ts';
import {
  DateTime,
  NullableDateTime,
  NullableInteger,
  NullableString,
  nullableObject,
  stringEnum,
} from '../common/schemas.ts';
import { RecordedPrincipal } from './schemas.ts';
import { ImportFields, importOptionsOf, takesListFiles } from './watchlist-upload.ts';

const Counts = Type.Unsafe<Record<string, number>>({
  type: 'object',
  additionalProperties: { type: 'integer' },
});
const Warnings = Type.Array(Type.Object({ text: Type.String(), count: Type.Integer() }));
const Files = Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer(), sha256: Type.String() }));

const Changes = Type.Object(
  { added: Type.Integer(), changed: Type.Integer(), gone: Type.Integer(), unchanged: Type.Integer() },
  { description: 'Against the version that was active then; null where none was' },
);

const Version = Type.Object(
  {
    id: Type.String(),
    list: Type.String(),
    state: stringEnum(['staged', 'active', 'retired'] as const),
    format: Type.String(),
    categories: Type.Array(Type.String(), { description: 'For which it answers' }),
    published: NullableString,
    confirmed_at: NullableDateTime,
    age_days: Type.Integer({ description: 'Since its publication, or since the same files came again' }),
    records: Type.Integer(),
    people: Type.Integer({ description: 'Records that are matched' }),
    files: Files,
    changes: nullableObject(Changes),
    skipped: Counts,
    warnings: Warnings,
    flags: Type.Array(Type.String()),
    imported_at: DateTime,
    imported_by: RecordedPrincipal,
    activated_at: NullableDateTime,
    activated_by: RecordedPrincipal,
    retired_at: NullableDateTime,
    retired_by: RecordedPrincipal,
  },
  { title: 'Version of a watchlist' },
);

const ActiveSet = Type.Object(
  {
    number: Type.Integer(),
    cause: stringEnum(['activation', 'rollback', 'removal'] as const),
    created_at: DateTime,
    created_by: RecordedPrincipal,
    versions: Type.Array(Type.Object({ list: Type.String(), version_id: Type.String(), records: Type.Integer() })),
    index_sha256: NullableString,
    index_bytes: Type.Integer(),
  },
  { title: 'Set of watchlists that is searched' },
);

const Imported = Type.Object({
  outcome: stringEnum(['activated', 'staged', 'confirmed', 'dry_run'] as const),
  version: Version,
  kinds: Counts,
  names: Type.Integer(),
  unusable: Counts,
  set: NullableInteger,
});

const ListParams = Type.Object({ list: Type.String() });

/** Watchlists that live reports search: their versions, and the set that is active. */
export function watchlistRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const present = (version: ListVersion) => presentVersion(version, services.clock.now());

  app.get(
    '/watchlists',
    { schema: { response: { 200: Type.Object({ set: nullableObject(ActiveSet), versions: Type.Array(Version) }) } } },
    async () => ({
      set: presentSet(await setAt(services)),
      versions: (await listVersions(services)).filter(({ state }) => state !== 'retired').map(present),
    }),
  );

  app.post(
    '/watchlists/imports',
    {
      ...takesListFiles(services),
      schema: {
        description: 'Files of one list as parts named `file` of a multipart body, with these fields beside them',
        consumes: ['multipart/form-data'],
        body: ImportFields,
        response: { 200: Imported },
      },
    },
    async (request) => {
      const files = request.listFiles?.files ?? [];
      const options = importOptionsOf(request.body);
      const { outcome, version, summary, set } = await importWatchlist(services, files, options, request.principal);
      const { kinds, names, unusable } = summary;
      return { outcome, version: present(version), kinds: { ...kinds }, names, unusable: { ...unusable }, set };
    },
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
        versions: versions.filter(({ id }) => at === undefined || searched.has(id)).map(present),
      };
    },
  );

  app.get(
    '/watchlists/:list/diff',
    {
      schema: {
        params: ListParams,
        response: {
          200: Type.Object({
            before: nullableObject(Version),
            after: Version,
            records: Type.Array(
              Type.Object({ source_id: Type.String(), change: stringEnum(['added', 'changed', 'gone'] as const) }),
              { description: 'The first 1,000' },
            ),
          }),
        },
      },
    },
    async (request) => {
      const { before, after, records } = await diffOfStaged(services, request.params.list);
      return { before: before && present(before), after: present(after), records: [...records] };
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
          confirm: Type.Optional(Type.Boolean({ description: 'Needed for the last list of a category' })),
        }),
      },
    },
    async (request) => {
      const confirmed = request.query.confirm ?? false;
      return shownSet(await removeList(services, request.params.list, { confirmed, principal: request.principal }));
    },
  );
}

function presentVersion(version: ListVersion, now: number): Type.Static<typeof Version> {
  const { published_at, confirmed_at, imported_at, activated_at, retired_at, ...rest } = version;
  return {
    ...rest,
    // Those whose import has not ended are not listed.
    state: version.state as 'staged' | 'active' | 'retired',
    categories: [...version.categories],
    files: version.files.map((file) => ({ ...file })),
    skipped: { ...version.skipped },
    warnings: version.warnings.map((warning) => ({ ...warning })),
    flags: [...version.flags],
    published: published_at === null ? null : isoDate(published_at),
    confirmed_at: isoSecondsOrNull(confirmed_at),
    age_days: ageOf(version, now),
    imported_at: isoSeconds(imported_at),
    activated_at: isoSecondsOrNull(activated_at),
    retired_at: isoSecondsOrNull(retired_at),
  };
}

const presentSet = (set: ScreeningSet | null) => set && shownSet(set);

function shownSet({ number, cause, created_at, created_by, members, sha256, size }: ScreeningSet) {
  return {
    ...{ number, cause, created_at: isoSeconds(created_at), created_by },
    versions: members.map(({ list, version_id, records }) => ({ list, version_id, records })),
    ...{ index_sha256: sha256, index_bytes: size },
  };
}
