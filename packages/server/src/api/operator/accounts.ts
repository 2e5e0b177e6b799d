import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import { isoSeconds } from '../../base/clock.ts';
import { problem } from '../../base/errors.ts';
import { logoPath } from '../../core/accounts/branding.ts';
import { createAccount } from '../../core/accounts/create.ts';
import { type AccountFacts, getAccount, listAccountsOf } from '../../core/accounts/list.ts';
import { removeLogo, setLogo } from '../../core/accounts/logo.ts';
import { rotateAccountKey } from '../../core/accounts/rotate-key.ts';
import { updateAccount } from '../../core/accounts/update.ts';
import type { Services } from '../../core/services.ts';
import { BODY_LIMIT } from '../../http/bodies.ts';
import { typed } from '../../http/typed.ts';
import { reportNames } from '../../reports/index.ts';
import { DateTime, Id, IdParams, NullableString, nullableObject, stringEnum } from '../common/schemas.ts';
import { Name, RecordedPrincipal } from './schemas.ts';

/** Bounds of our own: ten years, and more requests than one process answers. */
const LONGEST_DELAY_DAYS = 3650;
const HIGHEST_RATE = 1_000_000;
const HIGHEST_TRIAL = 1_000_000_000;

const Rate = Type.Integer({ minimum: 1, maximum: HIGHEST_RATE, description: 'Requests a minute' });

const Score = Type.Number({ minimum: 0, maximum: 1 });

const settings = {
  enabled: Type.Boolean(),
  billing_information: Type.Boolean(),
  trial_checks_limit: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: HIGHEST_TRIAL,
    description: 'Live checks of a trial; null is no trial',
  }),
  image_quality: Type.Boolean(),
  deletion_delay_days: Type.Integer({ minimum: 0, maximum: LONGEST_DELAY_DAYS }),
  pausing: Type.Boolean(),
  disabled_reports: Type.Array(stringEnum<string>(reportNames), { maxItems: reportNames.length }),
  rate_limit_live: Rate,
  rate_limit_sandbox: Rate,
  rate_limit_sandbox_v2: Rate,
  display_name: NullableString,
  privacy_notice_url: NullableString,
  support_contact: NullableString,
  colour: NullableString,
  decision_uncertain: stringEnum(['person', 'consider'] as const),
  decision_evidence: stringEnum(['strict', 'balanced', 'off'] as const),
  minimum_accepted_age: Type.Integer({ minimum: 0, maximum: 150, description: 'Years' }),
  face_match_score: Score,
  face_mismatch_score: Score,
  spoofing_score: Score,
  known_face_score: Score,
  screening_hit: Type.Number({ minimum: 0.65, maximum: 0.95 }),
  screening_match: Type.Number({ minimum: 0.65, maximum: 1 }),
  screening_max_age: Type.Integer({ minimum: 1, maximum: 366, description: 'Days' }),
  screening_missing: stringEnum(['clear', 'person'] as const),
  screening_weak_aliases: stringEnum(['off', 'on'] as const),
  screening_pep_years: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum: 100,
    description: 'Years; null is no limit',
  }),
};

/** Content types of logos; the bytes decide what a file is. */
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'];
const LOGO_MESSAGE = 'Send the file itself as the body, with the content type image/png, image/jpeg or image/webp';

/** Refuses an unknown setting: a misspelt one would seem to be set. */
const closed = { additionalProperties: false } as const;

const Logo = Type.Object({
  url: Type.String({ description: 'Address of the PNG on this service' }),
  width: Type.Integer({ description: 'Pixels' }),
  height: Type.Integer({ description: 'Pixels' }),
});

const Account = Type.Object(
  {
    id: Id,
    name: Type.String(),
    created_at: DateTime,
    changed_by: RecordedPrincipal,
    logo: nullableObject(Logo),
    ...settings,
  },
  { title: 'Account' },
);
const Create = Type.Object({ name: Name, ...Type.Partial(Type.Object(settings)).properties }, closed);
const Change = Type.Partial(Type.Object({ name: Name, ...settings }), closed);

/** Accounts and their settings. */
export function accountRoutes(instance: FastifyInstance, services: Services): void {
  const app = typed(instance);
  const { urls } = services;
  const present = ({ created_at, logo, ...account }: AccountFacts) => ({
    ...account,
    created_at: isoSeconds(created_at),
    logo: logo && { url: `${urls.api}${logoPath(logo)}`, width: logo.width, height: logo.height },
  });

  app.get('/accounts', { schema: { response: { 200: Type.Object({ accounts: Type.Array(Account) }) } } }, async () => ({
    accounts: (await listAccountsOf(services)).map(present),
  }));

  app.post('/accounts', { schema: { body: Create, response: { 201: Account } } }, async (request, reply) => {
    const { name, ...given } = request.body;
    const made = { name, settings: given, principal: request.principal };
    const id = await services.store.transaction((tx) => createAccount(services, tx, made));
    return reply.code(201).send(present(await getAccount(services, id)));
  });

  app.get('/accounts/:id', { schema: { params: IdParams, response: { 200: Account } } }, async (request) =>
    present(await getAccount(services, request.params.id)),
  );

  app.patch(
    '/accounts/:id',
    { schema: { params: IdParams, body: Change, response: { 200: Account } } },
    async (request) => present(await updateAccount(services, request.params.id, request.body, request.principal)),
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
    // The file itself is the body. A larger body than this is not read: see `BODY_LIMIT`.
    uploads.addContentTypeParser(LOGO_TYPES, { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) =>
      done(null, body),
    );
    typed(uploads).put('/accounts/:id/logo', { schema: logoSchema }, async (request) => {
      const { body } = request as { body: unknown };
      if (!Buffer.isBuffer(body)) throw problem('unsupported_media_type', { message: LOGO_MESSAGE });
      return present(await setLogo(services, request.params.id, body, request.principal));
    });
  });

  app.delete('/accounts/:id/logo', { schema: logoSchema }, async (request) =>
    present(await removeLogo(services, request.params.id, request.principal)),
  );
}
