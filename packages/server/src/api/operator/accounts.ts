import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { createAccount } from '../../accounts/create.ts';
import { removeLogo, setLogo } from '../../accounts/logo.ts';
import { rotateAccountKey } from '../../accounts/rotate-key.ts';
import { listThresholdChanges } from '../../accounts/threshold-changes.ts';
import { updateAccount } from '../../accounts/update.ts';
import { isoSeconds, isoSecondsOrNull } from '../../base/clock.ts';
import { nullableObject } from '../../base/json-schema.ts';
import { type AccountFacts, getAccount, listAccountsOf } from '../../context/account-facts.ts';
import { recordedPrincipal } from '../../context/principal.ts';
import type { Services } from '../../context/services.ts';
import { typed } from '../../http/typed.ts';
import { type AccountErasure, eraseAccount, listAccountErasures } from '../../keys/erase-account.ts';
import { DateTime, Id, IdParams, NullableDateTime } from '../common/schemas.ts';
import { Note, settingSchemas } from './account-settings.ts';
import { Logo, logoOf, presentLogo, readLogos } from './logos.ts';
import { Name, RecordedPrincipal } from './schemas.ts';

/** Refuses an unknown setting: a misspelt one would seem to be set. */
const closed = { additionalProperties: false } as const;

const Account = Type.Object(
  {
    id: Id,
    name: Type.String(),
    created_at: DateTime,
    changed_by: RecordedPrincipal,
    logo: nullableObject(Logo),
    ...settingSchemas,
  },
  { title: 'Account' },
);
const Create = Type.Object(
  { name: Name, ...Type.Partial(Type.Object({ note: Note, ...settingSchemas })).properties },
  closed,
);
const Change = Type.Partial(Type.Object({ name: Name, note: Note, ...settingSchemas }), closed);

const Erasure = Type.Object(
  {
    account_id: Id,
    requested_at: DateTime,
    requested_by: RecordedPrincipal,
    erased_at: NullableDateTime,
    counts: Type.Record(Type.String(), Type.Integer()),
  },
  { title: 'Receipt of the erasure of an account' },
);

const presentErasure = ({ requested_at, requested_by, erased_at, ...erasure }: AccountErasure) => ({
  ...erasure,
  requested_at: isoSeconds(requested_at),
  requested_by: recordedPrincipal(requested_by),
  erased_at: isoSecondsOrNull(erased_at),
});

const Share = Type.Object({ right: Type.Integer(), of: Type.Integer() });
const Figures = Type.Object(
  {
    at: Type.Number({ description: 'The nearest threshold that was measured' }),
    listed_by_name: Share,
    listed_by_altered_name: Share,
    invented_by_name: Share,
    invented_with_birth_date: Share,
  },
  { title: 'Measured figures at a threshold' },
);
const ThresholdChange = Type.Object(
  {
    id: Id,
    at: DateTime,
    by: RecordedPrincipal,
    setting: Type.String(),
    before: Type.Number(),
    after: Type.Number(),
    note: Type.String(),
    figures: Type.Object({ before: Figures, after: Figures }),
  },
  { title: 'Change of a threshold of the screening' },
);

/** Accounts and their settings. */
export function accountRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const presentAccount = ({ created_at, logo, ...account }: AccountFacts) => ({
    ...account,
    created_at: isoSeconds(created_at),
    logo: presentLogo(services, logo),
  });

  app.get('/accounts', { schema: { response: { 200: Type.Object({ accounts: Type.Array(Account) }) } } }, async () => ({
    accounts: (await listAccountsOf(services)).map(presentAccount),
  }));

  app.post('/accounts', { schema: { body: Create, response: { 201: Account } } }, async (request, reply) => {
    const { name, note, ...settings } = request.body;
    const order = { name, note, settings: settings, principal: request.principal };
    const id = await services.store.transaction((tx) => createAccount(services, tx, order));
    return reply.code(201).send(presentAccount(await getAccount(services, id)));
  });

  app.get('/accounts/:id', { schema: { params: IdParams, response: { 200: Account } } }, async (request) =>
    presentAccount(await getAccount(services, request.params.id)),
  );

  app.patch(
    '/accounts/:id',
    { schema: { params: IdParams, body: Change, response: { 200: Account } } },
    async (request) =>
      presentAccount(await updateAccount(services, request.params.id, request.body, request.principal)),
  );

  app.get(
    '/accounts/:id/threshold_changes',
    {
      schema: {
        description:
          'Lists the newest 100 changes of screening_hit and screening_match, with the measured figures at both values.',
        params: IdParams,
        response: { 200: Type.Object({ threshold_changes: Type.Array(ThresholdChange) }) },
      },
    },
    async (request) => {
      const changes = await listThresholdChanges(services, request.params.id);
      return { threshold_changes: changes.map((change) => ({ ...change, at: isoSeconds(change.at) })) };
    },
  );

  app.post(
    '/accounts/:id/erase',
    {
      schema: {
        params: IdParams,
        body: Type.Object({ name: Type.String({ description: 'Name of the account, as a confirmation' }) }, closed),
        response: { 202: Erasure },
      },
    },
    async (request, reply) => {
      const erasure = await eraseAccount(services, request.params.id, request.body.name, request.principal);
      return reply.code(202).send(presentErasure(erasure));
    },
  );

  app.get(
    '/account_erasures',
    { schema: { response: { 200: Type.Object({ account_erasures: Type.Array(Erasure) }) } } },
    async () => ({ account_erasures: (await listAccountErasures(services)).map(presentErasure) }),
  );

  app.post(
    '/accounts/:id/rotate_key',
    {
      schema: {
        params: IdParams,
        response: { 200: Type.Object({ version: Type.Integer(), active_from: DateTime }) },
      },
    },
    async (request) => {
      const { version, active_from } = await rotateAccountKey(services, request.params.id, request.principal);
      return { version, active_from: isoSeconds(active_from) };
    },
  );

  const logoSchema = { params: IdParams, response: { 200: Account } };
  instance.register(async (uploads) => {
    readLogos(uploads);
    typed(uploads).put('/accounts/:id/logo', { schema: logoSchema }, async (request) =>
      presentAccount(await setLogo(services, request.params.id, logoOf(request), request.principal)),
    );
  });

  app.delete('/accounts/:id/logo', { schema: logoSchema }, async (request) =>
    presentAccount(await removeLogo(services, request.params.id, request.principal)),
  );
}
